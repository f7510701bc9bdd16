import pLimit from "p-limit";
import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import type { Call } from "./aggregate3.ts";
import { callAggregate } from "./callAggregate.ts";
import type { AggregateResults } from "./callAggregate.ts";
import { callOrNull } from "./callOrNull.ts";
import { gasProof, isGasProof } from "./gasProof.ts";
import { readAtBlock } from "./pinnedBlock.ts";
import type { PinnedBlock } from "./pinnedBlock.ts";
import { findCause, isLagging, isPruned, isRateLimited, RpcCallError } from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

export interface PinnedOptions extends PinnedBlock {
  /** Calls per aggregate3. */
  chunkSize?: number;
  /** Whether calls see the changes of earlier ones; undefined: isolated from each other. */
  changesState?: boolean;
}

/** Gas limit of a single call: no honest view needs more, and it bounds contracts that burn gas. */
const SINGLE_CALL_GAS = numberToHex(3_000_000);
const CHUNK_SIZE = 500;
const CHUNKS_IN_FLIGHT = 4;
/** Up to this many failed calls are repeated one by one. */
const FEW = 8;
/** Contracts of a broken aggregate are called one by one up to this number, beyond it bisected. */
const SEVERAL = 32;

/** Contracts that broke an aggregate, by RPC: called alone from then on. */
const ruinous = new WeakMap<Rpc, Set<Address>>();
const MAX_TOO_COSTLY = 10_000;

/**
 * Makes many view calls at one block, through Multicall3 if it is deployed, else as batched eth_calls.
 * A contract that reverts, burns all gas or returns megabytes affects only itself: calls that failed inside an
 * aggregate are
 * repeated where enough gas is proven, or alone, so null always means that this very call fails.
 * @returns return data in the order of the calls; null where the call fails. An address without code returns "0x".
 * @throws if the node fails (never a null).
 */
export async function callMany(rpc: Rpc, calls: readonly Call[], options: PinnedOptions): Promise<(Hex | null)[]> {
  const multicall3 = rpc.chain?.contracts?.multicall3;
  const at: Pin = { rpc, block: options, changesState: options.changesState, target: multicall3?.address };
  const results = Array.from<Hex | null>({ length: calls.length }).fill(null);
  const known = ruinous.get(rpc);
  const isAlone = ({ to }: Call): boolean =>
    at.target === undefined || (known?.has(to) === true && at.changesState !== true);
  const entries = calls.map((call, index) => ({ call, index }));
  const { chunkSize = CHUNK_SIZE } = options;
  const together = entries.filter(({ call }) => !isAlone(call));
  const chunks = Array.from({ length: Math.ceil(together.length / chunkSize) }, (_, index) =>
    together.slice(index * chunkSize, (index + 1) * chunkSize),
  );
  chunks.push(...entries.filter(({ call }) => isAlone(call)).map((entry) => [entry]));
  const limit = pLimit(CHUNKS_IN_FLIGHT);
  const run = async (chunk: readonly Entry[]): Promise<void> => {
    const answers = await callChunk(
      at,
      chunk.map(({ call }) => call),
    );
    for (const [position, { index }] of chunk.entries()) results[index] = answers[position] ?? null;
  };
  await Promise.all(chunks.map((chunk) => (chunk.length === 1 ? run(chunk) : limit(run, chunk))));
  return results;
}

interface Entry {
  call: Call;
  index: number;
}

interface Pin {
  rpc: Rpc;
  block: PinnedBlock;
  target: Address | undefined;
  changesState: boolean | undefined;
}

async function callChunk(at: Pin, calls: readonly Call[]): Promise<(Hex | null)[]> {
  if (calls.length === 1 || at.target === undefined) return callEach(at, calls);
  const results = await callTogether({ ...at, target: at.target }, calls);
  if (results === null) return callApart(at, calls);
  if (results === undefined) return callEach(at, calls); // no Multicall3 at this block yet
  const failed = results.flatMap((result, index) => (result === null ? [index] : []));
  const again = await callFailed(
    at,
    failed.map((index) => calls[index]!),
  );
  for (const [position, index] of failed.entries()) results[index] = again[position]!;
  return results;
}

/**
 * Repeats failed calls, whose gas others may have burnt: together, with a final call that succeeds only if each call
 * before it
 * had enough gas; otherwise in halves, and at last alone.
 */
async function callFailed(at: Pin, calls: readonly Call[]): Promise<(Hex | null)[]> {
  if (calls.length < FEW) return callEach(at, calls);
  const proven = await callProven(at, calls);
  if (proven !== undefined) return proven;
  return callHalves(at, calls, callFailed);
}

async function callHalves(at: Pin, calls: readonly Call[], run: typeof callChunk): Promise<(Hex | null)[]> {
  const half = Math.ceil(calls.length / 2);
  const parts = [calls.slice(0, half), calls.slice(half)].filter((part) => part.length > 0);
  return (await Promise.all(parts.map((part) => run(at, part)))).flat();
}

/** @returns undefined if a call may have failed for lack of gas. */
async function callProven(at: Pin, calls: readonly Call[]): Promise<(Hex | null)[] | undefined> {
  if (at.target === undefined) return undefined;
  const results = (await callTogether({ ...at, target: at.target }, [...calls, gasProof])) ?? [];
  return isGasProof(results.pop()) ? results : undefined;
}

/**
 * A contract broke the aggregate: it burnt the gas, or returned too much. Bisection finds its part; then each contract
 * is called once with bounded gas. Offending calls are made alone, now and from then on, and the others together again.
 */
async function callApart(at: Pin, calls: readonly Call[]): Promise<(Hex | null)[]> {
  const firsts = [...new Map(calls.map((call) => [call.to, call])).values()];
  if (firsts.length > SEVERAL) return callHalves(at, calls, callChunk);
  const answers = await callEach(at, firsts);
  const isBad = await Promise.all(firsts.map((call, index) => isTooCostly(at, call, answers[index] ?? null)));
  const found = firsts.filter((_call, index) => isBad[index] === true);
  const bad = new Set((found.length > 0 ? found : await findEaters(at, firsts)).map(({ to }) => to));
  remember(at.rpc, bad);
  const results = await Promise.all(
    calls.map((call) => (bad.has(call.to) ? callEach(at, [call]) : Promise.resolve(undefined))),
  );
  const good = calls.filter(({ to }) => !bad.has(to));
  const rest = bad.size > 0 && good.length > 0 ? await callChunk(at, good) : await callHalves(at, good, callChunk);
  return results.map((result) => (result === undefined ? rest.shift()! : (result[0] ?? null)));
}

/** Whether a call returns more than an aggregate can hold, or leaves no gas to later ones. */
async function isTooCostly(at: Pin, call: Call, answer: Hex | null): Promise<boolean> {
  if (answer !== null) return answer.length > 20_000;
  return (await callProven(at, [call])) === undefined;
}

/**
 * A call that succeeds alone may still burn an aggregate's gas: a view that writes is halted there, consuming all gas.
 */
async function findEaters(at: Pin, calls: readonly Call[]): Promise<Call[]> {
  if ((await callProven(at, [])) === undefined) return []; // the gas proof does not work on this node
  const proven = await Promise.all(calls.map((call) => callProven(at, [call])));
  return calls.filter((_call, index) => proven[index] === undefined);
}

function remember(rpc: Rpc, bad: ReadonlySet<Address>): void {
  const known = ruinous.get(rpc) ?? new Set();
  if (known.size > MAX_TOO_COSTLY) known.clear();
  for (const address of bad) known.add(address);
  ruinous.set(rpc, known);
}

/**
 * Nodes have many error messages for a broken aggregate, too: if another aggregate succeeds, the node is not at fault.
 */
async function callTogether(at: Pin & { target: Address }, calls: readonly Call[]): Promise<AggregateResults> {
  try {
    return await callAggregate(at.rpc, calls, { ...at, multicall3: at.target });
  } catch (error) {
    if (calls.length < 2 || !isNonstandardRefusal(error)) throw error;
    const isWell = (await callProven(at, []).catch(() => undefined)) !== undefined;
    if (!isWell) throw error;
    return null;
  }
}

/** Whether the error may be a failed call. */
function isNonstandardRefusal(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  return refused !== undefined && !isLagging(refused) && !isPruned(refused) && !isRateLimited(refused);
}

const callEach = (at: Pin, calls: readonly Call[]): Promise<(Hex | null)[]> =>
  Promise.all(calls.map((call) => callAlone(at, call)));

/** Nodes have many error messages for failed calls: unknown ones are decided by an aggregate of this call. */
async function callAlone(at: Pin, call: Call): Promise<Hex | null> {
  const { rpc, block } = at;
  try {
    return await readAtBlock(rpc, block, (parameter) => callOrNull(rpc, { ...call, gas: SINGLE_CALL_GAS }, parameter));
  } catch (error) {
    if (!isNonstandardRefusal(error)) throw error;
    const [answer] = (await callProven(at, [call]).catch(() => undefined)) ?? [];
    if (answer === undefined) throw error;
    return answer;
  }
}
