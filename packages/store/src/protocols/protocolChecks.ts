import { sql } from "kysely";
import { PROTOCOL_CHANNEL } from "../notifications/channels.ts";
import { notify } from "../notifications/notify.ts";
import type { Store } from "../database/database.ts";
import { toStorableText } from "../tokens/tokenRows.ts";

/** Whether a protocol's rows of the catalogue respond on its chain. */
export interface ProtocolCheck {
  id: string;
  /** Of the rows that were checked. */
  version: string;
  /** What is wrong; null: they respond. */
  deadReason: string | null;
}

/** The checked protocols of a chain, by id. Scans protocol. */
export async function listProtocolChecks(db: Store, chain: string): Promise<Map<string, ProtocolCheck>> {
  const { rows } = await sql<{ id: string; checked_version: string; dead_reason: string | null }>`
    select id, checked_version, dead_reason from protocol
    where chain = ${chain} and checked_version is not null`.execute(db);
  return new Map(
    rows.map((row) => [row.id, { id: row.id, version: row.checked_version, deadReason: row.dead_reason }]),
  );
}

/** Stores checks, replacing earlier ones; the protocol channel is notified. By primary key. */
export async function writeProtocolChecks(tx: Store, chain: string, checks: readonly ProtocolCheck[]): Promise<void> {
  const [first] = checks;
  if (first === undefined) return;
  const rows = checks.map(({ id, version, deadReason }) => ({
    id,
    version,
    reason: toStorableText(deadReason?.slice(0, REASON_MAX) ?? null),
  }));
  await sql`
    insert into protocol (id, chain, checked_version, dead_reason)
    select id, ${chain}, version, reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id text, version text, reason text) order by id
    on conflict (id) do update set checked_version = excluded.checked_version, dead_reason = excluded.dead_reason`.execute(
    tx,
  );
  await notify(tx, PROTOCOL_CHANNEL, first.id);
}

const REASON_MAX = 1_000;
