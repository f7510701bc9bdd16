import { parseAbi, parseAbiItem } from "viem";
import { createAaveFamily } from "./aave.ts";
import { toReserve } from "./aaveReserve.ts";
import type { AaveVersion } from "./aaveVersion.ts";
import { toLower } from "../toLower.ts";

/** @see https://github.com/aave/protocol-v2 DataTypes.ReserveData, LendingPool */
const poolAbi = parseAbi([
  "struct Reserve { uint256 configuration; uint128 liquidityIndex; uint128 variableBorrowIndex; uint128 liquidityRate; uint128 variableBorrowRate; uint128 stableBorrowRate; uint40 updatedAt; address aToken; address stableDebt; address variableDebt; address interestRateStrategy; uint8 id; }",
  "function getReserveData(address asset) view returns (Reserve)",
]);
/** @see https://github.com/aave/incentives-controller */
const incentivesAbi = parseAbi([
  "function getRewardsBalance(address[] assets, address user) view returns (uint256)",
  "function getUserUnclaimedRewards(address user) view returns (uint256)",
  "function REWARD_TOKEN() view returns (address)",
]);

export const aaveV2: AaveVersion = {
  accrued: {
    event: parseAbiItem("event RewardsAccrued(address indexed user, uint256 amount)"),
    owners: ["user"],
  },

  async findReserves(read, keys) {
    const found = await read(
      keys.map(
        ({ pool, asset }) => ({ address: pool, abi: poolAbi, functionName: "getReserveData", args: [asset] }) as const,
      ),
    );
    return keys.map(({ asset }, index) => toReserve(asset, found[index]));
  },

  async readRewards({ read, readOnce }, { incentives, owner, tokens, isRepeated = false }) {
    const of = { address: incentives, abi: incentivesAbi } as const;
    const [[all], [counted = 0n], [token]] = await Promise.all([
      read([{ ...of, functionName: "getRewardsBalance", args: [tokens, owner] }]),
      isRepeated ? read([{ ...of, functionName: "getUserUnclaimedRewards", args: [owner] }]) : [],
      readOnce([{ ...of, functionName: "REWARD_TOKEN" }]),
    ]);
    const rawAmount = all - counted;
    return rawAmount <= 0n ? [] : [{ token: toLower(token), rawAmount }];
  },
};

/** Aave V2 and its forks. Rewards are paid in one token, and accrued ones are claimed without naming assets. */
export const aaveV2Family = createAaveFamily(aaveV2);
