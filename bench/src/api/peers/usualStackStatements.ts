import type { Store } from "@portico/store";
import { sql } from "kysely";
import { COUNT, STEP } from "./home/curve.ts";
import type { Transaction } from "./home/history.ts";

export type Bytea = `\\x${string}`;

export const NATIVE: Bytea = `\\x${"ee".repeat(20)}`;
/** One more than a page has; and the newest legs among which they are looked for. */
const [ROWS, LEGS] = [21, 2_000];

export const toBytea = (hex: string): Bytea => `\\x${hex.slice(2)}`;
export const toHex = (bytea: string): string => `0x${bytea.slice(2)}`;

export interface HistoryRow {
  readonly hash: Bytea;
  readonly block_number: bigint;
  readonly tx_index: number;
  readonly time_at: bigint | number;
  readonly sender: Bytea;
  readonly recipient: Bytea;
  readonly raw_value: string;
  readonly raw_fee: string;
  readonly input: Bytea;
  readonly is_success: boolean;
  readonly fee_price: number | null;
  /** Without fees. */
  readonly legs: readonly (readonly [isInbound: boolean, token: Bytea, counterparty: Bytea, rawAmount: string])[];
}

/** The newest transactions of an owner with its moves. Position >> 39 is the transaction's index. */
export async function selectPage(db: Store, owner: Bytea, chain: string): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    with page as (
      select block_number, position >> 39 as tx_index,
        json_agg(json_build_array(is_inbound, token, counterparty, raw_amount::text) order by position)
          filter (where kind in (0, 2)) as legs
      from (
        select * from leg where owner = ${owner} and chain = ${chain}
        order by block_number desc, position desc limit ${LEGS}
      ) newest
      group by 1, 2 order by 1 desc, 2 desc limit ${ROWS}
    )
    select t.*, coalesce(page.legs, '[]'::json) as legs, (
      select usd from price_point p where p.chain = ${chain} and p.token = ${NATIVE} and p.time_at <= t.time_at
      order by p.time_at desc limit 1
    ) as fee_price
    from page join transaction t on t.chain = ${chain} and t.block_number = page.block_number and t.tx_index = page.tx_index
    order by t.block_number desc, t.tx_index desc`.execute(db);
  return rows;
}

export const toTransaction = (row: HistoryRow): Transaction => ({
  hash: toHex(row.hash),
  block: Number(row.block_number),
  index: row.tx_index,
  time: Number(row.time_at),
  sender: toHex(row.sender),
  recipient: toHex(row.recipient),
  rawValue: row.raw_value,
  rawFee: row.raw_fee,
  feePrice: row.fee_price,
  input: row.input.slice(2),
  isSuccess: row.is_success,
  moves: row.legs.map(([isInbound, token, counterparty, rawAmount]) => ({
    isInbound,
    token: toHex(token),
    counterparty: toHex(counterparty),
    rawAmount,
  })),
});

/** An owner's legs that change a balance, since a time. */
export const selectMoves = (db: Store, owner: Bytea, chain: string, since: number) =>
  db
    .selectFrom("leg")
    .select(["token", "time_at", "is_inbound", "raw_amount"])
    .where("owner", "=", owner)
    .where("chain", "=", chain)
    .where("time_at", ">", BigInt(since))
    .where("kind", "in", [0, 2, 3, 4, 5, 11])
    .execute();

/** The price of each token at the oldest point, and the last of each step after it. */
export async function selectPrices(
  db: Store,
  chain: string,
  tokens: readonly Bytea[],
  { time, oldest }: { readonly time: number; readonly oldest: number },
) {
  const { rows } = await sql<{ token: Bytea; step: number; usd: number }>`
    select t.token, point.step, point.usd from unnest(${[...tokens]}::bytea[]) as t(token) cross join lateral (
      (select ${COUNT - 1}::int as step, usd from price_point p
      where p.chain = ${chain} and p.token = t.token and p.time_at <= ${oldest}::int order by p.time_at desc limit 1)
      union all
      (select distinct on (step) step, usd from (
        select (${time}::int - time_at) / ${STEP}::int as step, usd, time_at from price_point p
        where p.chain = ${chain} and p.token = t.token and p.time_at > ${oldest}::int and p.time_at <= ${time}::int
      ) later order by step, time_at desc)
    ) point where usd > 0`.execute(db);
  return rows;
}
