import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { unlessUnread } from "../reader.ts";
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
    const paid = await Promise.all(dialects.map((dialect) => simulateClaim(context, dialect, claimed)));
    return paid.find((amounts) => amounts !== undefined) ?? [];
  },
};

/** Undefined: the comptroller has no such functions. */
async function simulateClaim(
  { contracts: { comptroller }, owner, readOnce, trySimulate }: OwnerContext<CompoundV2Contracts>,
  abi: (typeof dialects)[number],
  markets: readonly Address[],
): Promise<Amount[] | undefined> {
  const [getter, claim] = abi;
  const of = { address: comptroller, abi } as const;
  const [named] = await unlessUnread<readonly unknown[]>(readOnce([{ ...of, functionName: getter.name }]), []);
  if (typeof named !== "string") return undefined;
  const token = toLower(named as Address);
  const balance = { address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] } as const;
  const [before, , after] = await trySimulate([
    balance,
    { ...of, functionName: claim.name, args: [owner, markets] },
    balance,
  ]);
  return before === undefined || after === undefined || after <= before ? [] : [{ token, rawAmount: after - before }];
}
