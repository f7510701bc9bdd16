import type { UserTotalBalance } from "@portico/contract";
import type { Subject } from "@portico/store";
import QuickLRU from "quick-lru";
import { type DataApi, isWhole } from "./dataApi.ts";
import { ownQuery } from "./ownQuery.ts";

/** Total worth of an account in USD; rejects if some chain's part isn't known in time. */
export type ReadNetValue = (this: void, account: Subject) => Promise<number>;

export interface NetValueOptions {
  readonly timeoutMs: number;
  /** Cache time of a value. */
  readonly cacheMs?: number;
  /** Maximum cached accounts. */
  readonly max?: number;
}

/**
 * Reads an account from the data API once per cache time, however many request it concurrently; failures aren't cached.
 */
export function createNetValues(dataApi: DataApi, options: NetValueOptions): ReadNetValue {
  const { timeoutMs, cacheMs = 60_000, max = 20_000 } = options;
  const known = new QuickLRU<string, Promise<number>>({ maxSize: max, maxAge: cacheMs });
  return (account) => {
    const cached = known.get(account);
    if (cached !== undefined) return cached;
    const pending = readNetValue(dataApi, account, AbortSignal.timeout(timeoutMs));
    known.set(account, pending);
    pending.catch(() => known.delete(account));
    return pending;
  };
}

async function readNetValue(dataApi: DataApi, account: Subject, signal: AbortSignal): Promise<number> {
  const headers = { "X-Fields": "{total_usd_value}" };
  const answer = await dataApi({ path: "/v1/user/total_balance", query: ownQuery(account), headers, signal });
  if (!isWhole(answer)) throw new Error(`Reading the net value of ${account} failed with status ${answer.status}`);
  const { total_usd_value: value } = JSON.parse(answer.bytes.toString()) as Partial<UserTotalBalance>;
  if (typeof value !== "number") throw new TypeError(`The net value of ${account} is not a number`);
  return value;
}
