import type { RpcCall, RpcReply } from "./jsonRpcPost.ts";

/** A call in progress. */
export interface Attempt {
  /** Its result is not needed any more. */
  isCancelled: boolean;
  /** It has not been sent yet. */
  isQueued: boolean;
}

export interface Waiting {
  call: RpcCall;
  attempt: Attempt;
  /** It gives way to others: see `runInBackground`. */
  isBackground: boolean;
  resolve: (reply: Exclude<RpcReply, { failure: unknown }> & { isKnown?: true }) => void;
  reject: (error: unknown) => void;
}

/** Calls that may share a batch, and their batch size: replies should fit the node's memory and ours. */
export interface Lane {
  /** Of all its calls. */
  readonly isBackground: boolean;
  take(): Waiting[];
  /** Number of batches that the queued calls need beyond those planned. */
  countUnplanned(): number;
  plan(): void;
  /** After a reply. */
  record(calls: number, bytes: number): void;
  /** After a batch of this size was too much. */
  shrink(calls: number): void;
}

export interface Lanes {
  add(waiting: Waiting): void;
  list(): Iterable<Lane>;
  /** Number of queued calls. */
  count(): number;
}

/** Target size of a batch's reply. */
const WANTED_BYTES = 2_000_000;
/**
 * Their replies grow with the blocks, or they run a block's transactions again: they have their own lane, which starts with
 * few calls, so that quick calls don't wait for them.
 */
const LARGE_METHODS = new Set([
  "debug_traceBlockByHash",
  "debug_traceBlockByNumber",
  "debug_traceTransaction",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getLogs",
  "trace_block",
]);
const FIRST_CALLS = 20;
/** Readers that are created for each source of blocks have lanes of their own. */
const MAX_IDLE_LANES = 16;

/** @param getMax - Current batch limit of the endpoint. */
export function createLanes(batchSize: number, getMax: () => number): Lanes {
  const [foreground, background] = [new Map<unknown, FillableLane>(), new Map<unknown, FillableLane>()];
  const list = (): FillableLane[] => [...foreground.values(), ...background.values()];
  return {
    add(waiting) {
      const lanes = waiting.isBackground ? background : foreground;
      const { method, readResult, compact } = waiting.call;
      const isLarge = LARGE_METHODS.has(method);
      const key = readResult ?? compact ?? (isLarge ? method : "");
      let lane = lanes.get(key);
      if (lane === undefined) {
        if (lanes.size >= MAX_IDLE_LANES) for (const [old, one] of lanes) if (one.isIdle()) lanes.delete(old);
        lane = createLane(isLarge ? FIRST_CALLS : batchSize, getMax, waiting.isBackground);
        lanes.set(key, lane);
      }
      lane.add(waiting);
    },
    list,
    count: () => list().reduce((sum, lane) => sum + lane.count(), 0),
  };
}

interface FillableLane extends Lane {
  add(waiting: Waiting): void;
  count(): number;
  isIdle(): boolean;
}

function createLane(firstCalls: number, getMax: () => number, isBackground: boolean): FillableLane {
  let queue: Waiting[] = [];
  let planned = 0;
  let wanted = firstCalls;
  let allowed = Number.POSITIVE_INFINITY;
  const size = (): number => Math.max(1, Math.min(getMax(), wanted, Math.floor(allowed)));
  return {
    isBackground,
    add: (waiting) => void queue.push(waiting),
    count: () => queue.length,
    isIdle: () => queue.length === 0 && planned === 0,
    take() {
      planned--;
      queue = queue.filter(({ attempt }) => !attempt.isCancelled);
      const batch = queue.slice(0, size());
      queue = queue.slice(batch.length);
      return batch;
    },
    countUnplanned: () => Math.ceil(queue.length / size()) - planned,
    plan: () => void planned++,
    record(calls, bytes) {
      wanted = Math.floor((WANTED_BYTES * calls) / Math.max(1, bytes));
      allowed *= 1.1;
    },
    shrink(calls) {
      allowed = calls / 2;
    },
  };
}
