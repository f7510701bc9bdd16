import { isEmptyBloom, readBloom } from "@portico/evm";
import type { Address, Bloom, Hash, Hex } from "@portico/evm";
import { UnfitError } from "./unfitError.ts";

/** A transaction as eth_getBlockByNumber tells of it. Rollups leave out some of it, and add some. */
export interface NodeTransaction {
  hash: Hash;
  from: Address;
  to?: Address | null;
  nonce?: Hex;
  value?: Hex;
  input?: Hex;
  gasPrice?: Hex;
  /** Celo: in which token the fee was paid. */
  feeCurrency?: Address | null;
}

/** A block as eth_getBlockByNumber tells of it. */
export interface NodeBlock {
  number: Hex;
  hash: Hash;
  parentHash: Hash;
  timestamp: Hex;
  miner?: Address | null;
  logsBloom?: Hex | null;
  transactions: readonly Hash[] | readonly NodeTransaction[];
  withdrawals?: readonly { address: Address; amount: Hex }[] | null;
}

/** A block whose own fields are in order. */
export interface Header {
  blockNumber: bigint;
  hash: Hash;
  parentHash: Hash;
  timeAt: number;
  /** undefined where the chain keeps none. */
  bloom: Bloom | undefined;
  hasEmptyBloom: boolean;
  transactionHashes: readonly Hash[];
  /** Empty when they were not asked for. */
  transactions: readonly NodeTransaction[];
  node: NodeBlock;
}

const HASH = /^0x[0-9a-f]{64}$/;

/** @throws UnfitError when it is not this block, or none. */
export function readHeader(blockNumber: bigint, block: NodeBlock | null): Header {
  const unfit = (message: string) => new UnfitError("block", blockNumber, message);
  if (block === null || typeof block !== "object") throw unfit("the node has it not");
  const { hash, parentHash, transactions } = block;
  if (!HASH.test(hash) || !HASH.test(parentHash)) throw unfit("it has no hash");
  if (typeof block.number !== "string" || BigInt(block.number) !== blockNumber) throw unfit(`got ${block.number}`);
  const timeAt = Number(block.timestamp);
  if (!Number.isSafeInteger(timeAt)) throw unfit("it has no time");
  if (!Array.isArray(transactions)) throw unfit("it has no list of transactions");
  const whole: NodeTransaction[] = [];
  const transactionHashes: Hash[] = [];
  for (const transaction of transactions as readonly (Hash | NodeTransaction)[]) {
    const txHash = typeof transaction === "string" ? transaction : transaction.hash;
    if (!HASH.test(txHash)) throw unfit("a transaction has no hash");
    transactionHashes.push(txHash);
    if (typeof transaction !== "string") whole.push(transaction);
  }
  const bloom = readBloom(block.logsBloom);
  return {
    blockNumber,
    hash,
    parentHash,
    timeAt,
    bloom,
    hasEmptyBloom: bloom !== undefined && isEmptyBloom(bloom),
    transactionHashes,
    transactions: whole,
    node: block,
  };
}
