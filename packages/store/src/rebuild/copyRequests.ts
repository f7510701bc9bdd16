import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { INITIAL_SCAN_CHANNEL } from "../notifications/channels.ts";
import { NEXT } from "./nextIndex.ts";

const next = (name: string) => sql.table(`${NEXT}.${name}`);

/**
 * Owners that were followed or requested since: the next index reads their balances, too. And whether accounts have code,
 * which pages request.
 */
export async function copyRequests(tx: Store): Promise<void> {
  await sql`
    insert into ${next("followed_owner")} (chain, owner, requested_at, is_permanent)
    select chain, owner, requested_at, is_permanent from public.followed_owner
    on conflict (chain, owner) do update set requested_at = excluded.requested_at, is_permanent = excluded.is_permanent`.execute(
    tx,
  );
  await sql`
    insert into ${next("sight")} (owner, chain, asked_at) select owner, chain, asked_at from public.sight
    on conflict (owner, chain) do nothing`.execute(tx);
  await sql`
    insert into ${next("account_code")} as n (chain, address, has_code, block_number, time_at, delegate)
    select chain, address, has_code, block_number, time_at, delegate from public.account_code
    on conflict (chain, address) do update
      set has_code = excluded.has_code, block_number = excluded.block_number, time_at = excluded.time_at,
        delegate = excluded.delegate
      where n.block_number is null and excluded.block_number is not null`.execute(tx);
  await sql`select pg_notify(${INITIAL_SCAN_CHANNEL}, chain) from public.chain_state`.execute(tx);
}
