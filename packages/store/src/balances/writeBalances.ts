import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toByteaArray, toNullableArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import { listBalanceRows } from "./balanceRows.ts";
import { IS_SYNCED, storeResiduals } from "./residuals.ts";
import type { StalePair } from "./staleBalances.ts";
import { queueSamples } from "./tokenDrift.ts";

/**
 * A call result; null if the call fails: then the balance is unknown, instead of zero or an old value. The pair remains
 * stored, so that it is read again when the contract is replaced, or the chain is rewound.
 */
export type BalanceRead = StalePair & { rawAmount: bigint | null };

/**
 * Stores call results at one block, with what no leg explains, and removes these pairs from the queue of stale ones. One
 * statement; each pair at most once. A pair that is named only gets no new row for zero, nor if its call fails.
 */
export async function writeBalances(
  db: Store,
  chain: string,
  blockNumber: bigint,
  balances: readonly BalanceRead[],
): Promise<void> {
  if (balances.length === 0) return;
  const replace = sql<{ token: Bytea }>`
    with given as materialized (${selectGiven(balances)}), ${storeResiduals(chain, blockNumber)}, fresh as (
      delete from stale_balance s using given g where s.chain = ${chain} and s.owner = g.owner and s.token = g.token
    ), written as (
      insert into balance (owner, chain, token, raw_amount, block_number, opened_block)
      select owner, ${chain}, token, raw_amount, ${blockNumber}::bigint, ${blockNumber} from given ${selectStored(chain, balances)}
      order by owner, token
      on conflict (owner, chain, token) do update
      set raw_amount = excluded.raw_amount, block_number = excluded.block_number, ${OPENED}
    )
    ${SELECT_SAMPLED}`;
  await replaceBalances(db, chain, { blockNumber, balances, replace });
}

/** SQL: the tokens whose holders are sampled; the end of a statement with storeResiduals. */
export const SELECT_SAMPLED = sql`select token from sampled where not is_drifting order by token`;

/** Runs a statement with storeResiduals that replaces balances, and queues the samples that it asks for. */
export async function replaceBalances(
  db: Store,
  chain: string,
  options: { blockNumber: bigint; balances: readonly BalanceRead[]; replace: RawBuilder<{ token: Bytea }> },
): Promise<void> {
  const { blockNumber, balances, replace } = options;
  const { rows } = await withOwnerRows(
    db,
    (tx) => listBalanceRows(tx, chain, blockNumber, balances),
    (tx) => replace.execute(tx),
  );
  await queueSamples(
    db,
    chain,
    rows.map(({ token }) => token),
    balances,
  );
}

/** SQL: the balances as rows with owner, token and raw_amount. */
export function selectGiven(balances: readonly BalanceRead[]): RawBuilder<unknown> {
  const owners = toByteaArray(balances.map(({ owner }) => owner));
  const tokens = toByteaArray(balances.map(({ token }) => token));
  const rawAmounts = toNullableArray(balances.map(({ rawAmount }) => rawAmount));
  return sql`
    select * from unnest(${owners}::bytea[], ${tokens}::bytea[], ${rawAmounts}::numeric[]) as t(owner, token, raw_amount)`;
}

/** For an update after storeResiduals: the first read after an unknown amount opens the balance again. */
export const OPENED = sql`opened_block = case
  when balance.raw_amount is null or balance.opened_block > excluded.block_number then excluded.block_number
  when (${IS_SYNCED}) is not true then excluded.block_number
  when (excluded.owner, excluded.token) in (select owner, token from reopened) then excluded.block_number
  else balance.opened_block end`;

/** Leaves out the pairs that get no row, if there can be any. */
function selectStored(chain: string, balances: readonly BalanceRead[]): RawBuilder<unknown> {
  const doubtful = balances.filter(({ isNamedOnly, rawAmount }) => isNamedOnly && !rawAmount);
  if (doubtful.length === 0) return sql``;
  const owners = toByteaArray(doubtful.map(({ owner }) => owner));
  const tokens = toByteaArray(doubtful.map(({ token }) => token));
  return sql`
    where (owner, token) not in (
      select t.owner, t.token from unnest(${owners}::bytea[], ${tokens}::bytea[]) as t(owner, token)
      where not exists (
        select 1 from balance b where b.owner = t.owner and b.chain = ${chain} and b.token = t.token offset 0
      )
    )`;
}
