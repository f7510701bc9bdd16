import type { RpcCall } from "../jsonRpcPost.ts";

/** An amount that a call requires of an endpoint, by the limit's name: see LearnedLimit. */
export interface Need {
  name: string;
  amount: number;
}

/** Position of the block parameter of methods that read or execute state. */
const STATE_METHODS: ReadonlyMap<string, number> = new Map([
  ["debug_traceCall", 1],
  ["eth_call", 1],
  ["eth_estimateGas", 1],
  ["eth_getBalance", 1],
  ["eth_getCode", 1],
  ["eth_getProof", 2],
  ["eth_getStorageAt", 2],
  ["eth_getTransactionCount", 1],
  ["eth_simulateV1", 1],
  ["trace_call", 2],
  ["trace_callMany", 1],
]);
/** A node may take overrides in eth_call alone. */
const OVERRIDE_NEEDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["eth_call", ["overrides"]],
  ["eth_estimateGas", ["overrides", "gas_overrides"]],
]);
const TRACE_METHODS = new Set(["debug_traceBlockByNumber", "trace_block"]);
const HISTORY_METHODS = new Set(["eth_getBlockByNumber", "eth_getBlockReceipts"]);

/** @param head - The newest block that the endpoint has shown; undefined: unknown. */
export function listNeeds({ method, params }: RpcCall, head: number | undefined): Need[] {
  const needs: Need[] = [{ name: `method ${method}`, amount: 1 }];
  if (!Array.isArray(params)) return needs;
  const list = params as readonly unknown[];
  if (method === "eth_getLogs") return [...needs, ...listLogNeeds(list[0], head)];
  if (method === "trace_filter") return [...needs, ...listRange("trace_filter_blocks", list[0])];
  const stateAt = STATE_METHODS.get(method);
  if (stateAt !== undefined) {
    const block = list[stateAt];
    if (isObject(block) && "blockHash" in block) needs.push({ name: "block_hash", amount: 1 });
    const names = isObject(list[2]) ? (OVERRIDE_NEEDS.get(method) ?? []) : [];
    needs.push(...names.map((name) => ({ name, amount: 1 })));
    return [...needs, ...listAges("state", readNumber(block), head)];
  }
  if (TRACE_METHODS.has(method)) return [...needs, ...listAges("trace", readNumber(list[0]), head)];
  return HISTORY_METHODS.has(method) ? [...needs, ...listAges("history", readNumber(list[0]), head)] : needs;
}

/** Age in blocks of the state that a call reads; undefined: it reads none, or its age is unknown. */
export function findStateDepth({ method, params }: RpcCall, head: number | undefined): number | undefined {
  const stateAt = STATE_METHODS.get(method);
  if (stateAt === undefined || head === undefined || !Array.isArray(params)) return undefined;
  const block = readNumber(params[stateAt]);
  return block === undefined ? undefined : head - block;
}

function listLogNeeds(filter: unknown, head: number | undefined): Need[] {
  if (!isObject(filter)) return [];
  const { address, topics, fromBlock } = filter as { address?: unknown; topics?: unknown; fromBlock?: unknown };
  const addresses = Array.isArray(address) ? address.length : address === undefined || address === null ? 0 : 1;
  const counts = Array.isArray(topics)
    ? topics.map((topic: unknown) => (Array.isArray(topic) ? topic.length : Number(typeof topic === "string")))
    : [];
  return [
    ...listRange("log_blocks", filter),
    ...(addresses === 0 ? listRange("open_log_blocks", filter) : []),
    { name: "log_address", amount: addresses === 0 ? 1 : 0 },
    { name: "log_addresses", amount: addresses },
    { name: "log_topics", amount: Math.max(0, ...counts) },
    ...listAges("history", readNumber(fromBlock), head),
  ];
}

function listRange(name: string, filter: unknown): Need[] {
  if (!isObject(filter)) return [];
  const { fromBlock, toBlock } = filter as { fromBlock?: unknown; toBlock?: unknown };
  const [from, to] = [readNumber(fromBlock), readNumber(toBlock)];
  return from === undefined || to === undefined ? [] : [{ name, amount: to - from + 1 }];
}

function listAges(name: "history" | "state" | "trace", block: number | undefined, head: number | undefined): Need[] {
  if (block === undefined) return [];
  const byBlock = { name: `${name}_block`, amount: -block };
  return head === undefined ? [byBlock] : [byBlock, { name: `${name}_depth`, amount: head - block }];
}

/** The block of a call's result, which the endpoint has therefore. */
export function findShownBlock({ method }: RpcCall, result: unknown): number | undefined {
  if (method === "eth_blockNumber") return readNumber(result);
  if (method !== "eth_getBlockByNumber" || !isObject(result) || !("number" in result)) return undefined;
  return readNumber(result.number);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function readNumber(text: unknown): number | undefined {
  if (typeof text !== "string" || !/^0x[0-9a-f]{1,13}$/i.test(text)) return undefined;
  return Number(text);
}
