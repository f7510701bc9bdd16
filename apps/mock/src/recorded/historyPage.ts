import { invalidParams, quote } from "@portico/server/errors";
import {
  findText,
  listRequestedChains,
  requireAnyReady,
  requireServed,
  type RecordedRequest,
  type RecordedReply,
} from "./recordedRequest.ts";
import { listServed, writeChains } from "./syncStatus.ts";
import type { Catalogue, RecordedUser } from "./recording.ts";

type Item = RecordedUser["history"][number];

const PAGE_MAX = 20;
/** Larger numbers are milliseconds. */
const MILLISECONDS = 1e12;
const POSITION = /^(\d{1,10}):[a-z0-9]{1,20}:\d{1,20}:\d{1,8}$/;

/** A page of an owner's transactions; never one that ends within a second. */
export function serveHistory(request: RecordedRequest): RecordedReply {
  const only = findText(request, "chain_id");
  if (only !== undefined) requireServed(request, only);
  const slugs = listRequestedChains(request).filter((slug) => only === undefined || slug === only);
  requireAnyReady(request, slugs);
  const shown = new Set(listServed(request).filter((slug) => slugs.includes(slug)));
  const older = listMatching(request).filter((item) => shown.has(item.chain) && item.time_at < readBefore(request));
  const count = Math.min(Math.max(Number(findText(request, "page_count") ?? PAGE_MAX), 1), PAGE_MAX);
  const last = older[count - 1];
  const items = last === undefined ? older : older.filter(({ time_at }) => time_at >= last.time_at);
  const page = {
    ...listDictionaries(request.recording.catalogue, items),
    history_list: items,
    cex_dict: {},
    next_cursor: items.length < older.length ? writeCursor(items.at(-1)) : null,
  };
  return { body: [page], chains: writeChains(request, slugs) };
}

const writeCursor = (item: Item | undefined): string | null =>
  item === undefined
    ? null
    : Buffer.from(`${item.time_at}:${item.chain}:${item.block_height}:${item.tx_index}`).toString("base64url");

/** The timestamp that a page ends before, unix seconds. */
function readBefore(request: RecordedRequest): number {
  const cursor = findText(request, "cursor");
  if (cursor !== undefined) {
    const text = Buffer.from(cursor, "base64url").toString("latin1");
    const time = POSITION.exec(text)?.[1];
    const isOurs = time !== undefined && Buffer.from(text).toString("base64url") === cursor;
    if (isOurs) return Number(time);
    throw invalidParams({ cursor: "is not a next_cursor: send the value of the previous page unchanged, or omit it" });
  }
  const startTime = Number(findText(request, "start_time") ?? 0);
  return startTime <= 0 || startTime >= MILLISECONDS ? Infinity : startTime;
}

function listMatching(request: RecordedRequest): readonly Item[] {
  const { user, recording } = request;
  const coin = findText(request, "coin_id");
  if (coin !== undefined && !recording.catalogue.coins.includes(coin)) {
    const known = recording.catalogue.coins.join(", ");
    throw invalidParams({ coin_id: `${quote(coin)} is not a known coin. Known coins: ${known}` });
  }
  const ofCoin = coin === undefined ? user.history : (user.coins[coin] ?? []).flatMap((at) => user.history[at] ?? []);
  const token = findText(request, "token_id")?.toLowerCase();
  const { token_dict: tokens } = recording.catalogue.history;
  return token === undefined ? ofCoin : ofCoin.filter((item) => listKeys(item).some((key) => isOf(tokens[key], token)));
}

/** Whether it is the token, or an NFT of the contract. */
const isOf = (entry: Catalogue["history"]["token_dict"][string] | undefined, token: string): boolean =>
  entry !== undefined && (entry.id === token || ("contract_id" in entry && entry.contract_id === token));

/** Keys in token_dict of an item's movements and approvals. */
const listKeys = (item: Item): string[] => listTokenIds(item).map((id) => `${item.chain}_token:${id}`);

const listTokenIds = ({ sends, receives, token_approve: approves }: Item): string[] =>
  [...sends, ...receives, ...(approves ?? [])].map(({ token_id: id }) => id);

/** Dictionaries of a page. */
function listDictionaries({ history }: Catalogue, items: readonly Item[]): object {
  const tokens: Record<string, object> = {};
  for (const item of items) {
    for (const id of listTokenIds(item)) {
      const key = `${item.chain}_token:${id}`;
      const entry = history.token_dict[key];
      if (entry === undefined) continue;
      tokens[key] = entry;
      tokens[id] ??= entry;
    }
  }
  const categories = new Set<string>(items.map(({ cate_id: id }) => id ?? ""));
  const projects = new Set<string>(items.map(({ project_id: id }) => id ?? ""));
  return {
    cate_dict: pick(history.cate_dict, categories),
    project_dict: pick(history.project_dict, projects),
    token_dict: tokens,
  };
}

const pick = <Value>(all: Readonly<Record<string, Value>>, names: ReadonlySet<string>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
