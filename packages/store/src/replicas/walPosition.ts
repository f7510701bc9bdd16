import type { ClientBase } from "pg";

/** A position in the write-ahead log, in bytes from its start. Equal on the primary and its replicas. */
export type WalPosition = bigint;

/** What a connection to a replica may see. */
export interface ReplayState {
  /** Every transaction up to here is seen by statements that begin from now on. */
  readonly seen: WalPosition;
  /** No transaction after this was seen by statements that have ended. */
  readonly bound: WalPosition;
}

const OF_PRIMARY = `
  select (pg_current_wal_insert_lsn() - '0/0')::text as inserted, (pg_current_wal_flush_lsn() - '0/0')::text as flushed`;

/** The position before which everything that is committed on the primary was. @throws on a server in recovery. */
export async function readPrimaryPosition(client: Pick<ClientBase, "query">): Promise<WalPosition> {
  return (await readInserted(client)).position;
}

/** The same; replicas get there soon. */
export async function flushPrimaryPosition(client: Pick<ClientBase, "query">): Promise<WalPosition> {
  const { position, isFlushed } = await readInserted(client);
  if (!isFlushed) await client.query(FLUSH).catch(() => undefined); // it may be read-only: then it takes longer
  return position;
}

async function readInserted(client: Pick<ClientBase, "query">) {
  const { rows } = await client.query<{ inserted: string; flushed: string }>(OF_PRIMARY);
  const { inserted, flushed } = rows[0]!;
  return { position: BigInt(inserted), isFlushed: inserted === flushed };
}

/**
 * What was committed asynchronously, such as heartbeats, is sent to replicas up to 0.2 s later; a synchronous commit
 * sends it at once.
 */
const FLUSH = `
  select set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'portico', '')`;

/** In this order: what is received later includes what was being replayed. */
const OF_REPLICA = `
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as replayed,
    (pg_last_wal_receive_lsn() - '0/0')::text as received`;

/** @returns undefined if the server is not in recovery, or has replayed nothing yet. */
export async function readReplayState(client: Pick<ClientBase, "query">): Promise<ReplayState | undefined> {
  const { rows } = await client.query<{ replayed: string | null; received: string | null }>(OF_REPLICA);
  const { replayed, received } = rows[0]!;
  if (replayed === null) return undefined;
  const seen = BigInt(replayed);
  // A commit is visible shortly before the position passes it. It is the next record then, so that only a position
  // beyond this one includes it. If nothing more was received, nothing was being replayed.
  return { seen, bound: replayed === received ? seen : seen + 1n };
}
