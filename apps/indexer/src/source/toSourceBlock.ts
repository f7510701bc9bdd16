import type { Address, CoinRules } from "@portico/evm";
import type { BlockLogs } from "./blockLogs.ts";
import type { BlockTraces } from "./blockTraces.ts";
import type { NodeReceipt } from "./blockReceipts.ts";
import type { Header, NodeBlock, NodeTransaction } from "./readHeader.ts";
import { readFee } from "./receiptFee.ts";
import type { SourceBlock, SourceReceipt, SourceTransaction } from "./sourceBlock.ts";
import { listSystemMoves } from "./systemMoves.ts";

const GWEI = 1_000_000_000n;

interface Parts {
  receipts: readonly NodeReceipt[] | undefined;
  traces: BlockTraces | undefined;
}

/** Assembles the validated parts. */
export function toSourceBlock(
  header: Header,
  logs: BlockLogs,
  { receipts, traces }: Parts,
  rules: CoinRules,
): SourceBlock {
  const { blockNumber, hash, parentHash, timeAt, node } = header;
  return {
    blockNumber,
    hash,
    parentHash,
    timeAt,
    miner: typeof node.miner === "string" ? lower(node.miner) : undefined,
    withdrawals: rules.withdrawals === "token" ? [] : readWithdrawals(node),
    rewards: traces?.rewards ?? [],
    transactions: header.transactions.map((transaction, index) =>
      toTransaction(transaction, index, receipts?.[index], rules),
    ),
    logs,
    internalTransfers: traces?.internalTransfers ?? [],
    creations: traces?.creations ?? [],
  };
}

const readWithdrawals = ({ withdrawals }: NodeBlock): SourceBlock["withdrawals"] =>
  (withdrawals ?? []).map(({ address, amount }) => ({ address: lower(address), rawAmount: BigInt(amount) * GWEI }));

function toTransaction(
  transaction: NodeTransaction,
  index: number,
  receipt: NodeReceipt | undefined,
  rules: CoinRules,
): SourceTransaction {
  const { hash, from, to, nonce = "0x0", value = "0x0", input = "0x" } = transaction;
  return {
    hash,
    index,
    from: lower(from),
    to: typeof to === "string" ? lower(to) : undefined,
    nonce: BigInt(nonce),
    rawValue: toBigInt(value),
    input,
    receipt: receipt === undefined ? undefined : toReceipt(receipt, transaction, rules),
    systemMoves: receipt === undefined ? undefined : listSystemMoves(receipt, transaction, rules),
  };
}

function toReceipt(receipt: NodeReceipt, transaction: NodeTransaction, rules: CoinRules): SourceReceipt {
  const { contractAddress } = receipt;
  return {
    isSuccess: readOutcome(receipt, transaction),
    gasUsed: BigInt(receipt.gasUsed),
    rawFee: readFee(receipt, transaction, rules),
    contractAddress: typeof contractAddress === "string" ? lower(contractAddress) : undefined,
  };
}

/** Before EIP-658 there was a state root instead; a failed transaction had used all of its gas. */
function readOutcome({ status, root, gasUsed }: NodeReceipt, { gas }: NodeTransaction): boolean | undefined {
  if (typeof status === "string") return BigInt(status) !== 0n;
  if (typeof root !== "string" || typeof gas !== "string") return undefined;
  return BigInt(gasUsed) < BigInt(gas) ? true : undefined;
}

const toBigInt = (hex: string): bigint => (hex === "0x0" ? 0n : BigInt(hex));

/** Nodes and libraries may return EIP-55 capitals. */
const lower = (address: Address): Address => address.toLowerCase() as Address;
