import type { Address } from "@portico/evm";
import { readLegWindows, type HistoryTransaction, type LegWindow } from "@portico/store";
import type { Deps } from "../../../deps.ts";
import { isBridgeSide, listOtherChains, rollupKey, toBridgeSide, type BridgeSide } from "./bridgeSide.ts";
import { isWithdrawal, MAX_SECONDS, MAX_WITHDRAWAL_SECONDS, pairSides, SKEW, type Counterpart } from "./pairSides.ts";

/** What is known of the other side of a transaction between chains. */
export interface BridgeView {
  readonly side: BridgeSide;
  readonly counterpart: Counterpart | undefined;
}

/** Sides that are compared with each other. */
const MAX_SIDES = 200;

/**
 * The other sides of a page's transactions between chains, in the same owner's histories. One statement, none if no
 * bridge is involved.
 */
export async function readCounterparts(
  { contractNames, db, tokens }: Pick<Deps, "contractNames" | "db" | "tokens">,
  owner: Address,
  transactions: readonly HistoryTransaction[],
): Promise<(transaction: HistoryTransaction) => BridgeView | undefined> {
  const own = new Map(
    transactions
      .filter(({ isSuccess, isCut }) => isSuccess !== false && !isCut)
      .map((transaction) => [transaction, toBridgeSide(contractNames, owner, transaction)] as const)
      .filter(([, side]) => isBridgeSide(side)),
  );
  if (own.size === 0) return () => undefined;
  const { legs, isCut } = await readLegWindows(db, owner, mergeWindows([...own.values()].flatMap(listWindows)));
  const sides = [...Map.groupBy(legs, ({ chain, txHash }) => `${chain} ${txHash}`).values()]
    .map((same) => toBridgeSide(contractNames, owner, { ...same[0]!, hash: same[0]!.txHash, legs: same }))
    .filter(isBridgeSide);
  const isComplete = !isCut && sides.length <= MAX_SIDES;
  const decimalsOf = (chain: string, token: Address) => tokens.find(chain, token)?.decimals;
  const paired = pairSides(sides.slice(0, MAX_SIDES), { decimalsOf, isComplete });
  const byKey = new Map([...paired].map(([side, counterpart]) => [keyOf(side), counterpart]));
  return (transaction) => {
    const side = own.get(transaction);
    return side && { side, counterpart: byKey.get(keyOf(side)) };
  };
}

const keyOf = ({ chain, hash }: BridgeSide): string => `${chain} ${hash}`;

/**
 * Periods in which the other side can be, and those that could be taken for it. A withdrawal from a rollup takes
 * longest, but only two chains are concerned.
 */
function listWindows(side: BridgeSide): LegWindow[] {
  const near = { from: side.timeAt - MAX_SECONDS - SKEW, to: side.timeAt + MAX_SECONDS + SKEW };
  const far = { from: side.timeAt - MAX_WITHDRAWAL_SECONDS, to: side.timeAt + MAX_WITHDRAWAL_SECONDS };
  const distant = [
    ...(side.losses.length > 0 ? listOtherChains(side, "out").filter((chain) => isWithdrawal(side, { chain })) : []),
    ...(side.gains.length > 0 ? listOtherChains(side, "in").filter((chain) => side.bridges.has(rollupKey(chain))) : []),
  ];
  const chains = distant.length === 0 ? [] : [side.chain, ...distant];
  return [{ chain: undefined, ...near }, ...chains.map((chain) => ({ chain, ...far }))];
}

/** Overlapping periods of a chain become one. */
function mergeWindows(windows: readonly LegWindow[]): LegWindow[] {
  return [...Map.groupBy(windows, ({ chain }) => chain).values()].flatMap((same) => {
    const merged: LegWindow[] = [];
    for (const window of same.toSorted((a, b) => a.from - b.from)) {
      const last = merged.at(-1);
      if (last === undefined || last.to < window.from) merged.push({ ...window });
      else last.to = Math.max(last.to, window.to);
    }
    return merged;
  });
}
