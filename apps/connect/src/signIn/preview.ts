import type { UserTotalBalance } from "@portico/contract";
import {
  findAccountByOwner,
  findProfile,
  listFollowers,
  listFollowing,
  type Store,
  type Subject,
} from "@portico/store";
import { type JudgedToken, type Pile, pileOf } from "@portico/ui/pileOf";
import { getAddress } from "viem";
import { type DataApi, isWhole } from "../me/dataApi.ts";
import { ownQuery } from "../me/ownQuery.ts";
import { findNamesOf, type UserDirectory } from "../me/toUsers.ts";
import { toSubjectResponse } from "../me/toSubjectResponse.ts";
import type { PreviewRow } from "../page/interactionResponse.ts";

/** What a scope shares of an account, formatted; null if it can't be read just now. */
export type Preview = (this: void, scope: string, account: Subject) => Promise<readonly PreviewRow[] | null>;

export interface PreviewOptions extends UserDirectory {
  /** Without it, nothing about the portfolio. */
  dataApi: DataApi | undefined;
  timeoutMs?: number;
}

export function createPreview({ db, findNames, dataApi, timeoutMs = 2500 }: PreviewOptions): Preview {
  const readers: Readonly<Record<string, (account: Subject) => Promise<readonly PreviewRow[] | null>>> = {
    "user:base:read": async (account) => {
      const [profile, names] = await Promise.all([findProfile(db, account), findNamesOf(findNames, [account])]);
      const { id, chain } = toSubjectResponse(account);
      return listRows({ Address: getAddress(id), Chain: chain, "ENS name": names.get(account), Name: profile.name });
    },
    "user:chain:read": async (account) =>
      dataApi === undefined ? null : await previewChain(dataApi, account, AbortSignal.timeout(timeoutMs)),
    "user:social:read": async (account) => await previewSocial(db, account),
    "data:read": async (account) => {
      const { balance = 0 } = (await findAccountByOwner(db, account)) ?? {};
      return listRows({ "Units left": balance.toLocaleString("en-US") });
    },
  };
  return async (scope, account) => (await readers[scope]?.(account)) ?? null;
}

async function previewSocial(db: Store, account: Subject): Promise<readonly PreviewRow[]> {
  const least = { start: 0, limit: 1 };
  const [profile, followers, following] = await Promise.all([
    findProfile(db, account),
    listFollowers(db, account, least),
    listFollowing(db, account, least),
  ]);
  return listRows({
    Name: profile.name,
    Bio: profile.bio,
    Links: profile.links.length === 0 ? null : profile.links.map(({ url }) => url).join(", "),
    Followers: String(followers.total),
    Following: String(following.total),
  });
}

/**
 * Null if the data API can't return everything in time: a consent doesn't wait, and a part would be mistaken for the
 * whole.
 */
async function previewChain(
  dataApi: DataApi,
  account: Subject,
  signal: AbortSignal,
): Promise<readonly PreviewRow[] | null> {
  const read = async <T>(path: string, fields: string, own?: Readonly<Record<string, string>>): Promise<T> => {
    const query = ownQuery(account, own);
    const answer = await dataApi({ path, query, headers: { "X-Fields": fields }, signal });
    if (!isWhole(answer)) throw new Error(`The data API returned ${answer.status}`);
    return JSON.parse(answer.bytes.toString()) as T;
  };
  try {
    const [balance, tokens] = await Promise.all([
      read<Pick<UserTotalBalance, "total_usd_value">>("/v1/user/total_balance", "{total_usd_value}"),
      read<readonly JudgedToken[]>("/v1/user/all_token_list", JUDGED, { is_all: "false" }),
    ]);
    return listRows({ "Net worth": USD.format(balance.total_usd_value), Tokens: countTokens(tokens) });
  } catch {
    return null;
  }
}

const JUDGED = "{is_scam,is_suspicious,is_verified,price,usd_value}";

/** In the explorer's words and numbers: "23 · 4 below $1 · 33 suspected spam". */
function countTokens(tokens: readonly JudgedToken[]): string {
  const piles = tokens.map(pileOf);
  const count = (pile: Pile) => piles.filter((one) => one === pile).length;
  const hidden = [
    { count: count("small"), words: "below $1" },
    { count: count("spam"), words: "suspected spam" },
  ];
  const named = hidden.filter((one) => one.count > 0).map((one) => `${one.count} ${one.words}`);
  return [count("shown"), ...named].join(" · ");
}

const USD = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const listRows = (values: Readonly<Record<string, string | null | undefined>>): readonly PreviewRow[] =>
  Object.entries(values).flatMap(([label, value]) => (value === null || value === undefined ? [] : [{ label, value }]));
