import pLimit from "p-limit";
import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import { decodeAggregate3, encodeAggregate3 } from "./aggregate3.ts";
import type { Call } from "./aggregate3.ts";
import { findCause, isLagging, isTransient, RpcCallError } from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

export interface PinnedOptions {
  /** Every call sees the state after this block. */
  blockNumber: bigint;
  /** How many calls go into one aggregate3. */
  chunkSize?: number;
}

/** What a call on its own may use: no honest view needs more, and a contract that eats gas eats no more. */
const SINGLE_CALL_GAS = numberToHex(3_000_000);
const CHUNK_SIZE = 500;
const CHUNKS_IN_FLIGHT = 4;

/**
 * Makes many view calls at one block, through Multicall3 where it stands, else as batched eth_calls.
 * A contract that reverts, eats all gas or returns megabytes costs itself only: what failed inside an aggregate is
 * asked again on its own, so null always means that this very call fails.
 * @returns Return data in the order of the calls; null where the call fails. An address without code returns "0x".
 * @throws when the node can't answer (that is never a null).
 */
export async function callMany(rpc: Rpc, calls: readonly Call[], options: PinnedOptions): Promise<(Hex | null)[]> {
  const { chunkSize = CHUNK_SIZE } = options;
  const limit = pLimit(CHUNKS_IN_FLIGHT);
  const chunks = Array.from({ length: Math.ceil(calls.length / chunkSize) }, (_, index) =>
    calls.slice(index * chunkSize, (index + 1) * chunkSize),
  );
  const block = numberToHex(options.blockNumber);
  const multicall3 = rpc.chain?.contracts?.multicall3;
  const run = (chunk: readonly Call[]) =>
    multicall3 === undefined ? callEach(rpc, chunk, block) : callChunk(rpc, chunk, block, multicall3.address);
  return (await Promise.all(chunks.map((chunk) => limit(run, chunk)))).flat();
}

async function callChunk(rpc: Rpc, calls: readonly Call[], block: Hex, target: Address): Promise<(Hex | null)[]> {
  if (calls.length === 1) return callEach(rpc, calls, block);
  const data = await callOrNull(rpc, { to: target, data: encodeAggregate3(calls) }, block);
  if (data === null) {
    const half = Math.ceil(calls.length / 2);
    const parts = [calls.slice(0, half), calls.slice(half)];
    return (await Promise.all(parts.map((part) => callChunk(rpc, part, block, target)))).flat();
  }
  if (data === "0x") return callEach(rpc, calls, block); // no Multicall3 at this block yet
  const results = decodeAggregate3(data, calls.length);
  const failed = results.flatMap((result, index) => (result === null ? [index] : []));
  const again = await callEach(
    rpc,
    failed.map((index) => calls[index]!),
    block,
  );
  for (const [at, index] of failed.entries()) results[index] = again[at]!;
  return results;
}

const callEach = (rpc: Rpc, calls: readonly Call[], block: Hex): Promise<(Hex | null)[]> =>
  Promise.all(calls.map((call) => callOrNull(rpc, { ...call, gas: SINGLE_CALL_GAS }, block)));

/** @returns null when the execution fails; throws when the node fails. */
async function callOrNull(rpc: Rpc, call: Call & { gas?: Hex }, block: Hex): Promise<Hex | null> {
  try {
    return await rpc.request({ method: "eth_call", params: [call, block] });
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused !== undefined && isExecutionFailure(refused)) return null;
    throw error;
  }
}

const isExecutionFailure = (error: RpcCallError): boolean =>
  !isLagging(error) &&
  !isTransient(error) &&
  (error.code === 3 || /revert|gas|opcode|execution|stack|jump|evm|vm |halt/i.test(error.message));
