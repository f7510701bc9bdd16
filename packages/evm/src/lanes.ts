import type { RpcCall, RpcReply } from "./jsonRpcPost.ts";

export interface Waiting {
  call: RpcCall;
  resolve: (reply: Exclude<RpcReply, { failure: unknown }>) => void;
  reject: (error: unknown) => void;
}

/** Calls that may share a batch, and how many of them one takes: what a node sends at once should fit its memory and ours. */
export interface Lane {
  take(): Waiting[];
  /** How many more batches the waiting calls need than are planned. */
  countUnplanned(): number;
  plan(): void;
  /** After a reply. */
  learn(calls: number, bytes: number): void;
  /** After a batch of so many calls that was too much. */
  shrink(calls: number): void;
}

export interface Lanes {
  add(waiting: Waiting): void;
  list(): Iterable<Lane>;
  /** The node answers single calls only. */
  takeNoBatches(): void;
}

/** What a batch's reply should not exceed by much. */
const WANTED_BYTES = 2_000_000;
/** Their replies are as large as blocks are full: they are counted apart from the others, and begin with few. */
const LARGE_METHODS = new Set([
  "debug_traceBlockByNumber",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getLogs",
  "trace_block",
]);
const FIRST_CALLS = 20;

export function createLanes(batchSize: number): Lanes {
  const lanes = new Map<unknown, ReturnType<typeof createLane>>();
  let most = batchSize;
  return {
    add(waiting) {
      const { method, readResult, compact } = waiting.call;
      const isLarge = LARGE_METHODS.has(method);
      const key = readResult ?? compact ?? (isLarge ? method : "");
      let lane = lanes.get(key);
      if (lane === undefined) lanes.set(key, (lane = createLane(isLarge ? FIRST_CALLS : batchSize, () => most)));
      lane.add(waiting);
    },
    list: () => lanes.values(),
    takeNoBatches() {
      most = 1;
    },
  };
}

function createLane(firstCalls: number, getMost: () => number): Lane & { add(waiting: Waiting): void } {
  let queue: Waiting[] = [];
  let planned = 0;
  let wanted = firstCalls;
  let allowed = Number.POSITIVE_INFINITY;
  const size = (): number => Math.max(1, Math.min(getMost(), wanted, Math.floor(allowed)));
  return {
    add: (waiting) => void queue.push(waiting),
    take() {
      planned--;
      const batch = queue.slice(0, size());
      queue = queue.slice(batch.length);
      return batch;
    },
    countUnplanned: () => Math.ceil(queue.length / size()) - planned,
    plan: () => void planned++,
    learn(calls, bytes) {
      wanted = Math.floor((WANTED_BYTES * calls) / Math.max(1, bytes));
      allowed *= 1.1;
    },
    shrink(calls) {
      allowed = calls / 2;
    },
  };
}
