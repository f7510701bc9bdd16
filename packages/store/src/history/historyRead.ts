import type { Address, Hex } from "../encoding/bytea.ts";
import { toSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, SyncStatusRow } from "../chains/chainSyncStatus.ts";
import { decodePosition } from "./position.ts";
import { INPUT_BYTES } from "./transactions.ts";
import type { Leg } from "./leg.ts";

/** One leg of the owner in the transaction. */
export type HistoryLeg = Pick<
  Leg,
  "counterparty" | "index" | "isInbound" | "kind" | "rawAmount" | "subIndex" | "token" | "tokenId"
>;

/** A stored transaction. Undefined fields are unknown: an index of events only has no transactions. */
export interface StoredTransaction {
  chain: string;
  blockNumber: bigint;
  txIndex: number;
  hash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
  sender: Address | undefined;
  /** Undefined if unknown, or if it creates a contract. */
  recipient: Address | undefined;
  nonce: bigint | undefined;
  /** Wei. */
  rawValue: bigint | undefined;
  /** Calldata, truncated at INPUT_BYTES. */
  input: Hex | undefined;
  /** Whether it was, or may have been, truncated. */
  isInputCut: boolean;
  isSuccess: boolean | undefined;
  gasUsed: bigint | undefined;
  /** Wei. */
  rawFee: bigint | undefined;
  /** US dollars per native coin at the time; undefined if there was no trusted price. */
  feeUsdPrice: number | undefined;
}

export interface HistoryTransaction extends StoredTransaction {
  /** Of the owner, ordered by position: kind by kind. */
  legs: HistoryLeg[];
  /** Whether it has more legs than these: a page has at most LEGS_MAX. */
  isCut: boolean;
}

export interface HistoryRead {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** Newest first; those of the same second by chain, then newest first. */
  transactions: HistoryTransaction[];
  /** Whether there are older ones. */
  hasMore: boolean;
}

/** A row of the statements in historyStatement.ts. */
export type HistoryRow = SyncStatusRow & { text: string | null; has_more: boolean };

export const toHistoryRead = (rows: readonly HistoryRow[]): HistoryRead => ({
  syncStatuses: rows.map(toSyncStatus),
  transactions: rows.flatMap(toTransactions).toSorted(byTime),
  hasMore: rows.some(({ has_more }) => has_more),
});

function byTime(a: HistoryTransaction, b: HistoryTransaction): number {
  if (a.timeAt !== b.timeAt) return b.timeAt - a.timeAt;
  if (a.chain !== b.chain) return a.chain < b.chain ? -1 : 1;
  return a.blockNumber === b.blockNumber ? b.txIndex - a.txIndex : a.blockNumber < b.blockNumber ? 1 : -1;
}

const toTransactions = ({ chain, text }: HistoryRow): HistoryTransaction[] =>
  (text?.split("\n") ?? []).map((line) => {
    const [fields = "", total = "", list = ""] = line.split("|");
    const legs = list === "" ? [] : list.split(",").map(toLeg);
    return { ...toStoredTransaction(chain, fields), legs, isCut: String(legs.length) !== total };
  });

/** @param text - As FACTS writes it: unknown fields are empty. */
export function toStoredTransaction(chain: string, text: string): StoredTransaction {
  const [block = "", txIndex, timeAt, hash = "", ...rest] = text.split(" ");
  const [sender, recipient, nonce, rawValue, input, isSuccess, gasUsed, rawFee, usd] = rest;
  return {
    chain,
    blockNumber: BigInt(block),
    txIndex: Number(txIndex),
    hash: `0x${hash}`,
    timeAt: Number(timeAt),
    sender: sender ? `0x${sender}` : undefined,
    recipient: recipient ? `0x${recipient}` : undefined,
    nonce: toBigInt(nonce),
    rawValue: toBigInt(rawValue),
    input: sender ? `0x${input}` : undefined,
    isInputCut: input?.length === 2 * INPUT_BYTES,
    isSuccess: isSuccess ? isSuccess === "t" : undefined,
    gasUsed: toBigInt(gasUsed),
    rawFee: toBigInt(rawFee),
    feeUsdPrice: Number(usd) || undefined, // a point of 0 means that there is no price from then on
  };
}

const toBigInt = (digits: string | undefined): bigint | undefined => (digits ? BigInt(digits) : undefined);

/** @param text - Position, direction, token, number, counterparty, amount: `549755813888 t a0b8… 17 c364… 1`. */
function toLeg(text: string): HistoryLeg {
  const [position = "0", isInbound, token = "", tokenId, counterparty = "", rawAmount = "0"] = text.split(" ");
  const { kind, index, subIndex } = decodePosition(BigInt(position));
  return {
    kind,
    index,
    subIndex,
    isInbound: isInbound === "t",
    token: `0x${token}`,
    tokenId: toBigInt(tokenId),
    counterparty: `0x${counterparty}`,
    rawAmount: BigInt(rawAmount),
  };
}
