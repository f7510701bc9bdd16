import { sql } from "kysely";
import type { Kysely } from "kysely";

/** anvil's first development account, which owns a devnet's demo account. */
const DEMO_OWNER = "f39fd6e51aad88f6f4ce6ab8827279cfffb92266";

/** Whether a database's chains are those of a devnet; derived for existing databases. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table deployment (
      genesis_hashes bytea[] not null default '{}',
      is_only boolean primary key default true check (is_only),
      network text not null check (network in ('devnet', 'public'))
    )`.execute(db);
  await sql`
    insert into deployment (network, genesis_hashes)
    select 'devnet', array(select genesis_hash from chain_state where genesis_hash is not null)
    where exists (
      select from account join unit_ledger on account_id = account.id
      where owner = decode(${DEMO_OWNER}, 'hex') and actor = 'pnpm start' and reference = 'demo'
    )`.execute(db);
  await sql`
    insert into deployment (network) select 'public'
    where exists (select from chain_state) on conflict do nothing`.execute(db);
}
