import { parseAbi, parseAbiItem } from "viem";
import { createAaveFamily } from "./aave.ts";
import { toReserve } from "./aaveReserve.ts";
import type { AaveVersion } from "./aaveVersion.ts";
import { toLower } from "../toLower.ts";

/**
 * Later versions keep this response; since 3.2 there is no stable debt. @see
 * https://aave.com/docs/developers/smart-contracts/pool
 */
const poolAbi = parseAbi([
  "struct Reserve { uint256 configuration; uint128 liquidityIndex; uint128 liquidityRate; uint128 variableBorrowIndex; uint128 variableBorrowRate; uint128 stableBorrowRate; uint40 updatedAt; uint16 id; address aToken; address stableDebt; address variableDebt; address interestRateStrategy; uint128 accruedToTreasury; uint128 unbacked; uint128 isolationModeTotalDebt; }",
  "function getReserveData(address asset) view returns (Reserve)",
]);
/** @see https://aave.com/docs/developers/smart-contracts/incentives */
const rewardsAbi = parseAbi([
  "function getAllUserRewards(address[] assets, address user) view returns (address[] rewards, uint256[] amounts)",
]);

export const aaveV3: AaveVersion = {
  accrued: {
    event: parseAbiItem(
      "event Accrued(address indexed asset, address indexed reward, address indexed user, uint256 assetIndex, uint256 userIndex, uint256 rewardsAccrued)",
    ),
    owners: ["user"],
    key: "asset",
  },

  async findReserves(read, keys) {
    const found = await read(
      keys.map(
        ({ pool, asset }) => ({ address: pool, abi: poolAbi, functionName: "getReserveData", args: [asset] }) as const,
      ),
    );
    return keys.map(({ asset }, index) => toReserve(asset, found[index]));
  },

  async readRewards({ read }, { incentives, owner, tokens }) {
    const [[rewards, amounts]] = await read([
      { address: incentives, abi: rewardsAbi, functionName: "getAllUserRewards", args: [tokens, owner] },
    ]);
    const rows = rewards.map((token, index) => ({ token: toLower(token), rawAmount: amounts[index] ?? 0n }));
    return rows.filter(({ rawAmount }) => rawAmount > 0n);
  },
};

/** Aave V3 and its forks. */
export const aaveV3Family = createAaveFamily(aaveV3);
