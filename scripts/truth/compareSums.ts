import { type UserToken, unwrap } from "@portico/client";
import { type Comparison, createCollector } from "./comparison.ts";
import { toWhole } from "./chainTruth.ts";
import type { RunningService } from "./runService.ts";

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** Sums in descending order, as the service documents; it has the smallest rounding error. */
const sumDown = (values: readonly number[]): number => sum(values.toSorted((a, b) => b - a));

/** An owner's value is the same by token, by chain and in total. */
export async function compareSums({ devnet, client }: RunningService): Promise<Comparison> {
  const { compare, compareNear, finish } = createCollector();
  for (const id of devnet.users) {
    const total = await unwrap(client.GET("/v1/user/total_balance", { params: { query: { id } } }));
    const all = await unwrap(client.GET("/v1/user/all_token_list", { params: { query: { id } } }));
    compare(`${id} total`, total.total_usd_value, sum(total.chain_list.map(({ usd_value }) => usd_value)));
    const own = all.filter(({ is_wallet: isWallet }) => isWallet);
    compareNear(`${id} total of tokens`, total.total_usd_value, sum(own.map(({ amount, price }) => amount * price)));
    const listed: UserToken[] = [];
    for (const { id: chain, usd_value } of total.chain_list) {
      const query = { id, chain_id: chain };
      const balance = await unwrap(client.GET("/v1/user/chain_balance", { params: { query } }));
      const list = await unwrap(client.GET("/v1/user/token_list", { params: { query: { ...query, is_all: false } } }));
      const whole = await unwrap(client.GET("/v1/user/token_list", { params: { query } }));
      compare(`${id} ${chain} chain_balance`, balance.usd_value, usd_value);
      compare(`${id} ${chain} token_list`, sumDown(list.map(({ usd_value: usd }) => usd ?? NaN)), usd_value);
      listed.push(...whole);
    }
    for (const token of listed) {
      const name = `${id} ${token.chain} ${token.id}`;
      compare(`${name} usd_value`, token.usd_value, token.amount * token.price);
      compare(`${name} amount`, token.amount, toWhole(token.raw_amount, token.decimals));
    }
    const byKey = (tokens: readonly UserToken[]) =>
      new Map(tokens.map((token) => [`${token.chain} ${token.id}`, token]));
    compareSets(byKey(all), byKey(listed), (key, ours, theirs) => compare(`${id} ${key}`, ours, theirs));
  }
  return finish();
}

function compareSets<T>(
  ours: ReadonlyMap<string, T>,
  theirs: ReadonlyMap<string, T>,
  compare: (key: string, a: T | undefined, b: T | undefined) => void,
): void {
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) compare(key, ours.get(key), theirs.get(key));
}
