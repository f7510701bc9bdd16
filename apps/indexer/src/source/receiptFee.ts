import type { CoinRules } from "@portico/evm";
import type { NodeReceipt } from "./blockReceipts.ts";
import type { NodeTransaction } from "./readHeader.ts";
import { readTicketFee } from "./retryableTicket.ts";

/** Types of transactions that no sender on this chain paid for: a parent chain started them, or the chain itself. */
const STARTED_ELSEWHERE: Readonly<Record<string, ReadonlySet<string>>> = {
  op: new Set(["0x7e"]),
  mantle: new Set(["0x7e"]),
  scroll: new Set(["0x7e"]),
  arbitrum: new Set(["0x64", "0x68", "0x69", "0x6a"]),
  zksync: new Set(["0xfe", "0xff"]),
};
const SUBMIT_RETRYABLE = "0x69";

/**
 * Wei that the sender paid: for gas, for blobs (EIP-4844), and to a rollup for data and to its operator. undefined if
 * the receipt doesn't state all of it, or if it was paid elsewhere.
 */
export function readFee(receipt: NodeReceipt, transaction: NodeTransaction, rules: CoinRules): bigint | undefined {
  const { gasPrice, feeCurrency, type = "" } = transaction;
  if (typeof feeCurrency === "string") return 0n; // it was paid in a token, and is in its Transfer
  if (rules.stack === "arbitrum" && type === SUBMIT_RETRYABLE) return readTicketFee(receipt, transaction);
  if (rules.stack !== null && STARTED_ELSEWHERE[rules.stack]?.has(type) === true) return undefined;
  const { effectiveGasPrice, blobGasUsed, blobGasPrice, l1Fee } = receipt;
  if (rules.hasDataFee && typeof l1Fee !== "string") return undefined;
  const operatorFee = readOperatorFee(receipt, rules);
  if (operatorFee === undefined) return undefined;
  const price = effectiveGasPrice ?? gasPrice;
  if (typeof price !== "string") return undefined; // of type 2, by a node that states the price nowhere
  let fee = BigInt(receipt.gasUsed) * BigInt(price) + operatorFee;
  // Rollups have no blobs of their own; OP stack chains use blobGasUsed for something else since Jovian.
  if (rules.stack === null && typeof blobGasUsed === "string" && typeof blobGasPrice === "string")
    fee += BigInt(blobGasUsed) * BigInt(blobGasPrice);
  if (typeof l1Fee === "string") fee += BigInt(l1Fee);
  return fee;
}

const ISTHMUS_DIVISOR = 1_000_000n;
const JOVIAN_FACTOR = 100n;

/**
 * The OP stack's operator fee, wei: since Isthmus gas × scalar / 10⁶ + constant, since Jovian gas × scalar × 100 +
 * constant. Mantle has the latter alone; its receipts before that say nothing of the fee for data.
 */
function readOperatorFee(receipt: NodeReceipt, { stack }: CoinRules): bigint | undefined {
  const { operatorFeeScalar, operatorFeeConstant, daFootprintGasScalar } = receipt;
  if (typeof operatorFeeScalar !== "string" || typeof operatorFeeConstant !== "string")
    return stack === "mantle" ? undefined : 0n;
  const scaled = BigInt(receipt.gasUsed) * BigInt(operatorFeeScalar);
  const isJovian = stack === "mantle" || typeof daFootprintGasScalar === "string";
  return (isJovian ? scaled * JOVIAN_FACTOR : scaled / ISTHMUS_DIVISOR) + BigInt(operatorFeeConstant);
}
