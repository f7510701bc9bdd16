import { readBalances } from "@portico/evm";
import type { Address, BalanceKey, Rpc } from "@portico/evm";
import { sumFlows } from "@portico/store";
import type { BlockRef, Flow, PriceSource, Store } from "@portico/store";
import type { PriceInputs } from "../evaluation/priceInputs.ts";

/** Actual balances of V3 pools at a time, which moves forward. */
export interface ReserveLedger {
  holders: readonly Address[];
  get: NonNullable<PriceInputs["reserves"]>;
  /** Advances by a movement. */
  apply(flow: Pick<Flow, "owner" | "rawAmount" | "token">): void;
}

/**
 * The balances after a block: those read at the head, minus the transfers since. So no historical state is needed, and
 * a pool whose liquidity is in one narrow range counts in history for its holdings too. Amounts that change without
 * transfers (rebasing tokens) make it inexact. A balance that can't be read is unknown.
 * @param head - A block whose state the node still has.
 */
export async function readReserveLedger(
  { db, chain, rpc }: { db: Store; chain: string; rpc: Rpc },
  sources: readonly PriceSource[],
  { head, atBlock }: { head: BlockRef; atBlock: bigint },
): Promise<ReserveLedger> {
  const keys = listReserveKeys(sources);
  const holders = [...new Set(keys.map(({ owner }) => owner))];
  const [amounts, flows] = await Promise.all([
    readBalances(rpc, keys, head),
    sumFlows(db, chain, holders, { afterBlock: atBlock, toBlock: head.blockNumber }),
  ]);
  const held = new Map<string, bigint>();
  for (const [index, { owner, token }] of keys.entries()) {
    const amount = amounts[index];
    if (amount !== null && amount !== undefined) held.set(`${owner} ${token}`, amount);
  }
  const move = (owner: Address, token: Address, rawAmount: bigint): void => {
    const before = held.get(`${owner} ${token}`);
    if (before !== undefined) held.set(`${owner} ${token}`, before + rawAmount);
  };
  for (const { owner, token, rawAmount } of flows) move(owner, token, -rawAmount);
  return {
    holders,
    get: (holder, token) => {
      const amount = held.get(`${holder} ${token}`);
      return amount !== undefined && amount < 0n ? 0n : amount;
    },
    apply: ({ owner, token, rawAmount }) => move(owner, token, rawAmount),
  };
}

const listReserveKeys = (sources: readonly PriceSource[]): BalanceKey[] =>
  sources.flatMap(({ kind, address: owner, token0, token1 }) =>
    kind === "v3" ? [token0, token1].flatMap((token) => (token === null ? [] : [{ owner, token }])) : [],
  );
