import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import type { ChainReader } from "./chainReader.ts";

export interface Creation {
  creator: Address;
  timeAt: number;
}

interface Trace {
  type: string;
  error?: string;
  blockNumber: number;
  traceAddress: readonly number[];
  transactionPosition: number;
  action: { from?: Address; to?: Address; author?: Address; address?: Address; refundAddress?: Address };
  result?: { address?: Address } | null;
}

interface Block {
  number: Hex;
  timestamp: Hex;
  miner: Address;
}

/** Reads the participants of transactions and the created contracts from the traces of every block. */
export async function readTraces(
  reader: ChainReader,
): Promise<{ addresses: Set<Address>; creations: Map<Address, Creation> }> {
  const head = Number(await reader.request<Hex>("eth_blockNumber"));
  const numbers = Array.from({ length: head }, (_, index) => numberToHex(index + 1));
  const blocks = await reader.requestMany<Block>(numbers.map((at) => ["eth_getBlockByNumber", [at, false]]));
  const traces = await reader.requestMany<Trace[]>(numbers.map((at) => ["trace_block", [at]]));
  const addresses = new Set(blocks.map(({ miner }) => lower(miner)));
  const creations = new Map<Address, Creation>();
  for (const [index, block] of blocks.entries()) {
    const all = traces[index] ?? [];
    for (const trace of all) {
      for (const named of Object.values(trace.action)) if (isAddress(named)) addresses.add(lower(named));
      const created = trace.result?.address;
      if (trace.type !== "create" || created === undefined || isUndone(trace, all)) continue;
      addresses.add(lower(created));
      creations.set(lower(created), { creator: lower(trace.action.from ?? created), timeAt: Number(block.timestamp) });
    }
  }
  return { addresses, creations };
}

const lower = (address: Address): Address => address.toLowerCase() as Address;
const isAddress = (value: unknown): value is Address => typeof value === "string" && /^0x[\da-fA-F]{40}$/.test(value);

/** Whether the call, or one that contains it, was reverted. */
const isUndone = ({ traceAddress, transactionPosition }: Trace, all: readonly Trace[]): boolean =>
  all.some(
    (other) =>
      other.error !== undefined &&
      other.transactionPosition === transactionPosition &&
      other.traceAddress.every((step, depth) => traceAddress[depth] === step),
  );
