import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { IS_ACTIVE } from "./tokenTwins.ts";
import type { TokenTwin } from "./tokenTwins.ts";

export interface TwinCandidate extends TokenTwin {
  sightings: bigint;
  /** Whether a token list has them, of `token` and of `twin`. */
  isVerified: [boolean, boolean];
  /** When they were created, unix seconds; null if unknown. */
  timeAt: [number | null, number | null];
}

/** Pairs that were seen `minSightings` times, and since a refusal as often again, in no row that is active. */
export async function listTwinCandidates(db: Store, chain: string, minSightings: number): Promise<TwinCandidate[]> {
  const { rows } = await sql<{
    token: Bytea;
    twin: Bytea;
    sightings: bigint;
    is_verified: [boolean, boolean];
    token_time: bigint | null;
    twin_time: bigint | null;
  }>`
    select c.token, c.twin, c.sightings, a.time_at as token_time, b.time_at as twin_time,
      array[coalesce(a.is_verified, false), coalesce(b.is_verified, false)] as is_verified
    from token_twin c left join token a on a.chain = c.chain and a.address = c.token
      left join token b on b.chain = c.chain and b.address = c.twin
    where c.chain = ${chain} and c.sightings >= greatest(${minSightings}, 2 * coalesce(refused_sightings, 0))
      and not exists (
        select 1 from token_twin w where w.chain = c.chain and ${sql.raw(IS_ACTIVE)}
          and (w.token in (c.token, c.twin) or w.twin = c.token)
      )
    order by c.token, c.twin`.execute(db);
  return rows.map((row) => ({
    token: fromBytea(row.token),
    twin: fromBytea(row.twin),
    sightings: row.sightings,
    isVerified: row.is_verified,
    timeAt: [toSeconds(row.token_time), toSeconds(row.twin_time)],
  }));
}

/** Owners with non-zero stored balances of both, the largest of the first, at most `limit`. By balance_by_amount. */
export async function listSharedHolders(
  db: Store,
  chain: string,
  { token, twin }: TokenTwin,
  limit: number,
): Promise<Address[]> {
  const { rows } = await sql<{ owner: Bytea }>`
    select a.owner from balance a
    where a.chain = ${chain} and a.token = ${toBytea(token)} and a.raw_amount > 0 and exists (
      select 1 from balance b
      where b.owner = a.owner and b.chain = a.chain and b.token = ${toBytea(twin)} and b.raw_amount > 0 offset 0
    )
    order by a.raw_amount desc, a.owner limit ${limit}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Their supplies or balances differ: they wait until they were seen as often again. */
export async function refuseTwin(db: Store, chain: string, { token, twin, sightings }: TwinCandidate): Promise<void> {
  await sql`
    update token_twin set refused_sightings = ${sightings}
    where chain = ${chain} and token = ${toBytea(token)} and twin = ${toBytea(twin)}`.execute(db);
}
