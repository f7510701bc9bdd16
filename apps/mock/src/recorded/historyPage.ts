import { invalidParams, quote } from "@portico/server/errors";
import { findText, listAsked, requireAnyReady, requireServed, type Ask, type Told } from "./ask.ts";
import { listServed, writeChains } from "./reach.ts";
import type { Catalogue, Person } from "./recording.ts";

type Item = Person["history"][number];

const PAGE_MAX = 20;
/** Larger numbers are milliseconds. */
const MILLISECONDS = 1e12;
const PLACE = /^(\d{1,10}):[a-z0-9]{1,20}:\d{1,20}:\d{1,8}$/;

/** A page of an owner's transactions; never one that ends within a second. */
export function tellHistory(ask: Ask): Told {
  const only = findText(ask, "chain_id");
  if (only !== undefined) requireServed(ask, only);
  const asked = listAsked(ask).filter((slug) => only === undefined || slug === only);
  requireAnyReady(ask, asked);
  const shown = new Set(listServed(ask).filter((slug) => asked.includes(slug)));
  const older = listMatching(ask).filter((item) => shown.has(item.chain) && item.time_at < readBefore(ask));
  const count = Math.min(Math.max(Number(findText(ask, "page_count") ?? PAGE_MAX), 1), PAGE_MAX);
  const last = older[count - 1];
  const items = last === undefined ? older : older.filter(({ time_at }) => time_at >= last.time_at);
  const page = {
    ...listDictionaries(ask.recording.catalogue, items),
    history_list: items,
    cex_dict: {},
    next_cursor: items.length < older.length ? writeCursor(items.at(-1)) : null,
  };
  return { body: [page], chains: writeChains(ask, asked) };
}

const writeCursor = (item: Item | undefined): string | null =>
  item === undefined
    ? null
    : Buffer.from(`${item.time_at}:${item.chain}:${item.block_height}:${item.tx_index}`).toString("base64url");

/** The timestamp that a page ends before, unix seconds. */
function readBefore(ask: Ask): number {
  const cursor = findText(ask, "cursor");
  if (cursor !== undefined) {
    const text = Buffer.from(cursor, "base64url").toString("latin1");
    const time = PLACE.exec(text)?.[1];
    const isOurs = time !== undefined && Buffer.from(text).toString("base64url") === cursor;
    if (isOurs) return Number(time);
    throw invalidParams({ cursor: "is no next_cursor of a page: send it as it came, or leave it out" });
  }
  const startTime = Number(findText(ask, "start_time") ?? 0);
  return startTime <= 0 || startTime >= MILLISECONDS ? Infinity : startTime;
}

function listMatching(ask: Ask): readonly Item[] {
  const { person, recording } = ask;
  const coin = findText(ask, "coin_id");
  if (coin !== undefined && !recording.catalogue.coins.includes(coin)) {
    const known = recording.catalogue.coins.join(", ");
    throw invalidParams({ coin_id: `${quote(coin)} is no coin that is known here. Known are: ${known}` });
  }
  const ofCoin =
    coin === undefined ? person.history : (person.coins[coin] ?? []).flatMap((at) => person.history[at] ?? []);
  const token = findText(ask, "token_id")?.toLowerCase();
  const { token_dict: tokens } = recording.catalogue.history;
  return token === undefined ? ofCoin : ofCoin.filter((item) => listKeys(item).some((key) => isOf(tokens[key], token)));
}

/** Whether it is the token, or an NFT of the contract. */
const isOf = (told: Catalogue["history"]["token_dict"][string] | undefined, token: string): boolean =>
  told !== undefined && (told.id === token || ("contract_id" in told && told.contract_id === token));

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
      const told = history.token_dict[key];
      if (told === undefined) continue;
      tokens[key] = told;
      tokens[id] ??= told;
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
