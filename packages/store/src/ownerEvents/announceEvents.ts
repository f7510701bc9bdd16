import { sql } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { OWNER_EVENT_CHANNEL } from "../notifications/channels.ts";
import { notify } from "../notifications/notify.ts";

/** An owner with new events: the number of the newest. */
export interface NumberedOwner {
  owner: Bytea;
  lastNumber: bigint;
}

/**
 * Stores the owners' last numbers, marks their lanes of subscriptions, and notifies when the transaction commits. The
 * streams first: a subscription that begins meanwhile holds them.
 */
export async function announceEvents(tx: Store, chain: string, owners: readonly NumberedOwner[]): Promise<void> {
  if (owners.length === 0) return;
  const given = sql`unnest(
    ${toByteaArray(owners.map(({ owner }) => fromBytea(owner)))}::bytea[],
    ${toNumberArray(owners.map(({ lastNumber }) => lastNumber))}::bigint[]
  ) as given(owner, number)`;
  await sql`
    update event_stream s set last_number = locked.number from (
      select n.owner, number from event_stream n join ${given} on given.owner = n.owner
      where n.chain = ${chain} order by n.owner for update of n
    ) locked where s.chain = ${chain} and s.owner = locked.owner`.execute(tx);
  await sql`
    update subscription_lane l set pending_number = locked.number from (
      select n.subscription_id, n.owner, number from subscription_lane n join ${given} on given.owner = n.owner
      where n.chain = ${chain} order by n.subscription_id, n.owner for update of n
    ) locked
    where l.subscription_id = locked.subscription_id and l.chain = ${chain} and l.owner = locked.owner`.execute(tx);
  await notify(tx, OWNER_EVENT_CHANNEL, chain);
}
