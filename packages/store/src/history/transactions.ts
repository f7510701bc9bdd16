import type { Address, Hex } from "../encoding/bytea.ts";
import { copyRows } from "../encoding/copyRows.ts";
import type { EncodedRows } from "../encoding/copyRows.ts";
import type { Store } from "../database/database.ts";
import { CHUNK_BYTES, cutChunks } from "../encoding/rowChunks.ts";
import { RowWriter } from "../encoding/rowWriter.ts";

export interface Transaction {
  blockNumber: bigint;
  txIndex: number;
  hash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
  sender: Address;
  /** Undefined if it creates a contract. */
  recipient?: Address | undefined;
  nonce: bigint;
  /** Wei. */
  rawValue: bigint;
  /** Calldata, truncated at INPUT_BYTES. */
  input: Hex;
  /** From the receipt, all three: undefined if the RPC returns none. */
  isSuccess?: boolean | undefined;
  gasUsed?: bigint | undefined;
  /** Wei. */
  rawFee?: bigint | undefined;
}

/** Enough for the arguments of common calls; some transactions carry 100 kB. */
export const INPUT_BYTES = 4_096;

const COLUMNS = [
  "block_number",
  "nonce",
  "gas_used",
  "tx_index",
  "time_at",
  "is_success",
  "chain",
  "hash",
  "sender",
  "recipient",
  "raw_value",
  "raw_fee",
  "input",
];

/** Adds transactions of one chain by binary COPY; call it in the transaction that moves the cursor past their blocks. */
export async function copyTransactions(db: Store, chain: string, transactions: readonly Transaction[]): Promise<void> {
  await copyRows(db, encodeTransactions(chain, transactions));
}

/** Reused: new ones for every range would be garbage outside the heap, as in legRows.ts. */
const writer = new RowWriter(COLUMNS.length);
/** Rows are cut into chunks when there are so many bytes of them. */
const FULL = 2 * CHUNK_BYTES;

/** The rows that copyTransactions sends. */
export function encodeTransactions(chain: string, transactions: readonly Transaction[]): EncodedRows {
  const chunks: EncodedRows["chunks"] = [];
  const chainText = Buffer.from(chain);
  writer.clear();
  for (const transaction of transactions) {
    write(chainText, transaction);
    if (writer.length < FULL) continue;
    chunks.push(...cutChunks(writer.written));
    writer.clear();
  }
  chunks.push(...cutChunks(writer.written));
  return { table: "transaction", columns: COLUMNS, count: transactions.length, chunks };
}

function write(chain: Buffer, it: Transaction): void {
  writer.startRow();
  writer.int64(it.blockNumber);
  writer.int64(it.nonce);
  if (it.gasUsed === undefined) writer.null();
  else writer.int64(it.gasUsed);
  writer.int32(it.txIndex);
  writer.seconds(it.timeAt);
  if (it.isSuccess === undefined) writer.null();
  else writer.boolean(it.isSuccess);
  writer.bytes(chain);
  writer.hex(it.hash, 32);
  writer.hex(it.sender, 20);
  if (it.recipient === undefined) writer.null();
  else writer.hex(it.recipient, 20);
  writer.numeric(it.rawValue);
  if (it.rawFee === undefined) writer.null();
  else writer.numeric(it.rawFee);
  writer.hexStart(it.input, INPUT_BYTES);
}
