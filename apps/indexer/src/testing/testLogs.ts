import type { Address, Hash, Hex } from "@portico/evm";
import { numberToHex, pad } from "viem";
import type { RpcLog } from "viem";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { packLogs } from "./blockLogs.ts";

/** What a log of a test block has of its own. */
export interface TestLog {
  address: Address;
  /** Shorter ones are padded to 32 bytes, as addresses are. */
  topics: readonly Hex[];
  /** Default: `words`. */
  data?: Hex;
  words?: readonly bigint[];
  /** Default 0. */
  txIndex?: number;
}

const hash = (byte: string): Hash => `0x${byte.repeat(32)}`;

/** The block of all test logs. */
export const TEST_BLOCK = { blockNumber: 9n, hash: hash("09"), parentHash: hash("08"), timeAt: 900 } as const;

/** Hash of the transaction at this index of the test block. */
export const hashOfTx = (txIndex: number): Hash => pad(numberToHex(0x100 + txIndex));

/** Logs of the test block, in order, as a node returns them. */
export const toTestLogs = (logs: readonly TestLog[]): RpcLog[] =>
  logs.map(({ address, topics: [event, ...others], data, words = [], txIndex = 0 }, index) => ({
    address,
    topics: [event!, ...others.map((topic) => pad(topic))],
    data: data ?? `0x${words.map((word) => pad(numberToHex(word)).slice(2)).join("")}`,
    blockHash: TEST_BLOCK.hash,
    blockNumber: numberToHex(TEST_BLOCK.blockNumber),
    transactionHash: hashOfTx(txIndex),
    transactionIndex: numberToHex(txIndex),
    logIndex: numberToHex(index),
    removed: false,
  }));

/** The test block with these logs, and nothing else that is not given. */
export const toTestBlock = (logs: readonly TestLog[], more: Partial<SourceBlock> = {}): SourceBlock => ({
  ...TEST_BLOCK,
  miner: undefined,
  withdrawals: [],
  rewards: [],
  transactions: [],
  internalTransfers: [],
  creations: [],
  logs: packLogs(toTestLogs(logs)),
  ...more,
});
