import { isHash } from "@portico/evm";
import type { Address, Hash, Rpc } from "@portico/evm";
import { isAddress, numberToHex } from "viem";
import { LogPart } from "../../source/logBatch.ts";
import type { LogBatch } from "../../source/logBatch.ts";
import { readLogs } from "../../source/readLogs.ts";
import { isRefused } from "./isRefused.ts";

/** A transaction that a source must find by an address. */
export interface KnownCall {
  hash: Hash;
  blockNumber: bigint;
  /** Its sender, or a contract that it called. */
  address: Address;
}

/** Parts of the chain: old blocks show whether the node's index has them. */
const PARTS = [64n, 16n, 4n, 2n];
const NEWEST_BLOCKS = 8;

/**
 * The sender of a transaction in the oldest of some blocks that has any, and an internal call, if logs of these blocks
 * show one.
 */
export async function listKnownCalls(rpc: Rpc, head: bigint): Promise<KnownCall[]> {
  const newest = Array.from({ length: NEWEST_BLOCKS }, (_, at) => head - BigInt(NEWEST_BLOCKS - 1 - at));
  const numbers = [...new Set([...PARTS.map((part) => head / part), ...newest])].filter((number) => number > 0n);
  const blocks = await Promise.all(
    numbers.map(async (blockNumber) => ({ blockNumber, transactions: await readTransactions(rpc, blockNumber) })),
  );
  const filled = blocks.filter(({ transactions }) => transactions.length > 0);
  const [oldest] = filled;
  if (oldest === undefined) return [];
  const { hash, from } = oldest.transactions[0]!;
  const sent = { hash, blockNumber: oldest.blockNumber, address: from };
  for (const block of filled) {
    const called = await findInternalCall(rpc, block);
    if (called !== undefined) return [sent, called];
  }
  return [sent];
}

interface Block {
  blockNumber: bigint;
  transactions: Transaction[];
}

interface Transaction {
  hash: Hash;
  from: Address;
  /** Lower-case; undefined: it created a contract. */
  to: string | undefined;
}

/** None if the node has no such block. */
async function readTransactions(rpc: Rpc, blockNumber: bigint): Promise<Transaction[]> {
  try {
    return await rpc.send<Transaction[]>({
      method: "eth_getBlockByNumber",
      params: [numberToHex(blockNumber), true],
      compact: compactTransactions,
    });
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}

function compactTransactions(block: unknown): Transaction[] {
  if (typeof block !== "object" || block === null || !("transactions" in block)) return [];
  if (!Array.isArray(block.transactions)) return [];
  return (block.transactions as readonly ({ hash?: unknown; from?: unknown; to?: unknown } | null)[]).flatMap(
    (transaction) => {
      const { hash, from, to } = transaction ?? {};
      const isWhole = isHash(hash) && typeof from === "string" && isAddress(from, { strict: false });
      return isWhole ? [{ hash, from, to: typeof to === "string" ? to.toLowerCase() : undefined }] : [];
    },
  );
}

/** Of precompiled contracts and the system, whose logs need no call. */
const SYSTEM = /^0x(0{30}|f{30})/;

/** By a log of a contract that its transaction did not call itself: another call did. */
async function findInternalCall(rpc: Rpc, { blockNumber, transactions }: Block): Promise<KnownCall | undefined> {
  const block = numberToHex(blockNumber);
  const params = [{ fromBlock: block, toBlock: block, topics: [] }];
  const batch = await rpc
    .send<LogBatch | null>({ method: "eth_getLogs", params, readResult: readLogs })
    .catch((error: unknown) => {
      if (isRefused(error)) return null;
      throw error;
    });
  for (let log = 0; log < (batch?.count ?? 0); log++) {
    const { starts, bytes } = batch!;
    const hex = (from: number, length: number): string =>
      `0x${bytes.toString("hex", starts[log]! + from, starts[log]! + from + length)}`;
    const [address, hash] = [hex(LogPart.address, 20) as Address, hex(LogPart.txHash, 32)];
    const transaction = transactions.find((one) => one.hash === hash);
    if (transaction?.to !== undefined && transaction.to !== address && !SYSTEM.test(address))
      return { hash: transaction.hash, blockNumber, address };
  }
  return undefined;
}
