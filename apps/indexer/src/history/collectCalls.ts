import type { Address } from "@portico/evm";
import { listOpenHistories } from "@portico/store";
import type { OwnerHistory } from "@portico/store";
import type { RoundEnd } from "../runRounds.ts";
import type { CallSource, TransactionPage } from "./callSource.ts";
import { beginStep, failStep } from "./collector.ts";
import type { Collector } from "./collector.ts";
import { storePage } from "./storePage.ts";

/** More than are collected at once: others may have begun some of them. */
const LISTED = 8;

/** A page of the calls of one owner: the one with the fewest transactions. */
export async function collectCalls(collector: Collector): Promise<RoundEnd> {
  const { busy, maxTransactions, retries, withoutCalls, work } = collector;
  const open = await listOpenHistories(work.db, work.chain.slug, {
    part: "calls",
    limit: LISTED,
    maxTransactions,
    except: [...busy, ...retries.calls.listWaiting()],
    withoutCalls: [...withoutCalls],
  });
  const history = open.find(({ owner }) => !busy.has(owner));
  if (history === undefined) return "rest";
  const { owner } = history;
  busy.add(owner);
  try {
    return await collectPage(collector, history);
  } catch (error) {
    retries.calls.fail(owner);
    await failStep(collector, [owner], error);
    return "more";
  } finally {
    busy.delete(owner);
  }
}

async function collectPage(collector: Collector, history: OwnerHistory): Promise<RoundEnd> {
  const { owner, callsFrom, toBlock: last, isRepeated } = history;
  const { sources, retries, withoutCalls, work } = collector;
  const step = await beginStep(collector);
  if (step === undefined) return "rest";
  const source = sources.calls ?? ((await sources.nonce.canSearch(owner)) ? sources.nonce : undefined);
  if (source === undefined) {
    withoutCalls.add(owner);
    return "more";
  }
  const toBlock = (callsFrom ?? last + 1n) - 1n;
  const { fromBlock, transactions } = await findPages(source, owner, toBlock, work.signal);
  const found = transactions.map((transaction) => ({ ...transaction, owner }));
  const by = { source: source.name, hasInternal: source.hasInternal, isRepeated };
  const page = { pass: "calls", ...by, owners: [owner], toBlock, fromBlock, found } as const;
  await storePage(step.work, page, step.chunkSize);
  retries.calls.succeed(owner);
  return "more";
}

/** Transactions after which no more pages are joined. */
const ENOUGH = 300;

/** The newest pages at or before a block, as one if they are small: balances are compared for all of them. */
async function findPages(
  source: CallSource,
  owner: Address,
  toBlock: bigint,
  signal: AbortSignal,
): Promise<TransactionPage> {
  let page = await source.findPage(owner, toBlock, signal);
  while (
    source.name === "ots" &&
    page.fromBlock > 0n &&
    page.transactions.length > 0 &&
    page.transactions.length < ENOUGH
  ) {
    const next = await source.findPage(owner, page.fromBlock - 1n, signal).catch(() => undefined); // fails again next time
    if (next === undefined) break;
    page = { fromBlock: next.fromBlock, transactions: [...page.transactions, ...next.transactions] };
  }
  return page;
}
