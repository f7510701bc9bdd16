import { sql } from "kysely";
import type { RawBuilder, Selectable } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { EventKind } from "./eventKind.ts";
import type { OwnerEventTable, StoredMovement } from "./ownerEventSchema.ts";

/** What one transaction of an owner moved or allowed, or that it was taken back by a reorganisation. */
export interface OwnerEvent {
  chain: string;
  owner: Address;
  /** From 1, per owner and chain, without gaps, except after an unused stream was closed. */
  number: bigint;
  /** The number of the event that this one takes back; undefined: activity. */
  reverts: bigint | undefined;
  block: BlockRef;
  /** Undefined for what the chain itself paid. */
  transaction: EventTransaction | undefined;
  /** The first ones. */
  movements: EventMovement[];
  /** All of the transaction. */
  movementCount: number;
  /** When it was written. */
  createdAt: Date;
}

export interface EventTransaction {
  hash: Hex;
  /** Within the block. */
  index: number;
  /** Undefined if the transaction itself is not stored. */
  sender: Address | undefined;
  /** Undefined if it creates a contract. */
  recipient: Address | undefined;
  /** Undefined without receipts. */
  isSuccess: boolean | undefined;
}

export interface EventMovement {
  kind: EventKind;
  isInbound: boolean;
  token: Address;
  /** Of an NFT. */
  tokenId: bigint | undefined;
  counterparty: Address;
  /** Base units. */
  rawAmount: bigint;
}

/** An owner's events on a chain after one of them, of those that have a movement of one of the kinds. */
export interface EventPosition {
  chain: string;
  owner: Address;
  after: bigint;
  kinds: readonly EventKind[];
}

/**
 * The next events after each position: at most `limit` of each. Ranges of the primary key.
 * @returns a list for each position.
 */
export async function listEventsAfter(
  db: Store,
  positions: readonly EventPosition[],
  limit: number,
): Promise<OwnerEvent[][]> {
  const { rows } = await sql<EventRow & { nth: bigint }>`
    select nth, found.* from unnest(
      ${positions.map(({ chain }) => chain)}::text[], ${toByteaArray(positions.map(({ owner }) => owner))}::bytea[],
      ${toNumberArray(positions.map(({ after }) => after))}::bigint[],
      ${positions.map(({ kinds }) => kinds.join(" "))}::text[]
    ) with ordinality as p(chain, owner, after, kinds, nth) cross join lateral (
      select ${COLUMNS} from owner_event e
      where e.chain = p.chain and e.owner = p.owner and number > after and e.kinds && string_to_array(p.kinds, ' ')
      order by number limit ${limit}
    ) found order by nth, number`.execute(db);
  const lists = positions.map((): OwnerEvent[] => []);
  for (const row of rows) lists[Number(row.nth) - 1]?.push(toOwnerEvent(row));
  return lists;
}

const COLUMNS: RawBuilder<unknown> = sql.raw(
  "chain, owner, number, reverts, block_number, block_hash, time_at, tx_index, tx_hash, sender, recipient, is_success, movements, movement_count, created_at",
);

type EventRow = Omit<Selectable<OwnerEventTable>, "is_reverted" | "kinds">;

const toOwnerEvent = (row: EventRow): OwnerEvent => ({
  chain: row.chain,
  owner: fromBytea(row.owner),
  number: row.number,
  reverts: row.reverts ?? undefined,
  block: { blockNumber: row.block_number, hash: fromBytea(row.block_hash), timeAt: toSeconds(row.time_at) },
  transaction:
    row.tx_index === null
      ? undefined
      : {
          hash: fromBytea(row.tx_hash),
          index: row.tx_index,
          sender: row.sender === null ? undefined : fromBytea(row.sender),
          recipient: row.recipient === null ? undefined : fromBytea(row.recipient),
          isSuccess: row.is_success ?? undefined,
        },
  movements: row.movements.map(toMovement),
  movementCount: row.movement_count,
  createdAt: row.created_at,
});

// oxlint-disable typescript/no-unsafe-type-assertion -- what writeOwnerEvents wrote
const toMovement = (stored: StoredMovement): EventMovement => ({
  kind: stored.kind as EventKind,
  isInbound: stored.in,
  token: stored.token as Address,
  tokenId: stored.id === null ? undefined : BigInt(stored.id),
  counterparty: stored.with as Address,
  rawAmount: BigInt(stored.amount),
});
// oxlint-enable typescript/no-unsafe-type-assertion
