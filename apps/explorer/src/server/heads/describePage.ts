import { setTimeout as sleep } from "node:timers/promises";
import { shortAddress } from "@portico/client";
import type { PageHead } from "@portico/ui/server";
import QuickLRU from "quick-lru";
import type { OwnerCount } from "../countOwner.ts";
import type { Limits } from "../limits.ts";
import { type HeadSources, SUBJECTS } from "./describeSubject.ts";
import { head, missing } from "./head.ts";

export interface PageDescriber extends Omit<HeadSources, "countOwner"> {
  readonly limits: Limits;
  readonly countOwner: OwnerCount;
}

const FIXED: ReadonlyMap<string, PageHead> = new Map(
  [
    head(
      "Explorer",
      "What an address holds, and what it did: tokens, positions, NFTs, history and approvals, on every chain.",
      "/explore",
    ),
    head("Gas", "What a transaction costs now, at three speeds, on every served chain.", "/gas"),
    head(
      "Your lists",
      "Watched addresses, bundles of addresses as one portfolio, and labels, kept in this browser or in your account.",
      "/lists",
    ),
    head("Protocols", "The protocols of every served chain, and what is deposited in them.", "/protocols"),
  ].map((one) => [one.path, one]),
);
const TABS: ReadonlyMap<string, string> = new Map([
  ["", "Portfolio"],
  ["tokens", "Tokens"],
  ["positions", "Positions"],
  ["nfts", "NFTs"],
  ["history", "History"],
  ["approvals", "Approvals"],
]);
const ADDRESS = /^0x[0-9a-f]{40}$/;
const NAME = /^[^\s/\\?#]+\.[^\s/\\?#.]+$/u;

/** The first paint waits for the head: without one in time, the page has what its path says. */
const MAX_MS = 1_500;
const MAX_KNOWN = 2_000;
const KNOWN_MS = 60_000;

export interface DescribedPage extends PageHead {
  /** It couldn't be described now: this is what its path alone says. */
  readonly isFallback?: true;
}

/** The head of a page, by its path, for a visitor. */
export type DescribePage = (visitor: string, path: string) => Promise<DescribedPage>;

/** The heads of the explorer's pages. A reading costs its visitor as much as the page's own. */
export function createPageHeads({ db, api, limits, countOwner }: PageDescriber): DescribePage {
  const known = new QuickLRU<string, PageHead>({ maxSize: MAX_KNOWN, maxAge: KNOWN_MS });
  const describe = async (visitor: string, path: string): Promise<PageHead> => {
    const [first = "", second = "", third = "", ...rest] = path.slice(1).split("/");
    const fixed = FIXED.get(path);
    if (fixed !== undefined) return fixed;
    if (rest.length > 0) return missing("No such page", path);
    if (first === "bundle" && /^[0-9a-f]{8,32}$/.test(second) && third === "") return head("Bundle", UNTOLD, path);
    if (first === "address") return describeAddress(second, third, path);
    const subject = SUBJECTS.get(first);
    if (subject === undefined || (first === "protocol" && third !== "")) return missing("No such page", path);
    await limits("readsByAddress", visitor);
    const sources = { db, api, countOwner: (owner: string) => countOwner(visitor, owner) };
    return await subject(sources, [second.toLowerCase(), third.toLowerCase()]);
  };
  return async (visitor, given) => {
    const path = readPath(given);
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    const described = describe(visitor, path).then((found) => {
      known.set(path, found);
      return found;
    });
    const late = sleep(MAX_MS, undefined, { ref: false });
    const found = await Promise.race([described.catch(() => undefined), late]);
    return found ?? { ...head("Explorer", UNTOLD, path), isFallback: true };
  };
}

const UNTOLD = "Tokens, transactions, protocols, blocks and the portfolios of addresses, read from the chain.";

function describeAddress(text: string, tab: string, path: string): PageHead {
  const name = TABS.get(tab);
  if (name === undefined) return missing("No such page", path);
  const id = text.trim().toLowerCase();
  if (!ADDRESS.test(id) && !NAME.test(id)) return missing("Not an address", path);
  const shown = ADDRESS.test(id) ? shortAddress(id) : id;
  const what = tab === "" ? "Tokens, positions, NFTs and net worth" : name;
  const own = `/address/${encodeURIComponent(id)}${tab === "" ? "" : `/${tab}`}`;
  return head(`${name} · ${shown}`, `${what} of ${ADDRESS.test(id) ? id : shown}, read from the chain.`, own);
}

/** Without a slash at its end, and decoded where that is possible. */
function readPath(path: string): string {
  const whole = path.length > 1 ? path.replace(/\/+$/, "") : path;
  try {
    return decodeURIComponent(whole);
  } catch {
    return whole;
  }
}
