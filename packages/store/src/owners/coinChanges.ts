import { sql } from "kysely";
import { MOVING_KINDS } from "../balances/coinLedger.ts";
import type { Store } from "../database/database.ts";
import { fromBytea, NATIVE, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import { KIND_BITS, LegKind, TX_BITS } from "../history/position.ts";

/** What is stored of a transaction, or of a block's payments, that changed an owner's native coin. */
export interface CoinChange {
  blockNumber: bigint;
  /** "0x" for payments by the chain itself. */
  hash: Hex;
  /** Wei; negative if the owner paid. */
  rawAmount: bigint;
  /** Whether the owner sent the transaction. */
  isSent: boolean;
  /** Whether all that the owner paid as its sender is in the amount: its fee and its outcome are known. */
  isKnown: boolean;
}

const KINDS = MOVING_KINDS.join(",");

/** An owner's stored changes of the native coin in blocks, both inclusive. By ranges of the legs' key. */
export async function listCoinChanges(
  db: Store,
  chain: string,
  owner: Address,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<CoinChange[]> {
  const { rows } = await sql<{
    block_number: bigint;
    tx_hash: Bytea;
    raw_amount: string;
    is_sent: boolean;
    is_known: boolean;
  }>`
    select leg.block_number, leg.tx_hash,
      sum(case when is_inbound then raw_amount else -raw_amount end)::text as raw_amount,
      bool_or(kind = ${LegKind.fee} and t.sender = leg.owner and (leg.position & ((1::bigint << ${KIND_BITS}::int) - 1)) = 0)
        as is_sent,
      coalesce(bool_and(kind <> ${LegKind.fee} or t.raw_fee is not null and t.is_success is not null), false) as is_known
    from (
      select * from leg where leg.owner = ${toBytea(owner)} and leg.chain = ${chain}
        and leg.block_number between ${fromBlock} and ${toBlock} and token = ${NATIVE} and kind in (${sql.raw(KINDS)}) offset 0
    ) leg left join transaction t on t.chain = leg.chain and t.block_number = leg.block_number
      and t.tx_index = leg.position >> ${TX_BITS}::int
    group by leg.block_number, leg.tx_hash`.execute(db);
  return rows.map((row) => ({
    blockNumber: row.block_number,
    hash: fromBytea(row.tx_hash),
    rawAmount: BigInt(row.raw_amount),
    isSent: row.is_sent ?? false,
    isKnown: row.is_known,
  }));
}
