import { readBalances } from "@portico/evm";
import { forgetBalances, replacePrices, writeBalances } from "@portico/store";
import type { BalanceRead, BlockRef, Pair, Store } from "@portico/store";
import { getBlock } from "./chainBlock.ts";
import type { ChainWork } from "./chainWork.ts";
import { readPrices } from "./prices.ts";
import type { ChainPrice } from "./prices.ts";
import { ReorgError } from "./reorgError.ts";

/** What calls at the head answered. */
export interface HeadReading {
  head: BlockRef;
  known: BalanceRead[];
  /** What can't be read is unknown: such a pair has no row, rather than a zero or an old figure. */
  unknown: Pair[];
  /** undefined when they were not asked for. */
  prices: ChainPrice[] | undefined;
}

/** @throws ReorgError when the head is no longer the chain's. */
export async function readAtHead(
  work: ChainWork,
  head: BlockRef,
  { pairs, withPrices }: { pairs: readonly Pair[]; withPrices: boolean },
): Promise<HeadReading> {
  const [rawAmounts, prices] = await Promise.all([
    readBalances(work.rpc, pairs, { blockNumber: head.blockNumber }),
    withPrices ? readPrices(work, head) : undefined,
  ]);
  const { hash } = await getBlock(work.rpc, head.blockNumber);
  if (hash !== head.hash) throw new ReorgError(head.blockNumber);
  const reading: HeadReading = { head, known: [], unknown: [], prices };
  for (const [index, { owner, token }] of pairs.entries()) {
    const rawAmount = rawAmounts[index] ?? null;
    if (rawAmount === null) reading.unknown.push({ owner, token });
    else reading.known.push({ owner, token, rawAmount });
  }
  return reading;
}

/** Call it in the transaction that says what is true at the head. */
export async function storeReading(tx: Store, chain: string, { head, known, unknown, prices }: HeadReading) {
  await writeBalances(tx, chain, head.blockNumber, known);
  await forgetBalances(tx, chain, unknown);
  if (prices !== undefined) await replacePrices(tx, chain, prices);
}
