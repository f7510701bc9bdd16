import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * State shared by the sign-in service's processes: attempt counters for secrets and signatures, which a crash may
 * delete (unlogged), and users' decisions. The columns of `login_limit` are those that rate-limiter-flexible expects:
 * `expire` is unix ms, as double precision instead of bigint, because the library calculates with it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table login_limit (
      key text primary key,
      points integer not null,
      expire double precision not null
    )`.execute(db);
  await sql`create index login_limit_expiry on login_limit (expire)`.execute(db);
  await sql`alter table oauth_artifact add column decision text`.execute(db);
}
