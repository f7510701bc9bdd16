import {
  canTraceTransactions,
  findCause,
  isRateLimited,
  readTraceAbility,
  RpcCallError,
  type Hash,
  type Rpc,
  ZERO_ADDRESS,
} from "@portico/evm";
import { numberToHex } from "viem";

/** A node's capabilities; where there are two methods, the one that it supports. */
export interface Capabilities {
  /** Has the state of old blocks. */
  readonly archive: boolean;
  readonly blockReceipts: boolean;
  /** The last one only where receipts are read by transaction, too. */
  readonly traces: false | "trace_block" | "debug_traceBlockByHash" | "debug_traceTransaction";
  readonly simulate: false | "eth_simulateV1" | "debug_traceCall";
  /** Accepts a block hash in place of a block number. */
  readonly byHash: boolean;
  /** What shows balance changes of single transactions, if `simulate` is false. */
  readonly changes: false | "trace_callMany" | "trace_call" | "debug_traceCall without overrides";
}

interface Head {
  readonly number: bigint;
  readonly hash: Hash;
}

/** Sends one request of each kind. @throws the errors of `createRpc` if the node does not respond. */
export async function readCapabilities(rpc: Rpc, { number, hash }: Head): Promise<Capabilities> {
  const can = (method: string, ...params: unknown[]) => supportsMethod(rpc, method, params);
  const first = numberToHex(number > 1n ? 1n : number);
  const call = { from: ZERO_ADDRESS, to: ZERO_ADDRESS };
  const [archive, byHash, blockReceipts, traceBlock, debugTrace, simulates, ability] = await Promise.all([
    can("eth_getBalance", ZERO_ADDRESS, first),
    can("eth_getBalance", ZERO_ADDRESS, { blockHash: hash, requireCanonical: true }),
    can("eth_getBlockReceipts", numberToHex(number)),
    can("trace_block", numberToHex(number)),
    can("debug_traceBlockByHash", hash, { tracer: "callTracer" }),
    can("eth_simulateV1", { blockStateCalls: [{ calls: [call] }] }, "latest"),
    acceptsCall(() => readTraceAbility(rpc)),
  ]);
  const tracesEach = !blockReceipts && !traceBlock && !debugTrace && (await canTraceTransactions(rpc));
  const { hasLogs, hasOverrides } = ability ?? { hasLogs: false, hasOverrides: false };
  const simulate = simulates ? "eth_simulateV1" : hasLogs && hasOverrides && "debug_traceCall";
  const types = ["trace", "stateDiff"];
  const changes = async (): Promise<Capabilities["changes"]> => {
    if (await can("trace_callMany", [[call, types]], "latest")) return "trace_callMany";
    if (await can("trace_call", call, types, "latest")) return "trace_call";
    return hasLogs && "debug_traceCall without overrides";
  };
  return {
    archive,
    byHash,
    blockReceipts,
    traces: traceBlock ? "trace_block" : debugTrace ? "debug_traceBlockByHash" : tracesEach && "debug_traceTransaction",
    simulate,
    changes: simulate === false && (await changes()),
  };
}

/** Whether the node supports the request: any refusal means no, except a rate limit. */
const supportsMethod = async (rpc: Rpc, method: string, params: unknown[]): Promise<boolean> =>
  ((await acceptsCall(() => rpc.send({ method, params }))) ?? null) !== null;

/** undefined: the node refuses, or returns something else. */
async function acceptsCall<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (error instanceof TypeError || (refused !== undefined && !isRateLimited(refused))) return undefined;
    throw error;
  }
}
