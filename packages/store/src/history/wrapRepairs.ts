import { sql } from "kysely";
import { fromBytea, toBytea, toNumberArray, ZERO } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { decodePosition, LegKind } from "./position.ts";

/**
 * A transaction in which an earlier version may have stored wraps of the native coin twice: once for the token's
 * Transfer, and once for its Deposit or Withdrawal.
 */
export interface WrapRepair {
  blockNumber: bigint;
  txHash: Hex;
}

/** What a receipt says of an owner's wraps or unwraps of the same amount. */
export interface WrapLogs {
  owner: Address;
  isInbound: boolean;
  rawAmount: bigint;
  /** Log indices of the Transfers from or to the zero address. */
  transfers: readonly number[];
  /** Number of Deposits or Withdrawals. */
  eventCount: number;
}

/** Transactions that wait, the first ones after `after`. A range of the primary key. */
export async function listWrapRepairs(
  db: Store,
  chain: string,
  limit: number,
  after?: WrapRepair,
): Promise<WrapRepair[]> {
  const past = after ? sql`and (block_number, tx_hash) > (${after.blockNumber}, ${toBytea(after.txHash)})` : sql``;
  const { rows } = await sql<{ block_number: bigint; tx_hash: Bytea }>`
    select block_number, tx_hash from wrap_repair where chain = ${chain} ${past}
    order by block_number, tx_hash limit ${limit}`.execute(db);
  return rows.map((row) => ({ blockNumber: row.block_number, txHash: fromBytea(row.tx_hash) }));
}

/**
 * Deletes the legs of a transaction's wraps that its Deposits and Withdrawals duplicate, and the transaction from the
 * queue. Legs of amounts that the logs don't explain remain.
 * @param logs - undefined: the transaction is no longer on the chain, and its legs are unchanged.
 * @returns the number of deleted legs.
 */
export async function repairWraps(
  tx: Store,
  chain: string,
  token: Address,
  { blockNumber, txHash, logs = [] }: WrapRepair & { logs?: readonly WrapLogs[] | undefined },
): Promise<number> {
  let count = 0;
  for (const group of logs) {
    const { rows } = await sql<{ position: bigint }>`
      select position from leg where ${isOfGroup(chain, token, { blockNumber, txHash, ...group })}
      order by position`.execute(tx);
    const surplus = rows.length - group.transfers.length;
    if (group.transfers.length === 0 || surplus <= 0 || surplus > group.eventCount) continue;
    const isTransfer = ({ position }: { position: bigint }) => group.transfers.includes(decodePosition(position).index);
    const doubled = rows
      .filter((row) => !isTransfer(row))
      .slice(-surplus)
      .map(({ position }) => position);
    await sql`
      delete from leg where ${isOfGroup(chain, token, { blockNumber, txHash, ...group })}
        and position = any(${toNumberArray(doubled)}::bigint[])`.execute(tx);
    count += doubled.length;
  }
  await sql`
    delete from wrap_repair
    where chain = ${chain} and block_number = ${blockNumber} and tx_hash = ${toBytea(txHash)}`.execute(tx);
  return count;
}

const isOfGroup = (
  chain: string,
  token: Address,
  { owner, blockNumber, txHash, isInbound, rawAmount }: WrapRepair & Omit<WrapLogs, "eventCount" | "transfers">,
) => sql`
  owner = ${toBytea(owner)} and chain = ${chain} and block_number = ${blockNumber} and tx_hash = ${toBytea(txHash)}
  and kind = ${LegKind.token} and token = ${toBytea(token)} and counterparty = ${ZERO}
  and is_inbound = ${isInbound} and raw_amount = ${String(rawAmount)}::numeric`;
