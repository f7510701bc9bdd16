import type { Hex } from "@portico/evm";
import { CHAIN_FIELDS } from "./readHeader.ts";
import type { NodeBlock, NodeTransaction } from "./readHeader.ts";

/** The result of eth_getBlockByNumber reduced to the fields in use, so that the rest can be collected at once. */
export function compactBlock(answer: unknown): NodeBlock | null {
  if (typeof answer !== "object" || answer === null) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by readHeader
  const { number, hash, parentHash, timestamp, gasUsed, miner, logsBloom, withdrawals, transactions } =
    answer as NodeBlock;
  const list = Array.isArray(transactions) ? (transactions as unknown[]).map(compactTransaction) : transactions;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  return {
    number,
    hash,
    parentHash,
    timestamp,
    gasUsed,
    miner,
    logsBloom,
    withdrawals,
    transactions: list,
  } as NodeBlock;
}

const ORDINARY_TYPES = new Set(["0x0", "0x1", "0x2", "0x3", "0x4"]);

/** Some nodes write it with leading zeros or capitals, or as a number. */
function readType(type: unknown): Hex | undefined {
  if (typeof type === "number") return `0x${type.toString(16)}`;
  if (typeof type !== "string") return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another spelling is no known type
  return type.toLowerCase().replace(/^0x0+(?=.)/, "0x") as Hex;
}

/** Some nodes write null for what a transaction does not have. */
const leaveOutNull = (value: unknown): unknown => value ?? undefined;

/** Whether a compact transaction is of a type that has the same fields on every chain. */
export const isOrdinary = (compact: unknown): boolean => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are checked
  const { type, feeCurrency } = compact as NodeTransaction;
  return (type === undefined || ORDINARY_TYPES.has(type)) && typeof feeCurrency !== "string";
};

/** A transaction of such a block. */
export function compactTransaction(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  const transaction = answer as NodeTransaction;
  const { hash, from, to, gas, gasPrice, feeCurrency } = transaction;
  const [nonce, value, input] = [transaction.nonce, transaction.value, transaction.input].map(leaveOutNull);
  const type = readType(transaction.type);
  const compact = { hash, from, to, nonce, value, input, gas, gasPrice, feeCurrency, type };
  if (type === undefined || ORDINARY_TYPES.has(type)) return compact;
  const maxFeePerGas = leaveOutNull(transaction.maxFeePerGas);
  const ofChain = CHAIN_FIELDS.map((name) => [name, leaveOutNull(transaction[name])]);
  return { ...compact, maxFeePerGas, ...Object.fromEntries(ofChain) };
}
