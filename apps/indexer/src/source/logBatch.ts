import { equalBytes, viewOf } from "@portico/evm";
import type { Address, Hash, Hex } from "@portico/evm";
import { numberToHex } from "viem";
import type { RpcLog } from "viem";

const HASH = 32;
const ADDRESS = 20;
/** Offsets of the fields of a log's record; the data follows the last topic. */
export const LogPart = { blockHash: 0, txHash: HASH, address: 2 * HASH, topics: 2 * HASH + ADDRESS } as const;
const FIRST_BYTES = 1 << 12;

/** The numeric fields of a log. */
export interface LogNumbers {
  /** NaN for unreadable values, here and below. */
  blockNumber: number;
  txIndex: number;
  logIndex: number;
  topicCount: number;
  dataLength: number;
}

/**
 * Logs as bytes and numbers, in the node's order. Each has a record: the hashes of its block and transaction (zeros:
 * none), its address, its topics, its data. Nearly everything on a chain is such a log; objects with strings take five
 * times as long, and become garbage.
 */
export class LogBatch {
  readonly blockNumbers: number[] = [];
  readonly txIndexes: number[] = [];
  readonly logIndexes: number[] = [];
  readonly topicCounts: number[] = [];
  readonly dataLengths: number[] = [];
  /** Start of each record. */
  readonly starts: number[] = [];
  /** Faults of malformed logs, by number; the record of such a log is invalid. */
  readonly flaws = new Map<number, string>();
  /** Logs that the node marks as removed by a reorganization, by number. */
  readonly removed = new Set<number>();
  #bytes: Buffer;
  #view: DataView;
  #end = 0;

  /** @param expected - Approximate number of bytes of all records. */
  constructor(expected = FIRST_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(expected);
    this.#view = viewOf(this.#bytes);
  }

  get count(): number {
    return this.starts.length;
  }

  /** The records; valid until more is reserved. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** The same. */
  get view(): DataView {
    return this.#view;
  }

  /** Start of the next record, with room for this many bytes, which may be written before the log is added. */
  reserve(length: number): number {
    if (this.#end + length > this.#bytes.length) this.#grow(this.#end + length);
    return this.#end;
  }

  /** Adds the log whose record was written. */
  add({ blockNumber, txIndex, logIndex, topicCount, dataLength }: LogNumbers): void {
    this.blockNumbers.push(blockNumber);
    this.txIndexes.push(txIndex);
    this.logIndexes.push(logIndex);
    this.topicCounts.push(topicCount);
    this.dataLengths.push(dataLength);
    this.starts.push(this.#end);
    this.#end += LogPart.topics + HASH * topicCount + dataLength;
  }

  removeLast(): void {
    for (const column of [this.blockNumbers, this.txIndexes, this.logIndexes, this.topicCounts, this.dataLengths]) {
      column.pop();
    }
    this.#end = this.starts.pop() ?? 0;
    this.flaws.delete(this.count);
    this.removed.delete(this.count);
  }

  dataStart(log: number): number {
    return this.starts[log]! + LogPart.topics + HASH * this.topicCounts[log]!;
  }

  /** Whether a log's block hash or transaction hash equals this one. */
  hasHash(log: number, part: "blockHash" | "txHash", hash: DataView): boolean {
    return equalBytes(this.#view, this.starts[log]! + LogPart[part], hash, 0, HASH);
  }

  /** The log in JSON-RPC form; all hex in lower case. */
  toRpcLog(log: number): RpcLog {
    const start = this.starts[log]!;
    const hex = (from: number, bytes: number): Hex =>
      `0x${this.#bytes.toString("hex", start + from, start + from + bytes)}`;
    const hash = (part: "blockHash" | "txHash"): Hash | null =>
      this.hasHash(log, part, NO_HASH) ? null : hex(LogPart[part], HASH);
    const topics = Array.from({ length: this.topicCounts[log]! }, (_, at) => hex(LogPart.topics + HASH * at, HASH));
    return {
      address: hex(LogPart.address, ADDRESS) satisfies Address,
      topics: topics as [Hex, ...Hex[]],
      data: hex(LogPart.topics + HASH * topics.length, this.dataLengths[log]!),
      blockHash: hash("blockHash"),
      blockNumber: numberToHex(this.blockNumbers[log]!),
      transactionHash: hash("txHash"),
      transactionIndex: numberToHex(this.txIndexes[log]!),
      logIndex: numberToHex(this.logIndexes[log]!),
      removed: false,
    };
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#bytes.length * 2));
    this.#bytes.copy(larger);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

/** The value for a missing block or transaction hash. */
export const NO_HASH = viewOf(new Uint8Array(HASH));

/** A hash in binary form, for comparisons. */
export const toHashView = (hash: Hash): DataView => viewOf(Buffer.from(hash.slice(2), "hex"));

/** The same for an optional address. */
export const toAddressView = (address: Address | null | undefined): DataView | undefined =>
  address === null || address === undefined ? undefined : viewOf(Buffer.from(address.slice(2), "hex"));
