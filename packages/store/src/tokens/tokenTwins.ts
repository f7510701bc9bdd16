import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { markHoldersStale } from "../balances/staleBalances.ts";
import type { Store } from "../database/database.ts";
import { LegKind } from "../history/position.ts";
import { queueHistoryTokens } from "../owners/historyChecks.ts";

/** Two contracts that log the same movements: `token` second, `twin` first. */
export interface TokenTwin {
  token: Address;
  twin: Address;
}

/** How often they did. */
export interface TwinSighting extends TokenTwin {
  blockNumber: bigint;
  count: number;
}

/** Whether a row of token_twin leaves its token out of history and balances. */
export const IS_ACTIVE = "(is_known or verified_block is not null)";
const SUB_INDEX_MASK = 0x7f_ff;

/**
 * SQL: whether a leg counts. One whose log directly followed or preceded an equal log of another contract does not if
 * that contract keeps the same ledger; of all other legs only the position is looked at.
 * @param leg - Name of its row; it has chain, kind, position and token.
 */
export const countsOnce = (leg: string): string => `(${leg}.position & ${SUB_INDEX_MASK} = 0
  or ${leg}.kind <> ${LegKind.token} or not exists (
    select 1 from token_twin w where w.chain = ${leg}.chain and w.token = ${leg}.token and ${IS_ACTIVE}
  ))`;

/** Adds sightings of possible twins; the known ones need none. */
export async function addTwinSightings(db: Store, chain: string, sightings: readonly TwinSighting[]): Promise<void> {
  if (sightings.length === 0) return;
  const tokens = toByteaArray(sightings.map(({ token }) => token));
  const twins = toByteaArray(sightings.map(({ twin }) => twin));
  await sql`
    insert into token_twin as t (chain, token, twin, first_block, sightings)
    select ${chain}, token, twin, block, count from unnest(${tokens}::bytea[], ${twins}::bytea[],
      ${toNumberArray(sightings.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${toNumberArray(sightings.map(({ count }) => count))}::bigint[]) as s(token, twin, block, count)
    order by token, twin
    on conflict (chain, token, twin) do update set sightings = t.sightings + excluded.sightings`.execute(db);
}

/** Tokens that are left out, with the twins that count instead. */
export async function listActiveTwins(db: Store, chain: string): Promise<TokenTwin[]> {
  const { rows } = await sql<{ token: Bytea; twin: Bytea }>`
    select token, twin from token_twin where chain = ${chain} and ${sql.raw(IS_ACTIVE)}`.execute(db);
  return rows.map(({ token, twin }) => ({ token: fromBytea(token), twin: fromBytea(twin) }));
}

/** Deletes what was seen after a block, and withdraws what was verified there: those balances are read again. */
export async function rewindTwins(db: Store, chain: string, fork: bigint): Promise<void> {
  const { rows } = await sql<{ token: Bytea }>`
    update token_twin set verified_block = null where chain = ${chain} and verified_block > ${fork}
    returning token`.execute(db);
  for (const { token } of rows) await readHoldersAgain(db, chain, fromBytea(token));
  await sql`delete from token_twin where chain = ${chain} and first_block > ${fork}`.execute(db);
}

/** Verified at a block: the token is left out from now on, so its balances are read again. */
export async function activateTwin(
  db: Store,
  chain: string,
  { token, twin, blockNumber }: TokenTwin & { blockNumber: bigint },
): Promise<void> {
  await sql`
    insert into token_twin as t (chain, token, twin, first_block, sightings, verified_block)
    values (${chain}, ${toBytea(token)}, ${toBytea(twin)}, ${blockNumber}, 0, ${blockNumber})
    on conflict (chain, token, twin) do update set verified_block = excluded.verified_block`.execute(db);
  await readHoldersAgain(db, chain, token);
}

/** Adds pairs that are known without a verification; balances of new ones are read again. */
export async function addKnownTwins(db: Store, chain: string, pairs: readonly TokenTwin[]): Promise<void> {
  for (const { token, twin } of pairs) {
    const { rows } = await sql`
      insert into token_twin as t (chain, token, twin, is_known, first_block, sightings)
      values (${chain}, ${toBytea(token)}, ${toBytea(twin)}, true, 0, 0)
      on conflict (chain, token, twin) do update set is_known = true, first_block = 0 where not t.is_known
      returning token`.execute(db);
    if (rows.length > 0) await readHoldersAgain(db, chain, token);
  }
}

/** A token counts, or no longer does: balances are read, and histories are checked again. */
async function readHoldersAgain(db: Store, chain: string, token: Address): Promise<void> {
  await markHoldersStale(db, chain, token);
  await sql`
    with changed as (select ${toBytea(token)}::bytea as token) ${queueHistoryTokens(chain, "changed")}`.execute(db);
}
