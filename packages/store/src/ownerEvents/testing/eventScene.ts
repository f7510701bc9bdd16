import { sql } from "kysely";
import type { BlockRef } from "../../chains/chains.ts";
import { ensureChainState } from "../../chains/chains.ts";
import { inTransaction } from "../../database/database.ts";
import type { Store } from "../../database/database.ts";
import type { Address } from "../../encoding/bytea.ts";
import { LegKind } from "../../history/position.ts";
import type { Leg } from "../../history/leg.ts";
import type { Transaction } from "../../history/transactions.ts";
import { address, append, bob, hash, START, usdc } from "../../testing/history.ts";
import { EVENT_KINDS } from "../eventKind.ts";
import { openEventStreams } from "../eventStreams.ts";
import { listEventsAfter } from "../ownerEvents.ts";
import type { OwnerEvent } from "../ownerEvents.ts";
import { writeOwnerEvents } from "../writeOwnerEvents.ts";

const TABLES = [
  "chain_state",
  "block",
  "transaction",
  "leg",
  "balance",
  "stale_balance",
  "owner_event",
  "event_stream",
];

/** A chain without blocks, streams and events. */
export async function emptyEvents(db: Store): Promise<void> {
  await sql.raw([...TABLES, "event_cursor"].map((table) => `delete from ${table}`).join(";")).execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
}

/** A block of a branch; `owners` have a transaction each. */
export interface Mined extends BlockRef {
  owners: readonly Address[];
}

export const mine = (number: number, branch: number, owners: readonly Address[]): Mined => ({
  blockNumber: BigInt(number),
  hash: hash(number + branch * 1_000),
  timeAt: START + number,
  owners,
});

export const hashAt = (blockNumber: bigint, txIndex: number) => hash(Number(blockNumber) * 100 + txIndex);

export const legOf = (owner: Address, block: BlockRef, txIndex: number, fields: Partial<Leg> = {}): Leg => ({
  owner,
  blockNumber: block.blockNumber,
  txIndex,
  kind: LegKind.token,
  index: 0,
  subIndex: 0,
  isInbound: true,
  token: usdc,
  counterparty: address(0xef),
  rawAmount: 2n ** 255n + 1n,
  txHash: hashAt(block.blockNumber, txIndex),
  timeAt: block.timeAt,
  ...fields,
});

export const transactionOf = (block: BlockRef, txIndex: number): Transaction => ({
  blockNumber: block.blockNumber,
  txIndex,
  hash: hashAt(block.blockNumber, txIndex),
  timeAt: block.timeAt,
  sender: bob,
  recipient: usdc,
  nonce: 0n,
  rawValue: 0n,
  input: "0x",
  isSuccess: true,
  gasUsed: 1n,
  rawFee: 1n,
});

/** Stores blocks as the indexer does. */
export async function storeMined(tx: Store, blocks: readonly Mined[], after: BlockRef | undefined): Promise<void> {
  const written = blocks.map(({ owners, ...block }) => ({
    ...block,
    legs: owners.map((owner, index) => legOf(owner, block, index)),
    transactions: owners.map((_, index) => transactionOf(block, index)),
  }));
  await append(tx, "eth", written);
  const last = blocks.at(-1);
  if (last) await writeOwnerEvents(tx, "eth", { after: after?.blockNumber, to: last.blockNumber });
}

export const openStreams = (db: Store, owners: readonly Address[]): Promise<void> =>
  inTransaction(db, (tx) => openEventStreams(tx, owners, ["eth"]));

export async function listAllEvents(db: Store, owner: Address, kinds = EVENT_KINDS): Promise<OwnerEvent[]> {
  const [events = []] = await listEventsAfter(db, [{ chain: "eth", owner, after: 0n, kinds }], 1_000);
  return events;
}

/** What of an event its order depends on. */
type Replayed = Pick<OwnerEvent, "number" | "reverts"> & { readonly text: string };

export const toReplayed = ({ number, reverts, block, transaction }: OwnerEvent): Replayed => ({
  number,
  reverts,
  text: `${block.hash} ${transaction?.hash}`,
});

/**
 * Applies an owner's events on a chain in order, and takes back the newest ones.
 * @returns the texts that are left. @throws Error for a gap in the numbers, or one that takes back another than the newest.
 */
export function replayEvents(events: readonly Replayed[]): string[] {
  const applied = new Map<bigint, string>();
  for (const [index, { number, reverts, text }] of events.entries()) {
    if (number !== BigInt(index + 1)) throw new Error(`Event ${number} is the ${index + 1}. one`);
    if (reverts === undefined) applied.set(number, text);
    else {
      const newest = [...applied].at(-1);
      if (newest?.[0] !== reverts || newest[1] !== text)
        throw new Error(`Event ${number} takes back ${reverts}: ${text}`);
      applied.delete(reverts);
    }
  }
  return [...applied.values()];
}
