import { callMany } from "@portico/evm";
import type { Address, Hex, PinnedOptions, Rpc } from "@portico/evm";
import { decodeFunctionResult } from "viem";
import type { MulticallParameters, MulticallReturnType } from "viem";
import { encodeCall } from "./encodeCall.ts";
import type { EncodedCall } from "./encodeCall.ts";
import { toLower } from "./toLower.ts";

/** Typed by the ABIs of the calls, like viem's multicall without allowFailure. @throws ReadError if a call fails. */
export type Read = <const Calls extends readonly unknown[]>(
  calls: MulticallParameters<Calls>["contracts"],
) => Promise<MulticallReturnType<Calls, false>>;

type OrUndefined<Results> = { -readonly [Index in keyof Results]: Results[Index] | undefined };

export type TryRead = <const Calls extends readonly unknown[]>(
  calls: MulticallParameters<Calls>["contracts"],
) => Promise<OrUndefined<MulticallReturnType<Calls, false>>>;

/** A required view call failed, or returned data that doesn't match its ABI. */
export class ReadError extends Error {
  override readonly name = "ReadError";
}

/** An adapter exceeds the call limit: it fails, instead of omitting calls silently. */
export class ReadLimitError extends Error {
  override readonly name = "ReadLimitError";
}

/** One of several reads: a failed one is replaced by `otherwise`. */
export async function unlessUnread<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadError) return otherwise;
    throw error;
  }
}

interface ContractCall extends EncodedCall {
  address: Address;
}

/** Return data of constant calls of one chain; null: the call fails. */
export type Memory = Map<string, Hex | null>;

export interface ReaderOptions {
  rpc: Rpc;
  block: PinnedOptions;
  memory: Memory;
  /** Maximum calls of one adapter. */
  maxCalls?: number;
}

export interface CallerOptions {
  /** It calls untrusted contracts: after all other calls of the same batch. */
  isLast?: boolean | undefined;
}

/** Batches all concurrent reads into one multicall. */
export interface Reader {
  /** The reads of one adapter. */
  open(options?: CallerOptions): { read: Read; tryRead: TryRead; readOnce: Read; trySimulate: TryRead };
  /** Calls made so far, without cached ones. */
  readonly callCount: number;
  /** Multicalls made so far. */
  readonly stageCount: number;
}

/** An adapter, or one list of its simulated calls. */
interface Caller {
  isLast: boolean;
  /** Its calls change state. */
  isSimulated: boolean;
}

interface Waiting {
  caller: Caller;
  to: Address;
  data: Hex;
  settle: (data: Hex | null) => void;
  fail: (error: unknown) => void;
}

const CHUNK_SIZE = 200;
const CHUNKS_IN_FLIGHT = 4;
const MAX_CALLS = 40_000;
const MAX_REMEMBERED = 100_000;
/** In characters: constants are a few words, and a contract may return megabytes. */
const LONGEST_REMEMBERED = 4_096;

export function createReader({ rpc, block, memory, maxCalls = MAX_CALLS }: ReaderOptions): Reader {
  let waiting: Waiting[] = [];
  let callCount = 0;
  let stageCount = 0;

  const readChunk = async (groups: readonly Waiting[][]): Promise<void> => {
    const calls = groups.map(([first]) => ({ to: first!.to, data: first!.data }));
    const changesState = groups[0]![0]!.caller.isSimulated;
    const answers = await callMany(rpc, calls, { ...block, changesState });
    for (const [index, group] of groups.entries()) for (const { settle } of group) settle(answers[index] ?? null);
  };

  const flush = async (): Promise<void> => {
    const stage = waiting;
    waiting = [];
    stageCount += 1;
    const [viewed = [], simulated = []] = [false, true].map((is) =>
      stage.filter(({ caller }) => caller.isSimulated === is),
    );
    const chunks = [...toChunks(groupCalls(viewed)), ...packLists(simulated)];
    callCount += chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const work = async (): Promise<void> => {
      for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) await readChunk(chunk);
    };
    try {
      await Promise.all(Array.from({ length: CHUNKS_IN_FLIGHT }, work));
    } catch (error) {
      chunks.length = 0;
      for (const { fail } of stage) fail(error);
    }
  };

  const enqueue = (caller: Caller, to: Address, data: Hex): Promise<Hex | null> =>
    new Promise((settle, fail) => {
      if (waiting.length === 0) setImmediate(() => void flush()); // after all runnable adapters have queued their reads
      waiting.push({ caller, to, data, settle, fail });
    });

  const readCached = async (caller: Caller, to: Address, data: Hex): Promise<Hex | null> => {
    const key = `${to} ${data}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const answer = await enqueue(caller, to, data);
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    if (isLasting(answer)) memory.set(key, answer);
    return answer;
  };

  const open: Reader["open"] = ({ isLast = false } = {}) => {
    let count = 0;
    const viewer: Caller = { isLast, isSimulated: false };
    const run = (calls: readonly unknown[], by: typeof enqueue, caller = viewer) => {
      count += calls.length;
      if (count > maxCalls) throw new ReadLimitError(`more than ${maxCalls} reads`);
      return Promise.all(
        (calls as readonly ContractCall[]).map((call) => decode(call, (to, data) => by(caller, to, data))),
      );
    };
    const orThrow = async (calls: readonly unknown[], by: typeof enqueue): Promise<unknown[]> =>
      (await run(calls, by)).map((result) => {
        if (result instanceof ReadError) throw result;
        return result;
      });
    const orUndefined = async (calls: readonly unknown[], caller: Caller): Promise<unknown[]> =>
      (await run(calls, enqueue, caller)).map((result) => (result instanceof ReadError ? undefined : result));
    /* oxlint-disable typescript/no-unsafe-type-assertion -- viem's types relate calls to results; no check could */
    return {
      read: (async (calls) => orThrow(calls as readonly unknown[], enqueue)) as Read,
      readOnce: (async (calls) => orThrow(calls as readonly unknown[], readCached)) as Read,
      tryRead: async (calls) => orUndefined(calls as readonly unknown[], viewer),
      trySimulate: async (calls) => orUndefined(calls as readonly unknown[], { isLast, isSimulated: true }),
    };
    /* oxlint-enable typescript/no-unsafe-type-assertion */
  };
  return {
    open,
    get callCount() {
      return callCount;
    },
    get stageCount() {
      return stageCount;
    },
  };
}

/**
 * Deduplicates adapters' calls: they read the same of a protocol for several owners, and of tokens for several
 * protocols.
 * Adapters with few calls come first, so they don't wait for those with many. Untrusted contracts come last of all: if
 * a
 * node can't isolate them, a contract can act before later calls, and claim an owner's rewards, for example.
 */
function groupCalls(stage: readonly Waiting[]): Waiting[][] {
  const byCaller = [...Map.groupBy(stage, ({ caller }) => caller).values()];
  const rank = ([first]: readonly Waiting[]): number => (first?.caller.isLast === true ? 1 : 0);
  const ordered = byCaller.toSorted((one, other) => rank(one) - rank(other) || one.length - other.length).flat();
  return [...Map.groupBy(ordered, toKey).values()];
}

const toChunks = (groups: readonly Waiting[][]): Waiting[][][] =>
  Array.from({ length: Math.ceil(groups.length / CHUNK_SIZE) }, (_, at) =>
    groups.slice(at * CHUNK_SIZE, (at + 1) * CHUNK_SIZE),
  );

/**
 * Lists of state-changing calls, each unsplit and equal ones once: later calls of a list must see the changes of
 * earlier ones.
 */
function packLists(stage: readonly Waiting[]): Waiting[][][] {
  const lists = [...Map.groupBy(stage, ({ caller }) => caller).values()];
  const ordered = lists.toSorted(([one], [other]) => Number(one!.caller.isLast) - Number(other!.caller.isLast));
  const chunks: Waiting[][][] = [];
  for (const [first = [], ...others] of Map.groupBy(ordered, (list) => list.map(toKey).join()).values()) {
    const groups = first.map((waiting, index) => [waiting, ...others.map((list) => list[index]!)]);
    const last = chunks.at(-1);
    if (last !== undefined && last.length + groups.length <= CHUNK_SIZE) last.push(...groups);
    else chunks.push(groups);
  }
  return chunks;
}

const toKey = ({ to, data }: Waiting): string => `${to} ${data}`;

/** A call that fails, or returns nothing, may succeed later. */
const isLasting = (answer: Hex | null): answer is Hex =>
  answer !== null && answer.length <= LONGEST_REMEMBERED && !/^0x0*$/.test(answer);

async function decode(call: ContractCall, enqueue: (to: Address, data: Hex) => Promise<Hex | null>): Promise<unknown> {
  const data = await enqueue(toLower(call.address), encodeCall(call));
  if (data === null) return new ReadError(`${call.functionName} of ${call.address} fails`);
  try {
    return decodeFunctionResult({ ...call, data });
  } catch (cause) {
    return new ReadError(`${call.functionName} of ${call.address} returned data that does not match its ABI`, {
      cause,
    });
  }
}
