import { findProfile, listFollowers, listFollowing, type Store } from "@portico/store";
import { type Address, getAddress } from "viem";
import type { PreviewRow } from "../page/wire.ts";

/** What a scope shows of an address, ready to read; null when it can't be read just now. */
export type Preview = (this: void, scope: string, address: Address) => Promise<readonly PreviewRow[] | null>;

export interface PreviewOptions {
  db: Store;
  /** The data API; without it nothing is said of the portfolio. */
  api: { readonly url: string; readonly key: string } | undefined;
  /** The address's name on chain (ENS), where one is known. */
  findName?: (address: Address) => Promise<string | undefined>;
  timeoutMs?: number;
}

export function createPreview({ db, api, findName, timeoutMs = 2500 }: PreviewOptions): Preview {
  const readers: Readonly<Record<string, (address: Address) => Promise<readonly PreviewRow[] | null>>> = {
    "user:base:read": async (address) => {
      const [profile, name] = await Promise.all([findProfile(db, address), findName?.(address).catch(() => undefined)]);
      return listRows({ Address: getAddress(address), "ENS name": name, Name: profile.name });
    },
    "user:chain:read": async (address) => (api === undefined ? null : await previewChain(api, address, timeoutMs)),
    "user:social:read": async (address) => await previewSocial(db, address),
  };
  return async (scope, address) => (await readers[scope]?.(address)) ?? null;
}

async function previewSocial(db: Store, address: Address): Promise<readonly PreviewRow[]> {
  const least = { start: 0, limit: 1 };
  const [profile, followers, following] = await Promise.all([
    findProfile(db, address),
    listFollowers(db, address, least),
    listFollowing(db, address, least),
  ]);
  return listRows({
    Name: profile.name,
    Bio: profile.bio,
    Links: profile.links.length === 0 ? null : profile.links.map(({ url }) => url).join(", "),
    Followers: String(followers.total),
    Following: String(following.total),
  });
}

/** @returns null when the data API doesn't answer in time: a consent doesn't wait for it. */
async function previewChain(
  api: NonNullable<PreviewOptions["api"]>,
  address: Address,
  timeoutMs: number,
): Promise<readonly PreviewRow[] | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const ask = async (path: string, fields: string): Promise<unknown> => {
    const headers = { AccessKey: api.key, "X-Fields": fields };
    const reply = await fetch(`${api.url}/v1/user/${path}?id=${address}`, { headers, signal, redirect: "error" });
    if (!reply.ok) throw new Error(`The data API answered ${reply.status}`);
    return await reply.json();
  };
  try {
    const [balance, tokens] = await Promise.all([
      ask("total_balance", "{total_usd_value}") as Promise<{ total_usd_value: number }>,
      ask("all_token_list", "{id}") as Promise<unknown[]>,
    ]);
    return listRows({ "Net worth": USD.format(balance.total_usd_value), Tokens: String(tokens.length) });
  } catch {
    return null;
  }
}

const USD = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const listRows = (values: Readonly<Record<string, string | null | undefined>>): readonly PreviewRow[] =>
  Object.entries(values).flatMap(([label, value]) => (value === null || value === undefined ? [] : [{ label, value }]));
