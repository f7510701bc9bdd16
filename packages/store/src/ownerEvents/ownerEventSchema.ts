import type { ColumnType, Generated } from "kysely";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";
import type { Bytea } from "../encoding/bytea.ts";

/** Up to which block the events of a chain are written. */
export type EventCursorTable = { block_number: bigint; chain: string };

/** An owner whose activity on a chain is written as events. */
export type EventStreamTable = {
  /** Of its newest event; 0: none. */
  last_number: Generated<bigint>;
  /** Events are of blocks after this one; null until the chain's next range is stored. */
  since_block: bigint | null;
  /** By a stream; streams of subscriptions stay. */
  requested_at: Generated<Date>;
  /** Whether events are written; otherwise only the number is kept, from which they will go on. */
  is_open: Generated<boolean>;
  chain: string;
  owner: Bytea;
};

/** One transaction of an owner, or that it was taken back. Numbers of an owner on a chain have no gaps. */
export type OwnerEventTable = {
  number: bigint;
  block_number: bigint;
  time_at: EpochSeconds;
  created_at: Generated<Date>;
  /** Of an event about a reorganisation: the number of the event that it takes back. */
  reverts: bigint | null;
  /** Null if there is no transaction. */
  tx_index: number | null;
  /** Of the transaction; `movements` may have fewer. */
  movement_count: number;
  is_reverted: Generated<boolean>;
  is_success: boolean | null;
  chain: string;
  owner: Bytea;
  block_hash: Bytea;
  /** Empty if there is no transaction. */
  tx_hash: Bytea;
  sender: Bytea | null;
  recipient: Bytea | null;
  /** Those of the movements. */
  kinds: string[];
  movements: ColumnType<StoredMovement[], string, never>;
};

/** Amounts and ids are decimal digits: JSON's numbers would lose some. */
export type StoredMovement = {
  kind: string;
  in: boolean;
  token: string;
  id: string | null;
  with: string;
  amount: string;
};

export type OwnerEventDatabase = {
  event_cursor: EventCursorTable;
  event_stream: EventStreamTable;
  owner_event: OwnerEventTable;
};
