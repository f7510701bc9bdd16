import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { CompoundRewards } from "./compoundV2Rewards.ts";
import { toLower } from "../toLower.ts";

/** @see https://github.com/moonwell-fi/moonwell-contracts-v2 MultiRewardDistributor */
const distributorAbi = parseAbi([
  "struct Reward { address emissionToken; uint256 totalAmount; uint256 supplySide; uint256 borrowSide; }",
  "struct MarketRewards { address market; Reward[] rewards; }",
  "function getOutstandingRewardsForUser(address user) view returns (MarketRewards[])",
]);

/**
 * Rewards of several tokens, computed by a contract beside the comptroller, whose view returns unclaimed amounts at the
 * block.
 */
export const distributorRewards: CompoundRewards = {
  listSignals: ({ distributor }) =>
    distributor === undefined
      ? []
      : [
          {
            event: parseAbiItem(
              "event DisbursedSupplierRewards(address indexed mToken, address indexed supplier, address indexed emissionToken, uint256 totalAccrued)",
            ),
            owners: ["supplier"],
            emitters: [distributor],
          },
          {
            event: parseAbiItem(
              "event DisbursedBorrowerRewards(address indexed mToken, address indexed borrower, address indexed emissionToken, uint256 totalAccrued)",
            ),
            owners: ["borrower"],
            emitters: [distributor],
          },
        ],

  async read({ contracts: { distributor }, owner, read }) {
    if (distributor === undefined) return [];
    const [markets] = await read([
      { address: distributor, abi: distributorAbi, functionName: "getOutstandingRewardsForUser", args: [owner] },
    ]);
    const byToken = new Map<Address, bigint>();
    for (const { emissionToken, totalAmount } of markets.flatMap(({ rewards }) => rewards)) {
      const token = toLower(emissionToken);
      byToken.set(token, (byToken.get(token) ?? 0n) + totalAmount);
    }
    return [...byToken].flatMap(([token, rawAmount]) => (rawAmount === 0n ? [] : [{ token, rawAmount }]));
  },
};
