import type { Hex } from "@portico/evm";
import { findTransaction, type Store } from "@portico/store";
import type { TransactionFacts } from "../../facts.ts";

export async function findTransactionFacts(
  db: Store,
  chain: string,
  hash: string,
): Promise<TransactionFacts | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has checked its form
  const found = await findTransaction(db, chain, hash as Hex);
  if (found === undefined) return undefined;
  const { sender, recipient, nonce, rawValue, input, isSuccess, gasUsed, rawFee } = found;
  return {
    chain,
    id: found.hash,
    block_height: Number(found.blockNumber),
    tx_index: found.txIndex,
    time_at: found.timeAt,
    from_addr: sender ?? null,
    to_addr: recipient ?? null,
    nonce: toDigits(nonce),
    raw_value: toDigits(rawValue),
    input: input ?? null,
    is_input_cut: found.isInputCut,
    status: isSuccess === undefined ? null : isSuccess ? 1 : 0,
    gas_used: toDigits(gasUsed),
    raw_fee: toDigits(rawFee),
  };
}

const toDigits = (value: bigint | undefined): string | null => value?.toString() ?? null;
