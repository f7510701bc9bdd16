import { sql } from "kysely";
import { PROTOCOL_CHANNEL } from "../notifications/channels.ts";
import type { Store } from "../database/database.ts";
import { toStorableText } from "../tokens/tokenRows.ts";

export interface ProtocolSwitch {
  id: string;
  chain: string;
  isOff: boolean;
  /** Displayed in the list of protocols; null: none. */
  reason: string | null;
  /** The operator. */
  actor: string;
}

/** A switch of a protocol. */
export interface SwitchedProtocol {
  protocolId: string;
  isOff: boolean;
  /** Null if none was given. */
  reason: string | null;
  actor: string;
  switchedAt: Date;
}

/** Switches a protocol off or on and records the actor; the protocol channel is notified. By primary key. */
export async function setProtocolOff(db: Store, { id, chain, isOff, reason, actor }: ProtocolSwitch): Promise<void> {
  const text = isOff ? toStorableText(reason) : null;
  await sql`
    with switched as (
      insert into protocol (id, chain, is_off, off_reason) values (${id}, ${chain}, ${isOff}, ${text})
      on conflict (id) do update set is_off = excluded.is_off, off_reason = excluded.off_reason
      returning id, is_off, off_reason
    ), noted as (
      insert into protocol_switch (protocol_id, is_off, reason, actor)
      select id, is_off, off_reason, ${actor} from switched
    )
    select pg_notify(${PROTOCOL_CHANNEL}, id) from switched`.execute(db);
}

/** The last switches, newest first. By primary key. */
export async function listProtocolSwitches(db: Store, limit: number): Promise<SwitchedProtocol[]> {
  const { rows } = await sql<SwitchedProtocol>`
    select protocol_id as "protocolId", is_off as "isOff", reason, actor, switched_at as "switchedAt"
    from protocol_switch order by id desc limit ${limit}`.execute(db);
  return rows;
}
