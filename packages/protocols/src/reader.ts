import { callMany } from "@portico/evm";
import type { Address, Hex, PinnedOptions, Rpc } from "@portico/evm";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import type { Abi, MulticallParameters, MulticallReturnType } from "viem";

/** Typed by the ABIs of the calls, as viem's multicall without failures. @throws ReadError when a call fails. */
export type Read = <const Calls extends readonly unknown[]>(
  calls: MulticallParameters<Calls>["contracts"],
) => Promise<MulticallReturnType<Calls, false>>;

type OrUndefined<Results> = { -readonly [Index in keyof Results]: Results[Index] | undefined };

export type TryRead = <const Calls extends readonly unknown[]>(
  calls: MulticallParameters<Calls>["contracts"],
) => Promise<OrUndefined<MulticallReturnType<Calls, false>>>;

/** A view call that an adapter needs fails, or answers other data than its ABI says. */
export class ReadError extends Error {
  override readonly name = "ReadError";
}

/** A place among several: one that doesn't answer is left out, and the others stay. */
export async function unlessUnread<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadError) return otherwise;
    throw error;
  }
}

interface ContractCall {
  abi: Abi;
  address: Address;
  functionName: string;
  args?: readonly unknown[];
}

/** Return data of calls that never change, of one chain; null: the call fails. */
export type Memory = Map<string, Hex | null>;

export interface ReaderOptions {
  rpc: Rpc;
  block: PinnedOptions;
  memory: Memory;
  /** Calls of one adapter, at most. */
  maxCalls?: number;
}

/** Collects the reads of everybody who waits at the same time into one multicall. */
export interface Reader {
  /** The reads of one adapter. */
  open(): { read: Read; tryRead: TryRead; readOnce: Read };
  /** Calls made so far, without those that were remembered. */
  readonly callCount: number;
  /** Multicalls made so far. */
  readonly stageCount: number;
}

interface Waiting {
  to: Address;
  data: Hex;
  settle: (data: Hex | null) => void;
  fail: (error: unknown) => void;
}

const CHUNK_SIZE = 200;
const MAX_CALLS = 20_000;
const MOST_REMEMBERED = 200_000;

export function createReader({ rpc, block, memory, maxCalls = MAX_CALLS }: ReaderOptions): Reader {
  let waiting: Waiting[] = [];
  let callCount = 0;
  let stageCount = 0;

  const flush = async (): Promise<void> => {
    const stage = waiting;
    waiting = [];
    stageCount += 1;
    // adapters ask the same of a protocol for several owners, and of tokens for several protocols
    const byCall = Map.groupBy(stage, ({ to, data }) => `${to} ${data}`);
    const groups = [...byCall.values()];
    callCount += groups.length;
    try {
      const calls = groups.map(([first]) => ({ to: first!.to, data: first!.data }));
      const answers = await callMany(rpc, calls, { chunkSize: CHUNK_SIZE, ...block });
      for (const [index, group] of groups.entries()) for (const { settle } of group) settle(answers[index] ?? null);
    } catch (error) {
      for (const { fail } of stage) fail(error);
    }
  };

  const ask = (to: Address, data: Hex): Promise<Hex | null> =>
    new Promise((settle, fail) => {
      if (waiting.length === 0) setImmediate(() => void flush()); // after everybody who can go on has asked
      waiting.push({ to, data, settle, fail });
    });

  const askOnce = async (to: Address, data: Hex): Promise<Hex | null> => {
    const key = `${to} ${data}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const answer = await ask(to, data);
    if (memory.size >= MOST_REMEMBERED) memory.clear();
    if (answer !== null && answer !== "0x") memory.set(key, answer); // what fails today may stand tomorrow
    return answer;
  };

  const open: Reader["open"] = () => {
    let count = 0;
    const run = (calls: readonly unknown[], by: typeof ask) => {
      count += calls.length;
      if (count > maxCalls) throw new ReadError(`more than ${maxCalls} reads`);
      return Promise.all((calls as readonly ContractCall[]).map((call) => decode(call, by)));
    };
    const orThrow = async (calls: readonly unknown[], by: typeof ask): Promise<unknown[]> =>
      (await run(calls, by)).map((result) => {
        if (result instanceof ReadError) throw result;
        return result;
      });
    const orUndefined = async (calls: readonly unknown[]): Promise<unknown[]> =>
      (await run(calls, ask)).map((result) => (result instanceof ReadError ? undefined : result));
    /* oxlint-disable typescript/no-unsafe-type-assertion -- viem's types relate calls to results; no check could */
    return {
      read: (async (calls) => orThrow(calls as readonly unknown[], ask)) as Read,
      readOnce: (async (calls) => orThrow(calls as readonly unknown[], askOnce)) as Read,
      tryRead: async (calls) => orUndefined(calls as readonly unknown[]),
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

async function decode(call: ContractCall, ask: (to: Address, data: Hex) => Promise<Hex | null>): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address stays one in lower case
  const data = await ask(call.address.toLowerCase() as Address, encodeFunctionData(call));
  if (data === null) return new ReadError(`${call.functionName} of ${call.address} fails`);
  try {
    return decodeFunctionResult({ ...call, data });
  } catch (cause) {
    return new ReadError(`${call.functionName} of ${call.address} returned other data than its ABI says`, { cause });
  }
}
