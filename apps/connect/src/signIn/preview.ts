import type { UserTotalBalance } from "@portico/contract";
import { findProfile, listFollowers, listFollowing, type Store } from "@portico/store";
import { type Address, getAddress } from "viem";
import { type DataApi, isWhole } from "../me/dataApi.ts";
import type { People } from "../me/toUsers.ts";
import type { PreviewRow } from "../page/wire.ts";

/** What a scope shows of an address, ready to read; null when it can't be read just now. */
export type Preview = (this: void, scope: string, address: Address) => Promise<readonly PreviewRow[] | null>;

export interface PreviewOptions extends People {
  /** Without it nothing is said of the portfolio. */
  dataApi: DataApi | undefined;
  timeoutMs?: number;
}

export function createPreview({ db, findNames, dataApi, timeoutMs = 2500 }: PreviewOptions): Preview {
  const readers: Readonly<Record<string, (address: Address) => Promise<readonly PreviewRow[] | null>>> = {
    "user:base:read": async (address) => {
      const [profile, names] = await Promise.all([findProfile(db, address), findNames([address])]);
      return listRows({ Address: getAddress(address), "ENS name": names.get(address), Name: profile.name });
    },
    "user:chain:read": async (address) =>
      dataApi === undefined ? null : await previewChain(dataApi, address, AbortSignal.timeout(timeoutMs)),
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

/** Null when the data API doesn't know all of it in time: a consent doesn't wait, and a part would be taken for the whole. */
async function previewChain(dataApi: DataApi, id: Address, signal: AbortSignal): Promise<readonly PreviewRow[] | null> {
  const query = new URLSearchParams({ id });
  const ask = async <T>(path: string, fields: string): Promise<T> => {
    const answer = await dataApi({ path, query, headers: { "X-Fields": fields }, signal });
    if (!isWhole(answer)) throw new Error(`The data API answered ${answer.status}`);
    return JSON.parse(answer.bytes.toString()) as T;
  };
  try {
    const [balance, tokens] = await Promise.all([
      ask<Pick<UserTotalBalance, "total_usd_value">>("/v1/user/total_balance", "{total_usd_value}"),
      ask<readonly unknown[]>("/v1/user/all_token_list", "{id}"),
    ]);
    return listRows({ "Net worth": USD.format(balance.total_usd_value), Tokens: String(tokens.length) });
  } catch {
    return null;
  }
}

const USD = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const listRows = (values: Readonly<Record<string, string | null | undefined>>): readonly PreviewRow[] =>
  Object.entries(values).flatMap(([label, value]) => (value === null || value === undefined ? [] : [{ label, value }]));
