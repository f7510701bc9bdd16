import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** An event that the index stores interactions of. */
export interface ScannedEvent {
  /** Its first topic. */
  topic: Hex;
  /** Undefined: all contracts that protocols identify by their form. */
  emitter?: Address | undefined;
}

/**
 * Notes that these events, and no others, are in the index from a block on, unless it is known since when. Of contracts
 * that were identified, what is known stays as long as their event is given without an emitter. Scans event_scan.
 */
export async function registerEvents(
  db: Store,
  chain: string,
  events: readonly ScannedEvent[],
  fromBlock: bigint,
): Promise<void> {
  const given = sql`unnest(${toByteaArray(events.map(({ topic }) => topic))}::bytea[],
    ${toByteaArray(events.map(({ emitter }) => emitter ?? "0x"))}::bytea[]) as given(topic, emitter)`;
  await sql`
    delete from event_scan s where chain = ${chain}
      and not exists (select 1 from ${given} where given.topic = s.topic and given.emitter = s.emitter)
      and not exists (select 1 from ${given} where given.topic = s.topic and given.emitter = '')`.execute(db);
  await sql`
    insert into event_scan (chain, topic, emitter, from_block)
    select ${chain}, topic, emitter, ${fromBlock}::bigint from ${given}
    on conflict do nothing`.execute(db);
}

/** Of one protocol: anybody may deploy contracts that one identifies by their form. */
const MAX_CONTRACTS = 2_000;

/**
 * Adds the identified contracts of protocols whose events are not in all of the index: those that were identified first.
 * By protocol_contract_by_protocol.
 * @param events - The events of contracts that each protocol identifies.
 */
export async function addIdentifiedEvents(
  db: Store,
  chain: string,
  events: readonly { protocolId: string; topic: Hex }[],
): Promise<void> {
  await sql`
    insert into event_scan (chain, topic, emitter, from_block)
    select ${chain}, s.topic, p.address, s.from_block
    from unnest(${events.map(({ protocolId }) => protocolId)}::text[],
      ${toByteaArray(events.map(({ topic }) => topic))}::bytea[]) as given(protocol_id, topic)
    join chain_state c on c.chain = ${chain}
    join event_scan s on s.chain = c.chain and s.topic = given.topic and s.emitter = '' and s.from_block > c.start_block
    cross join lateral (
      select address from protocol_contract p
      where p.chain = c.chain and p.protocol_id = given.protocol_id and identity = 'place'
      order by block_number, address limit ${MAX_CONTRACTS}
    ) p
    on conflict do nothing`.execute(db);
}

/** Events that are in the index from the same block on. */
export interface EventScan {
  fromBlock: bigint;
  events: { topic: Hex; emitter: Address }[];
}

/**
 * Events of known contracts that are missing in the index below a block, up to a limit; undefined if none is. Scans
 * event_scan.
 */
export async function findEventScan(
  db: Store,
  chain: string,
  startBlock: bigint,
  limit: number,
): Promise<EventScan | undefined> {
  const { rows } = await sql<{ topic: Bytea; emitter: Bytea; from_block: bigint }>`
    select topic, emitter, from_block from event_scan
    where chain = ${chain} and emitter <> '' and from_block = (
      select max(from_block) from event_scan where chain = ${chain} and emitter <> '' and from_block > ${startBlock}
    )
    order by emitter, topic limit ${limit}`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const events = rows.map(({ topic, emitter }) => ({ topic: fromBytea(topic), emitter: fromBytea(emitter) }));
  return { fromBlock: first.from_block, events };
}

/** Notes that these events are in the index from an earlier block on. By primary key. */
export async function advanceEventScan(
  tx: Store,
  chain: string,
  events: EventScan["events"],
  fromBlock: bigint,
): Promise<void> {
  await sql`
    update event_scan s set from_block = ${fromBlock}
    from unnest(${toByteaArray(events.map(({ topic }) => topic))}::bytea[],
      ${toByteaArray(events.map(({ emitter }) => emitter))}::bytea[]) as given(topic, emitter)
    where chain = ${chain} and s.topic = given.topic and s.emitter = given.emitter and from_block > ${fromBlock}`.execute(
    tx,
  );
}
