import { sql } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** What a feed said of a currency. */
export interface ExchangeRate {
  /** ISO 4217, or the symbol of a coin. */
  currency: string;
  feed: Address;
  /** US dollars for one unit. */
  usd: number;
  /** When the feed answered, unix seconds. */
  answeredAt: number;
  /** Maximum time between two answers, s. */
  heartbeatSeconds: number;
}

export interface StoredRate extends ExchangeRate {
  chain: string;
  /** The block that it was read at, and its time, unix seconds. */
  blockNumber: bigint;
  timeAt: number;
}

/** How late an answer may be, s. */
const GRACE_SECONDS = 300;

/** Replaces a chain's rates by those read at a block; call it in a transaction that holds the chain. */
export async function replaceExchangeRates(
  tx: Store,
  chain: string,
  { blockNumber, timeAt }: Pick<BlockRef, "blockNumber" | "timeAt">,
  rates: readonly ExchangeRate[],
): Promise<void> {
  await sql`delete from exchange_rate where chain = ${chain}`.execute(tx);
  await sql`
    insert into exchange_rate (chain, currency, feed, usd, answered_at, heartbeat, block_number, time_at)
    select ${chain}, currency, feed, usd, answered_at, heartbeat, ${blockNumber}::bigint, ${timeAt}::bigint
    from unnest(${rates.map(({ currency }) => currency)}::text[], ${toByteaArray(rates.map(({ feed }) => feed))}::bytea[],
      ${toNumberArray(rates.map(({ usd }) => usd))}::float8[],
      ${toNumberArray(rates.map(({ answeredAt }) => answeredAt))}::bigint[],
      ${toNumberArray(rates.map(({ heartbeatSeconds }) => heartbeatSeconds))}::integer[]
    ) as t(currency, feed, usd, answered_at, heartbeat)`.execute(tx);
}

interface Row {
  chain: string;
  currency: string;
  feed: Bytea;
  usd: number;
  heartbeat: number;
  answered_at: bigint;
  block_number: bigint;
  time_at: bigint;
}

/**
 * The rates whose feed is not late at its chain's newest block, each currency once: the newest answer. What was read at
 * a block that was removed is left out until it is read again.
 */
export async function listExchangeRates(db: Store): Promise<StoredRate[]> {
  const { rows } = await sql<Row>`
    select distinct on (currency) r.* from exchange_rate r join chain_state s using (chain)
    where r.block_number <= s.balances_block and r.answered_at >= s.balances_time - r.heartbeat - ${GRACE_SECONDS}
    order by currency, answered_at desc, chain`.execute(db);
  return rows.map((row) => ({
    chain: row.chain,
    currency: row.currency,
    feed: fromBytea(row.feed),
    usd: row.usd,
    heartbeatSeconds: row.heartbeat,
    answeredAt: toSeconds(row.answered_at),
    blockNumber: row.block_number,
    timeAt: toSeconds(row.time_at),
  }));
}
