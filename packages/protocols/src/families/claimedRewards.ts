import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { capToHeld } from "./capToHeld.ts";
import { distributorRewards } from "./distributorRewards.ts";
import { simulateClaim } from "./simulateClaim.ts";
import { toLower } from "../toLower.ts";
import type { CompoundRewards } from "./compoundV2Rewards.ts";
import { readMarkets } from "./compoundV2Markets.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";

/** Names of the same two functions: of Compound, and of Venus. */
const dialects = [
  parseAbi([
    "function getCompAddress() view returns (address)",
    "function claimComp(address holder, address[] markets)",
  ]),
  parseAbi([
    "function getXVSAddress() view returns (address)",
    "function claimVenus(address holder, address[] markets)",
  ]),
] as const;

const accrued = [
  parseAbiItem(
    "event DistributedSupplierComp(address indexed cToken, address indexed supplier, uint256 compDelta, uint256 compSupplyIndex)",
  ),
  parseAbiItem(
    "event DistributedBorrowerComp(address indexed cToken, address indexed borrower, uint256 compDelta, uint256 compBorrowIndex)",
  ),
];

/**
 * Rewards of any fork, whatever they are counted by, blocks or seconds: what claiming them pays now. A comptroller that
 * can't pay has none.
 */
export const claimedRewards: CompoundRewards = {
  listSignals: ({ comptroller }) =>
    accrued.map((event, index): EventSignal => ({
      event,
      owners: [index === 0 ? "supplier" : "borrower"],
      emitters: [comptroller],
    })),

  async read(context, markets) {
    const hasInteracted = context.interactions.some(({ contract }) => contract === context.contracts.comptroller);
    if (markets.length === 0 && !hasInteracted) return [];
    // claiming for any market pays everything accrued
    const claimed =
      markets.length > 0 ? markets : (await unlessUnread(readMarkets(context.read, context.contracts), [])).slice(0, 1);
    const [distributed, ...paid] = await Promise.all([
      readDistributed(context),
      ...dialects.map((dialect) => claim(context, dialect, claimed)),
    ]);
    return paid.find((amounts) => amounts !== undefined) ?? distributed;
  },
};

const distributorAbi = parseAbi(["function rewardDistributor() view returns (address)"]);

/** Of a distributor that the comptroller names, like Moonwell's, as far as it holds them. */
async function readDistributed(context: OwnerContext<CompoundV2Contracts>): Promise<Amount[]> {
  const { comptroller } = context.contracts;
  const naming = context.readOnce([{ address: comptroller, abi: distributorAbi, functionName: "rewardDistributor" }]);
  const [named = ZERO_ADDRESS] = await unlessUnread<readonly Address[]>(naming, []);
  if (named === ZERO_ADDRESS) return [];
  const distributor = toLower(named);
  const contracts = { ...context.contracts, distributor };
  const earned = await unlessUnread(distributorRewards.read({ ...context, contracts }, []), []);
  const held = await capToHeld(context, [distributor], earned);
  return held.filter(({ rawAmount }) => rawAmount > 0n);
}

/** Undefined: the comptroller has no such functions. */
async function claim(
  context: OwnerContext<CompoundV2Contracts>,
  abi: (typeof dialects)[number],
  markets: readonly Address[],
): Promise<Amount[] | undefined> {
  const payer = context.contracts.comptroller;
  const [getter, claiming] = abi;
  const naming = context.readOnce([{ address: payer, abi, functionName: getter.name }]);
  const [named] = await unlessUnread<readonly unknown[]>(naming, []);
  if (typeof named !== "string" || named === ZERO_ADDRESS) return undefined;
  const token = toLower(named as Address);
  return simulateClaim(context, { token, payer, abi, functionName: claiming.name, args: [context.owner, markets] });
}
