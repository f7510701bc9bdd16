import { isDeepStrictEqual } from "node:util";
import type { UserHistory } from "@portico/client";
import { NATIVE_TOKEN } from "@portico/evm";
import { isDevnetChain, devnetChains } from "@portico/devnet";
import type { Address, Hex } from "viem";
import { type ChainTruth, toWhole } from "./chainTruth.ts";
import { type PastPrices, readPastPrices } from "./pastPrices.ts";
import { type Collector, type Comparison, createCollector } from "./comparison.ts";
import { type Asset, type PastMove, type PastTransaction, readTransactions } from "./historyTruth.ts";
import { listHistoryCases } from "./historyCases.ts";
import { type Found, type HistoryRequest, walk } from "./historyWalk.ts";
import type { RunningService } from "./runService.ts";
import { readUnlogged } from "./unloggedTruth.ts";

/** The complete history of a devnet's chains, as the reference for responses. */
export interface PastWorld {
  readonly chains: ReadonlyMap<string, PastOfChain>;
}

interface PastOfChain {
  truth: ChainTruth;
  prices: PastPrices;
  transactions: readonly PastTransaction[];
  /** By transaction hash. */
  unlogged: ReadonlyMap<Hex, readonly PastMove[]>;
}

export async function readPast(truths: ReadonlyMap<string, ChainTruth>): Promise<PastWorld> {
  const entries = await Promise.all(
    [...truths].map(async ([chain, truth]) => {
      if (!isDevnetChain(chain)) throw new Error(`${chain} is not a devnet chain`);
      const transactions = await readTransactions(truth.reader, devnetChains[chain].wrappedToken);
      const [prices, unlogged] = await Promise.all([
        readPastPrices(chain, truth.reader),
        readUnlogged(truth.reader, transactions),
      ]);
      return [chain, { truth, transactions, prices, unlogged }] as const;
    }),
  );
  return { chains: new Map(entries) };
}

/** A transaction that involves an address. */
export interface Part {
  chain: string;
  transaction: PastTransaction;
}

/** Whether the address sent the transaction, a transfer has it as a side, or it granted an approval. */
const isPart = (id: Address, { from, moves, approvals }: PastTransaction): boolean =>
  from === id ||
  moves.some((move) => move.from === id || move.to === id) ||
  approvals.some(({ owner }) => owner === id);

/** Newest first. @param isMeant - Which assets are requested, by chain; default: all. */
export function listParts(
  { chains }: PastWorld,
  { id, chain, chains: slugs = [...chains.keys()] }: HistoryRequest,
  isMeant?: (chain: string, asset: Asset) => boolean,
): Part[] {
  const parts = [...chains].flatMap(([slug, { transactions }]) => {
    if ((chain ?? slug) !== slug || !slugs.includes(slug)) return [];
    return transactions.flatMap((transaction): Part[] => {
      const isWanted = isMeant === undefined || hasAsset(id, transaction, (asset) => isMeant(slug, asset));
      return isWanted && isPart(id, transaction) ? [{ chain: slug, transaction }] : [];
    });
  });
  return parts.toSorted(
    (a, b) =>
      b.transaction.timeAt - a.transaction.timeAt ||
      (a.chain === b.chain ? 0 : a.chain < b.chain ? -1 : 1) ||
      b.transaction.block - a.transaction.block ||
      b.transaction.index - a.transaction.index,
  );
}

const hasAsset = (id: Address, { moves, approvals }: PastTransaction, isMeant: (asset: Asset) => boolean): boolean =>
  moves.some(({ from, to, asset }) => (from === id || to === id) && isMeant(asset)) ||
  approvals.some(({ owner, asset }) => owner === id && isMeant(asset));

/** Seconds between stored prices. */
const MARK = 300;

/** Compares a walk with the reference: every item once, in order, with all its fields. */
export function compareWalk(
  collector: Collector,
  what: string,
  { chains }: PastWorld,
  query: HistoryRequest,
  pages: readonly Found[][],
  parts: readonly Part[],
): void {
  const { compare } = collector;
  const found = pages.flat();
  compare(
    `${what} order`,
    found.map(({ item }) => `${item.chain} ${item.id}`),
    parts.map(({ chain, transaction }) => `${chain} ${transaction.hash}`),
  );
  const byKey = new Map(parts.map((part) => [`${part.chain} ${part.transaction.hash}`, part]));
  for (const one of found) {
    const part = byKey.get(`${one.item.chain} ${one.item.id}`);
    const past = chains.get(one.item.chain);
    if (part === undefined || past === undefined) continue;
    const name = `${what} ${one.item.chain} ${one.item.id}`;
    const unlogged = past.unlogged.get(part.transaction.hash);
    const withUnlogged = unlogged && describePart(part, query.id, past.truth, unlogged);
    const [ours, theirs] = [describeItem(one), describePart(part, query.id, past.truth)];
    // attributed as far as balances were read in time
    compare(name, ours, isDeepStrictEqual(ours, withUnlogged) ? withUnlogged : theirs);
    const { rawFee, timeAt } = part.transaction;
    const usd = past.prices.find(NATIVE_TOKEN, timeAt - (timeAt % MARK)) ?? 0;
    collector.compareNear(`${name} fee in USD`, one.item.tx.usd_gas_fee, toWhole(rawFee, 18) * usd);
  }
  comparePages(collector, what, query, pages);
}

/** A page has the requested length, and more only for items of its last second; only the last page may be shorter. */
function comparePages({ compare }: Collector, what: string, { count = 20 }: HistoryRequest, pages: readonly Found[][]) {
  for (const [index, page] of pages.entries()) {
    const times = page.map(({ item }) => item.time_at);
    const isFull = times.length >= count && times.slice(count - 1).every((timeAt) => timeAt === times[count - 1]);
    const isLast = index === pages.length - 1 && times.length <= count;
    compare(`${what} page ${index} of ${times.length}`, isFull || isLast, true);
    const next = pages[index + 1]?.[0]?.item.time_at;
    if (next !== undefined) compare(`${what} page ${index} splits a second`, next === times.at(-1), false);
  }
}

function describeItem({ item, tokens }: Found) {
  const { sends, receives, token_approve: approvals, tx } = item;
  const name = (token: string) => nameAsset(item.chain, token, tokens);
  return {
    time: item.time_at,
    location: [item.block_height, item.tx_index],
    status: tx.status,
    fee: tx.eth_gas_fee,
    value: tx.value,
    from: tx.from_addr,
    to: tx.to_addr,
    sends: sends.map(({ amount, to_addr: to, token_id: token }) => `${amount} ${name(token)} ${to}`).toSorted(),
    receives: receives
      .map(({ amount, from_addr: from, token_id: token }) => `${amount} ${name(token)} ${from}`)
      .toSorted(),
    approvals: approvals.map(({ value, spender, token_id: token }) => `${value} ${name(token)} ${spender}`).toSorted(),
  };
}

/** Resolves a `token_id` by the dictionary. */
function nameAsset(chain: string, id: string, tokens: UserHistory["token_dict"]): Asset {
  const known = tokens[`${chain}_token:${id}`] ?? tokens[id];
  if (known === undefined) return `unknown ${id}`;
  if ("contract_id" in known) return `${known.contract_id} ${known.inner_id || "all"}`;
  return known.id === chain ? "native" : known.id;
}

function describePart({ transaction }: Part, id: Address, truth: ChainTruth, unlogged: readonly PastMove[] = []) {
  const { approvals } = transaction;
  const moves = [...transaction.moves, ...unlogged];
  const sends = moves.filter(({ from }) => from === id).map(({ to, ...move }) => ({ ...move, other: to }));
  const receives = moves.filter(({ to }) => to === id).map(({ from, ...move }) => ({ ...move, other: from }));
  return {
    time: transaction.timeAt,
    location: [transaction.block, transaction.index],
    status: transaction.isSuccess ? 1 : 0,
    fee: toWhole(transaction.rawFee, 18),
    value: toWhole(transaction.rawValue, 18),
    from: transaction.from,
    to: transaction.to ?? "",
    sends: sumUp(sends, truth),
    receives: sumUp(receives, truth),
    approvals: approvals
      .filter(({ owner }) => owner === id)
      .map(({ asset, rawAmount, spender }) => `${toAmount(asset, rawAmount, truth)} ${asset} ${spender}`)
      .toSorted(),
  };
}

/** One entry for each asset and counterparty. */
function sumUp(moves: readonly { asset: Asset; rawAmount: bigint; other: Address }[], truth: ChainTruth): string[] {
  const groups = Map.groupBy(moves, ({ asset, other }) => `${asset}|${other}`);
  return [...groups.values()]
    .map((group) => {
      const { asset, other } = group[0] as (typeof group)[number];
      const rawAmount = group.reduce((sum, move) => sum + move.rawAmount, 0n);
      return `${toAmount(asset, rawAmount, truth)} ${asset} ${other}`;
    })
    .toSorted();
}

function toAmount(asset: Asset, rawAmount: bigint, truth: ChainTruth): number {
  if (asset.includes(" ")) return Number(rawAmount);
  return toWhole(rawAmount, asset === "native" ? 18 : truth.decimalsOf(asset as Address));
}

/** The users, the accounts that spend for them or sell to them, and a contract that pays. */
export const listActors = ({ devnet }: RunningService, others: readonly Address[]): Address[] => [
  ...new Set([...devnet.users, ...others].map((id) => id.toLowerCase() as Address)),
];

/** Walks through the history of every account, each with some of the possible queries. */
export async function compareHistory(
  service: RunningService,
  world: PastWorld,
  others: readonly Address[],
): Promise<Comparison> {
  const collector = createCollector();
  for (const [index, id] of listActors(service, others).entries()) {
    for (const { query, isMeant, by } of listHistoryCases(service, id, index)) {
      const pages = await walk(service.client, query, by);
      const what = `${JSON.stringify(query)} by ${by}`;
      compareWalk(collector, what, world, query, pages, listParts(world, query, isMeant));
    }
  }
  return collector.finish();
}
