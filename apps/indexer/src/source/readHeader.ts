import { isBytes, isEmptyBloom, isHash, readBloom } from "@portico/evm";
import type { Address, Bloom, Hash, Hex } from "@portico/evm";
import { InvalidDataError } from "./invalidDataError.ts";

/** A transaction as returned by eth_getBlockByNumber. Rollups omit some fields, and add others. */
export interface NodeTransaction {
  hash: Hash;
  from: Address;
  to?: Address | null;
  nonce?: Hex;
  value?: Hex;
  input?: Hex;
  /** Maximum gas. */
  gas?: Hex;
  gasPrice?: Hex;
  /** Celo: the token that the fee was paid in. */
  feeCurrency?: Address | null;
  type?: Hex;
  /** OP stack, of type 0x7e; `mint` is left out if there is none. */
  sourceHash?: Hash;
  mint?: Hex | null;
  /** Arbitrum, of type 0x69, and partly of 0x68. Wei. */
  depositValue?: Hex;
  retryValue?: Hex;
  retryData?: Hex;
  ticketId?: Hash;
  refundTo?: Address;
  maxRefund?: Hex;
  submissionFeeRefund?: Hex;
  maxSubmissionFee?: Hex;
  l1BaseFee?: Hex;
  maxFeePerGas?: Hex;
}

/** Fields of NodeTransaction that only some chains have. */
export const CHAIN_FIELDS = [
  "sourceHash",
  "mint",
  "depositValue",
  "retryValue",
  "retryData",
  "ticketId",
  "refundTo",
  "maxRefund",
  "submissionFeeRefund",
  "maxSubmissionFee",
  "l1BaseFee",
] as const;

/** A block as returned by eth_getBlockByNumber. */
export interface NodeBlock {
  number: Hex;
  hash: Hash;
  parentHash: Hash;
  timestamp: Hex;
  gasUsed?: Hex | null;
  miner?: Address | null;
  logsBloom?: Hex | null;
  transactions: readonly Hash[] | readonly NodeTransaction[];
  withdrawals?: readonly { address: Address; amount: Hex }[] | null;
}

/** A block with valid fields of its own. */
export interface Header {
  blockNumber: bigint;
  hash: Hash;
  parentHash: Hash;
  timeAt: number;
  /** undefined if the chain doesn't maintain blooms. */
  bloom: Bloom | undefined;
  hasEmptyBloom: boolean;
  /** Of all its transactions; undefined if the node omits it. */
  gasUsed: bigint | undefined;
  transactionHashes: readonly Hash[];
  /** Empty if not requested. */
  transactions: readonly NodeTransaction[];
  node: NodeBlock;
}

/**
 * @param isWhole - Whether full transactions were requested, not just their hashes.
 * @throws InvalidDataError if it is another block, missing, or malformed.
 */
export function readHeader(blockNumber: bigint, block: NodeBlock | null, isWhole: boolean): Header {
  try {
    return readParts(blockNumber, block, isWhole);
  } catch (error) {
    if (error instanceof InvalidDataError) throw error;
    throw new InvalidDataError("block", blockNumber, `it is malformed: ${String(error)}`);
  }
}

function readParts(blockNumber: bigint, block: NodeBlock | null, isWhole: boolean): Header {
  const invalid = (message: string) => new InvalidDataError("block", blockNumber, message);
  if (block === null || typeof block !== "object") throw invalid("the node doesn't have it");
  const { hash, parentHash, transactions } = block;
  if (!isHash(hash) || !isHash(parentHash)) throw invalid("its hash or parent hash is not valid");
  if (typeof block.number !== "string" || BigInt(block.number) !== blockNumber) throw invalid(`got ${block.number}`);
  const timeAt = Number(block.timestamp);
  if (!Number.isSafeInteger(timeAt)) throw invalid("its timestamp is not valid");
  if (!Array.isArray(transactions)) throw invalid("it has no list of transactions");
  const whole: NodeTransaction[] = [];
  const transactionHashes: Hash[] = [];
  for (const transaction of transactions as readonly (Hash | NodeTransaction)[]) {
    const txHash = typeof transaction === "string" ? transaction : transaction.hash;
    if (!isHash(txHash)) throw invalid("the hash of a transaction is not valid");
    transactionHashes.push(txHash);
    if (!isWhole) continue;
    if (typeof transaction === "string" || !isInOrder(transaction))
      throw invalid("a transaction is incomplete or out of order");
    whole.push(transaction);
  }
  if (!(block.withdrawals ?? []).every(isPayment)) throw invalid("a withdrawal is malformed");
  const bloom = readBloom(block.logsBloom);
  return {
    blockNumber,
    hash,
    parentHash,
    timeAt,
    bloom,
    gasUsed: typeof block.gasUsed === "string" ? BigInt(block.gasUsed) : undefined,
    hasEmptyBloom: bloom !== undefined && isEmptyBloom(bloom),
    transactionHashes,
    transactions: whole,
    node: block,
  };
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;

const isPayment = ({ address, amount }: { address: Address; amount: Hex }): boolean =>
  ADDRESS.test(address) && QUANTITY.test(amount);

const isInOrder = (transaction: NodeTransaction): boolean => {
  const { from, to, nonce = "0x0", value = "0x0", input = "0x" } = transaction;
  return (
    ADDRESS.test(from) &&
    (typeof to !== "string" || ADDRESS.test(to)) &&
    QUANTITY.test(nonce) &&
    QUANTITY.test(value) &&
    isBytes(input) &&
    (!ROLLUP_TYPES.has(transaction.type ?? "") || hasValidChainFields(transaction))
  );
};

/** Fields are null, left out, or quantities; the three of another form are checked as such. */
function hasValidChainFields({ refundTo, retryData, ticketId, ...fields }: NodeTransaction): boolean {
  const quantities = [fields.maxFeePerGas, ...QUANTITY_FIELDS.map((name) => fields[name])];
  return (
    quantities.every((text) => text === undefined || text === null || QUANTITY.test(text)) &&
    (refundTo === undefined || ADDRESS.test(refundTo)) &&
    (retryData === undefined || isBytes(retryData)) &&
    (ticketId === undefined || isHash(ticketId))
  );
}

const ROLLUP_TYPES = new Set(["0x7e", "0x64", "0x68", "0x69"]);
const QUANTITY_FIELDS = [
  "mint",
  "depositValue",
  "retryValue",
  "maxRefund",
  "submissionFeeRefund",
  "maxSubmissionFee",
  "l1BaseFee",
] as const;
