import { sql } from "kysely";
import { fromBytea, type Address, type Bytea, type Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** A stored transaction of a block. Null is unknown, except for the recipient. */
export interface BlockTransaction {
  txIndex: number;
  hash: Hex;
  sender: Address;
  /** Null if it creates a contract. */
  recipient: Address | null;
  /** Wei. */
  rawValue: bigint;
  /** The called function's; null if it calls none. */
  selector: Hex | null;
  isSuccess: boolean | null;
  /** Wei. */
  rawFee: bigint | null;
}

export type BlockTransactionsQuery = {
  chain: string;
  blockNumber: bigint;
  /** Number of transactions to skip. */
  start: number;
  limit: number;
};

/** Stored transactions of a block, in its order. A range of the primary key. */
export async function listBlockTransactions(db: Store, query: BlockTransactionsQuery): Promise<BlockTransaction[]> {
  const { chain, blockNumber, start, limit } = query;
  const { rows } = await sql<Row>`
    select tx_index, hash, sender, recipient, raw_value::text as value, is_success, raw_fee::text as fee,
      case when octet_length(input) >= 4 then substring(input for 4) end as selector
    from transaction where chain = ${chain} and block_number = ${blockNumber}
    order by tx_index offset ${start} limit ${limit}`.execute(db);
  return rows.map((row) => ({
    txIndex: row.tx_index,
    hash: fromBytea(row.hash),
    sender: fromBytea(row.sender),
    recipient: row.recipient === null ? null : fromBytea(row.recipient),
    rawValue: BigInt(row.value),
    selector: row.selector === null ? null : fromBytea(row.selector),
    isSuccess: row.is_success,
    rawFee: row.fee === null ? null : BigInt(row.fee),
  }));
}

type Row = {
  tx_index: number;
  hash: Bytea;
  sender: Bytea;
  recipient: Bytea | null;
  value: string;
  is_success: boolean | null;
  fee: string | null;
  selector: Bytea | null;
};
