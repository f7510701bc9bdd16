import { setTimeout as sleep } from "node:timers/promises";
import { aggregatorAbi, listCurrencyFeeds, readMany, type CurrencyFeed } from "@portico/evm";
import { findChainState, holdChain, inTransaction, replaceExchangeRates, type ExchangeRate } from "@portico/store";
import { GRACE_SECONDS } from "../evaluation/priceRules.ts";
import { runRounds } from "../../runRounds.ts";
import type { SideWork } from "../../sideWork.ts";

/** Between two reads, ms. */
const PAUSE_MS = 60_000;
/** Until the chain has its first head, ms. */
const START_MS = 500;

/** Keeps the rates of currencies that have a feed on the chain, until the signal aborts. */
export async function syncExchangeRates(work: SideWork): Promise<void> {
  const { chain, log, signal } = work;
  if (listCurrencyFeeds(chain.slug).length === 0) return;
  const onError = (error: unknown): void => log.warn({ err: error }, "reading exchange rates failed; retrying");
  await runRounds({ signal, pauseMs: PAUSE_MS, onError }, async () => {
    if (await readExchangeRates(work)) return "rest";
    await sleep(START_MS, undefined, { signal }).catch(() => undefined);
    return "more";
  });
}

/** Reads and stores the rates at the chain's head. @returns whether it has one. */
export async function readExchangeRates({ db, chain, rpc }: Pick<SideWork, "chain" | "db" | "rpc">): Promise<boolean> {
  const head = (await findChainState(db, chain.slug))?.balances;
  if (head === undefined) return false;
  const feeds = listCurrencyFeeds(chain.slug);
  const calls = feeds.flatMap(({ feed: address }) => [
    { abi: aggregatorAbi, address, functionName: "latestRoundData" } as const,
    { abi: aggregatorAbi, address, functionName: "decimals" } as const,
    { abi: aggregatorAbi, address, functionName: "description" } as const,
  ]);
  const replies: readonly { result?: unknown }[] = await readMany(rpc, calls, head);
  const rates = feeds.flatMap((feed, index) => {
    const [round, decimals, description] = replies.slice(index * 3, index * 3 + 3).map(({ result }) => result);
    if (decimals !== feed.decimals || description !== feed.description) return [];
    return toRate(feed, round, head.timeAt);
  });
  await inTransaction(db, async (tx) => {
    const isThere = await holdChain(tx, chain.slug, head); // else it was removed meanwhile
    if (isThere) await replaceExchangeRates(tx, chain.slug, head, rates);
  });
  return true;
}

/** None if the answer is zero or less, of the future, late, or carried over from an earlier round. */
function toRate(feed: CurrencyFeed, round: unknown, timeAt: number): ExchangeRate[] {
  if (!Array.isArray(round)) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as viem decodes the function
  const [roundId, answer, , updatedAt, answeredInRound] = round as [bigint, bigint, bigint, bigint, bigint];
  const { currency, feed: address, decimals, heartbeatSeconds } = feed;
  const answeredAt = Number(updatedAt);
  const isFresh = answeredAt <= timeAt && timeAt - answeredAt <= heartbeatSeconds + GRACE_SECONDS;
  if (answer <= 0n || !isFresh || answeredInRound < roundId) return [];
  return [{ currency, feed: address, usd: Number(answer) / 10 ** decimals, answeredAt, heartbeatSeconds }];
}
