import { findCause, isRateLimited, RpcCallError, type Hash, type Rpc, ZERO_ADDRESS } from "@portico/evm";
import { numberToHex } from "viem";

/** A node's capabilities; where there are two methods, the one that it supports. */
export interface Capabilities {
  /** Has the state of old blocks. */
  readonly archive: boolean;
  readonly blockReceipts: boolean;
  readonly traces: false | "trace_block" | "debug_traceBlockByHash";
  readonly simulate: false | "eth_simulateV1" | "debug_traceCall";
  /** Accepts a block hash in place of a block number. */
  readonly byHash: boolean;
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
  const [archive, byHash, blockReceipts, traceBlock, debugTrace, simulates, tracesCalls] = await Promise.all([
    can("eth_getBalance", ZERO_ADDRESS, first),
    can("eth_getBalance", ZERO_ADDRESS, { blockHash: hash, requireCanonical: true }),
    can("eth_getBlockReceipts", numberToHex(number)),
    can("trace_block", numberToHex(number)),
    can("debug_traceBlockByHash", hash, { tracer: "callTracer" }),
    can("eth_simulateV1", { blockStateCalls: [{ calls: [call] }] }, "latest"),
    can("debug_traceCall", call, "latest", { tracer: "callTracer" }),
  ]);
  return {
    archive,
    byHash,
    blockReceipts,
    traces: traceBlock ? "trace_block" : debugTrace && "debug_traceBlockByHash",
    simulate: simulates ? "eth_simulateV1" : tracesCalls && "debug_traceCall",
  };
}

/** Whether the node supports the request: any refusal means no, except a rate limit. */
async function supportsMethod(rpc: Rpc, method: string, params: unknown[]): Promise<boolean> {
  try {
    const answer = await rpc.send({ method, params });
    return answer !== null && answer !== undefined;
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused !== undefined && !isRateLimited(refused)) return false;
    throw error;
  }
}
