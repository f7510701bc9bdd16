import { setImmediate as rest } from "node:timers/promises";
import type { Address, Chain, Rpc } from "@portico/evm";
import { findBlockByTime, listLastObservations, listPriceSources } from "@portico/store";
import type { BlockRef, Store } from "@portico/store";
import type { TokenLists } from "../../tokenLists/loadTokenLists.ts";
import { createChangeTimes } from "./changeTimes.ts";
import { evaluatePrices } from "../evaluation/evaluatePrices.ts";
import { createHistoryStream } from "./historyStream.ts";
import { createPriceBook } from "../evaluation/priceBook.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import { readReserveLedger } from "../pools/reserveLedger.ts";
import { createTokenMetadataCache, refreshTokens, toPriceMetadata } from "../evaluation/tokenMetadataCache.ts";

export interface MarkWalk {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  /** All blocks up to here are stored, and the node still has its state. */
  head: BlockRef;
  /** Ascending, all before the head's time. */
  marks: Iterable<number>;
  /** Before the first of them. */
  from: number;
  /** Times at which prices change for reasons other than blocks. */
  otherTimes?: readonly number[];
  pageSize?: number;
  /** If omitted, all verified tokens are trusted. */
  lists?: Promise<TokenLists> | undefined;
}

export interface MarkPrices {
  timeAt: number;
  /** US dollars. */
  prices: Map<Address, number>;
}

/**
 * Prices of all tokens at past marks, from stored data. Marks at which all is unchanged are skipped. Yields to other
 * work between two marks.
 */
export async function* walkMarks(walk: MarkWalk): AsyncGenerator<MarkPrices> {
  const { db, chain, head, marks, from } = walk;
  const sources = (await listPriceSources(db, chain.slug)).filter(({ kind }) => kind !== "none");
  const start = (await findBlockByTime(db, chain.slug, from - WINDOW_SECONDS))?.blockNumber ?? -1n;
  const tokens = createTokenMetadataCache();
  await refreshTokens(db, chain, {
    metadata: tokens,
    sources,
    changed: undefined,
    timeAt: head.timeAt,
    lists: walk.lists,
  });
  const metadata = toPriceMetadata(chain, tokens);
  const book = createPriceBook(sources);
  const reserves = await readReserveLedger({ db, chain: chain.slug, rpc: walk.rpc }, sources, { head, atBlock: start });
  const times = createChangeTimes(sources, metadata, walk.otherTimes);
  const listener = {
    observe(observation: Parameters<typeof book.observe>[0]) {
      book.observe(observation);
      times.note(observation);
    },
    apply: (flow: Parameters<typeof reserves.apply>[0]) => reserves.apply(flow),
  };
  for (const observation of await listLastObservations(db, chain.slug, start)) listener.observe(observation);
  const advance = createHistoryStream({
    db,
    chain: chain.slug,
    afterBlock: start,
    toBlock: head.blockNumber,
    holders: reserves.holders,
    ...(walk.pageSize !== undefined && { pageSize: walk.pageSize }),
  });
  let last: number | undefined;
  for (const timeAt of marks) {
    const observedAt = await advance(timeAt, listener);
    if (last !== undefined && times.isQuiet(last, timeAt, observedAt)) continue;
    book.trimBefore(timeAt);
    const prices = evaluatePrices(book, metadata, { timeAt, reserves: reserves.get });
    yield { timeAt, prices: new Map([...prices].map(([token, { usd }]) => [token, usd])) };
    last = timeAt;
    await rest();
  }
}
