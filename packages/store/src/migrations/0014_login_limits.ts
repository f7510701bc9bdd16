import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * What the sign-in service's processes must agree on: how often secrets and signatures were tried, which a crash may forget
 * (unlogged), and what a person decided. The columns of `login_limit` stand as rate-limiter-flexible fills them: `expire` is
 * unix ms, which is no bigint here because the library calculates with it.
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
