import { findBlockAt, findChainState, listBlockTransactions, type BlockTransaction, type Store } from "@portico/store";
import { BLOCK_PAGE, type BlockFacts, type BlockTransactionFacts } from "../../facts.ts";

export async function findBlockFacts(
  db: Store,
  chain: string,
  { number, start = 0 }: { number: bigint; start?: number },
): Promise<BlockFacts | undefined> {
  const [state, block] = await Promise.all([findChainState(db, chain), findBlockAt(db, chain, number)]);
  if (block === undefined || state?.logs === undefined) return undefined;
  const page = { chain, blockNumber: number, start, limit: BLOCK_PAGE + 1 };
  const transactions = await listBlockTransactions(db, page);
  return {
    chain,
    number: Number(number),
    hash: block.hash,
    time_at: block.timeAt,
    newest: Number(state.logs.blockNumber),
    since: Number(state.startBlock),
    transactions: transactions.slice(0, BLOCK_PAGE).map(toFacts),
    has_more: transactions.length > BLOCK_PAGE,
  };
}

const toFacts = ({ isSuccess, ...one }: BlockTransaction): BlockTransactionFacts => ({
  id: one.hash,
  tx_index: one.txIndex,
  from_addr: one.sender,
  to_addr: one.recipient,
  raw_value: one.rawValue.toString(),
  selector: one.selector,
  status: isSuccess === null ? null : isSuccess ? 1 : 0,
  raw_fee: one.rawFee?.toString() ?? null,
});
