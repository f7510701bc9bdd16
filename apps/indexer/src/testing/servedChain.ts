import { postJson } from "@portico/devnet";
import type { Address, Hash, Hex } from "@portico/evm";

/** The parts of a chain that explorers and portals serve, read once from a real node. */
export interface ServedChain {
  blocks: ServedBlock[];
}

export interface ServedBlock {
  number: number;
  hash: Hash;
  timestamp: number;
  transactions: ServedTransaction[];
}

export interface ServedTransaction {
  hash: Hash;
  from: Address;
  /** null: a creation. */
  to: Address | null;
  created: Address | null;
  value: bigint;
  /** Calls within the transaction that succeeded. */
  calls: ServedCall[];
  logs: { address: Address; topics: Hex[]; data: Hex }[];
}

export interface ServedCall {
  type: "call" | "create" | "suicide";
  from: Address;
  /** Of a creation the new contract, of a self-destruct the beneficiary. */
  to: Address;
  value: bigint;
}

interface NodeBlock {
  number: Hex;
  hash: Hash;
  timestamp: Hex;
  transactions: { hash: Hash; from: Address; to: Address | null; value: Hex }[];
}

interface NodeReceipt {
  transactionHash: Hash;
  contractAddress: Address | null;
  logs: { address: Address; topics: Hex[]; data: Hex }[];
}

interface NodeTrace {
  type: string;
  transactionHash?: Hash;
  traceAddress: number[];
  error?: string;
  action: {
    callType?: string;
    from?: Address;
    to?: Address;
    address?: Address;
    refundAddress?: Address;
    value?: Hex;
    balance?: Hex;
  };
  result?: { address?: Address } | null;
}

const BLOCKS_AT_ONCE = 50;

/** Reads all blocks of a small chain, with receipts and traces (`trace_block`). */
export async function readServedChain(rpcUrl: string): Promise<ServedChain> {
  const [head] = (await callAll(rpcUrl, [["eth_blockNumber"]])) as [Hex];
  const blocks: ServedBlock[] = [];
  for (let first = 0; first <= Number(head); first += BLOCKS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(BLOCKS_AT_ONCE, Number(head) - first + 1) }, (_, at) => first + at);
    const replies = await callAll(
      rpcUrl,
      numbers.map(toHex).flatMap((block) => [
        ["eth_getBlockByNumber", block, true],
        ["eth_getBlockReceipts", block],
        ["trace_block", block],
      ]),
    );
    for (let at = 0; at < replies.length; at += 3) {
      const [block, receipts, traces] = replies.slice(at, at + 3) as [
        NodeBlock,
        NodeReceipt[] | null,
        NodeTrace[] | null,
      ];
      blocks.push(toBlock(block, receipts ?? [], traces ?? []));
    }
  }
  return { blocks };
}

const toHex = (number: number): Hex => `0x${number.toString(16)}`;

function toBlock(block: NodeBlock, receipts: readonly NodeReceipt[], traces: readonly NodeTrace[]): ServedBlock {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  return {
    number: Number(block.number),
    hash: block.hash,
    timestamp: Number(block.timestamp),
    transactions: block.transactions.map(({ hash, from, to, value }) => ({
      hash,
      from,
      to,
      created: byHash.get(hash)?.contractAddress ?? null,
      value: BigInt(value),
      calls: traces.flatMap((trace) => (trace.transactionHash === hash ? toCall(trace) : [])),
      logs: byHash.get(hash)?.logs ?? [],
    })),
  };
}

/** Without the transaction's own call, calls that keep the caller's context, and failed ones. */
function toCall({ type, traceAddress, error, action, result }: NodeTrace): ServedCall[] {
  if (traceAddress.length === 0 || error !== undefined) return [];
  if (type === "suicide") {
    return pick("suicide", action.address, action.refundAddress, action.balance);
  }
  if (type === "create") return pick("create", action.from, result?.address, action.value);
  return type === "call" && action.callType === "call" ? pick("call", action.from, action.to, action.value) : [];
}

const pick = (type: ServedCall["type"], from?: Address, to?: Address, value?: Hex): ServedCall[] =>
  from === undefined || to === undefined ? [] : [{ type, from, to, value: BigInt(value ?? 0) }];

async function callAll(rpcUrl: string, calls: readonly (readonly unknown[])[]): Promise<unknown[]> {
  const body = JSON.stringify(calls.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params })));
  const answered = await postJson(rpcUrl, body);
  const replies = JSON.parse(answered.body) as { id: number; result?: unknown; error?: { message: string } }[];
  const failed = replies.find(({ error }) => error !== undefined);
  if (failed !== undefined) throw new Error(`${String(calls[failed.id]?.[0])}: ${failed.error?.message}`);
  return replies.toSorted((one, other) => one.id - other.id).map(({ result }) => result);
}
