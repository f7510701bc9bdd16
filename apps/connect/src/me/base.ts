import type { Chain, User } from "@portico/contract";
import { listFollowers, type Store, type Subject } from "@portico/store";
import type { DataApi } from "./dataApi.ts";
import type { MeHandler } from "./exchange.ts";
import { createNetValues, type ReadNetValue } from "./netValues.ts";
import { ownQuery } from "./ownQuery.ts";
import { type UserDirectory, toUsers } from "./toUsers.ts";

/** A caller that waits for a name doesn't wait long for figures. */
const TIMEOUT_MS = 3000;
/** With more followers the sum is unknown: one request must not become hundreds. */
const MAX_FOLLOWERS = 20;

/** Endpoints of the scope user:base:read. What the data API doesn't return in time is null. */
export function baseHandlers(
  directory: UserDirectory,
  dataApi: DataApi | undefined,
): Readonly<Record<string, MeHandler>> {
  const readNetValue = dataApi && createNetValues(dataApi, { timeoutMs: TIMEOUT_MS });
  return {
    getMe: async ({ account, exchange }) => {
      const signal = AbortSignal.any([exchange.gone, AbortSignal.timeout(TIMEOUT_MS)]);
      const [[user], bornAt, tvf] = await Promise.all([
        toUsers(directory, [account]),
        dataApi && orNull(readBornAt(dataApi, account, signal)),
        readNetValue && sumFollowers(directory.db, account, readNetValue),
      ]);
      return { body: { ...user!, born_at: bornAt ?? null, tvf: tvf ?? null } satisfies User };
    },
  };
}

const orNull = <T>(pending: Promise<T>): Promise<T | null> => pending.catch(() => null);

async function readBornAt(dataApi: DataApi, account: Subject, signal: AbortSignal): Promise<number | null> {
  const headers = { "X-Fields": "{born_at}" };
  const answer = await dataApi({
    path: "/v1/user/used_chain_list",
    query: ownQuery(account),
    headers,
    signal,
  });
  if (answer.status !== 200) return null;
  const chains = JSON.parse(answer.bytes.toString()) as Pick<Chain, "born_at">[];
  const known = chains.flatMap(({ born_at: bornAt }) => (typeof bornAt === "number" && bornAt > 0 ? [bornAt] : []));
  return known.length > 0 ? Math.min(...known) : null;
}

/** Total worth of all followers; null unless it is known for every one of them. */
async function sumFollowers(db: Store, account: Subject, readNetValue: ReadNetValue): Promise<number | null> {
  const { subjects, total } = await listFollowers(db, account, { start: 0, limit: MAX_FOLLOWERS });
  if (total > subjects.length) return null;
  const values = await orNull(Promise.all(subjects.map(readNetValue)));
  return values && values.reduce((sum, value) => sum + value, 0);
}
