import type { Address, Chain, Hash } from "@portico/evm";
import type { RpcLog } from "viem";
import type { Changes } from "../chain/changes.ts";

/** The location of a log, as stored with its legs. */
export interface LogLocation {
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
  txIndex: number;
  txHash: Hash;
  /** Of the log, within the block. */
  index: number;
  /** Of a Transfer's legs: see twinTransfer.ts. */
  subIndex: number;
}

/** Decodes a log by its first topic if its shape fits, and adds its changes. A malformed log changes nothing. */
export type LogDecoder = (chain: Chain, log: RpcLog, location: LogLocation, changes: Changes) => void;

/** Whether an indexed argument can be an address: a different event may share the topic. */
export const isAddressWord = (word: string): boolean =>
  word.length === 66 && word.startsWith("0x000000000000000000000000");

/**
 * Addresses by their source text, so that equal ones are one string, which is hashed once and not for every log.
 * Cleared when there are too many.
 */
const known = new Map<string, Address>();
const MAX_KNOWN = 100_000;

function remember(text: string, address: Address): Address {
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, address);
  return address;
}

export const toAddress = (word: string): Address =>
  known.get(word) ?? remember(word, `0x${word.slice(26).toLowerCase()}`);

export const toLowerCase = (address: Address): Address =>
  known.get(address) ?? remember(address, `0x${address.slice(2).toLowerCase()}`);

/** The word of a log's data at an index from 0, or undefined if the data ends before it does. */
export function wordAt(data: string, index: number): string | undefined {
  if (index === 0 && data.length === 66) return data;
  const start = 2 + 64 * index;
  return data.length < start + 64 ? undefined : `0x${data.slice(start, start + 64)}`;
}

export const toUint = (word: string): bigint => BigInt(word);
