import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, CoinRules } from "@portico/evm";
import type { NodeReceipt } from "./blockReceipts.ts";
import type { NodeTransaction } from "./readHeader.ts";
import { listAttemptMoves, listSubmissionMoves } from "./retryableTicket.ts";
import type { SystemMove } from "./sourceBlock.ts";

const OP_DEPOSIT = "0x7e";
const ARBITRUM = { deposit: "0x64", attempt: "0x68", submission: "0x69" };

/**
 * The coin that a rollup moves with a transaction, beside the transaction's value: deposits, escrow, refunds. undefined
 * for ordinary transactions.
 */
export function listSystemMoves(
  receipt: NodeReceipt,
  transaction: NodeTransaction,
  { stack }: CoinRules,
): readonly SystemMove[] | undefined {
  const { type } = transaction;
  if ((stack === "op" || stack === "mantle") && type === OP_DEPOSIT) return [createDeposit(transaction)];
  if (stack !== "arbitrum") return undefined;
  if (type === ARBITRUM.deposit) return [toCreated(transaction, transaction.value)];
  if (type === ARBITRUM.attempt) return listAttemptMoves(receipt, transaction);
  return type === ARBITRUM.submission ? listSubmissionMoves(receipt, transaction) : undefined;
}

/**
 * Nodes leave out `mint` if there is none, but never `sourceHash`: without either, the source of the data knows nothing
 * of deposits, and the value that was sent is what was created.
 */
function createDeposit(transaction: NodeTransaction): SystemMove {
  const { mint, sourceHash, value } = transaction;
  return toCreated(transaction, mint ?? (sourceHash === undefined ? value : "0x0"));
}

const toCreated = ({ from }: NodeTransaction, amount = "0x0"): SystemMove => ({
  from: ZERO_ADDRESS,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nodes may return EIP-55 capitals
  to: from.toLowerCase() as Address,
  rawAmount: BigInt(amount),
});
