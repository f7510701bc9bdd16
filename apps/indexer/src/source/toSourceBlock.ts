import type { Address } from "@portico/evm";
import type { BlockLogs } from "./blockLogs.ts";
import type { BlockTraces } from "./blockTraces.ts";
import type { NodeReceipt } from "./blockReceipts.ts";
import type { Header, NodeTransaction } from "./readHeader.ts";
import type { SourceBlock, SourceReceipt, SourceTransaction } from "./sourceBlock.ts";

const GWEI = 1_000_000_000n;

/** Assembles the validated parts. */
export function toSourceBlock(
  header: Header,
  logs: BlockLogs,
  { receipts, traces }: { receipts: readonly NodeReceipt[] | undefined; traces: BlockTraces | undefined },
): SourceBlock {
  const { blockNumber, hash, parentHash, timeAt, node } = header;
  return {
    blockNumber,
    hash,
    parentHash,
    timeAt,
    miner: typeof node.miner === "string" ? lower(node.miner) : undefined,
    withdrawals: (node.withdrawals ?? []).map(({ address, amount }) => ({
      address: lower(address),
      rawAmount: BigInt(amount) * GWEI,
    })),
    rewards: traces?.rewards ?? [],
    transactions: header.transactions.map((transaction, index) => toTransaction(transaction, index, receipts?.[index])),
    logs,
    internalTransfers: traces?.internalTransfers ?? [],
    creations: traces?.creations ?? [],
  };
}

function toTransaction(transaction: NodeTransaction, index: number, receipt?: NodeReceipt): SourceTransaction {
  const { hash, from, to, nonce = "0x0", value = "0x0", input = "0x" } = transaction;
  return {
    hash,
    index,
    from: lower(from),
    to: typeof to === "string" ? lower(to) : undefined,
    nonce: BigInt(nonce),
    rawValue: toBigInt(value),
    input,
    receipt: receipt === undefined ? undefined : toReceipt(receipt, transaction),
  };
}

function toReceipt(receipt: NodeReceipt, transaction: NodeTransaction): SourceReceipt {
  const gasUsed = BigInt(receipt.gasUsed);
  const { contractAddress } = receipt;
  return {
    isSuccess: readOutcome(receipt, transaction),
    gasUsed,
    rawFee: feeOf(receipt, transaction, gasUsed),
    contractAddress: typeof contractAddress === "string" ? lower(contractAddress) : undefined,
  };
}

/** Before EIP-658 there was a state root instead; a failed transaction had used all of its gas. */
function readOutcome({ status, root, gasUsed }: NodeReceipt, { gas }: NodeTransaction): boolean | undefined {
  if (typeof status === "string") return BigInt(status) !== 0n;
  if (typeof root !== "string" || typeof gas !== "string") return undefined;
  return BigInt(gasUsed) < BigInt(gas) ? true : undefined;
}

/** Wei that the sender paid: for gas, for blobs (EIP-4844), and to a rollup for the data. */
function feeOf(receipt: NodeReceipt, { gasPrice, feeCurrency }: NodeTransaction, gasUsed: bigint): bigint {
  if (typeof feeCurrency === "string") return 0n; // it was paid in a token, and is in its Transfer
  const { effectiveGasPrice, blobGasUsed, blobGasPrice, l1Fee } = receipt;
  let fee = gasUsed * BigInt(effectiveGasPrice ?? gasPrice ?? "0x0");
  if (typeof blobGasUsed === "string" && typeof blobGasPrice === "string")
    fee += BigInt(blobGasUsed) * BigInt(blobGasPrice);
  if (typeof l1Fee === "string") fee += BigInt(l1Fee);
  return fee;
}

const toBigInt = (hex: string): bigint => (hex === "0x0" ? 0n : BigInt(hex));

/** Nodes and libraries may return EIP-55 capitals. */
const lower = (address: Address): Address => address.toLowerCase() as Address;
