import pLimit from "p-limit";
import type { PostTarget, RpcCall, RpcReply } from "./jsonRpcPost.ts";
import { createPostTarget, postJsonRpc } from "./jsonRpcPost.ts";
import type { ResultReader } from "./replyBytes.ts";
import { EndpointError, isTransient } from "./rpcErrors.ts";

export interface EndpointOptions {
  timeoutMs: number;
  batchSize: number;
  maxInFlight: number;
  baseDelayMs: number;
  maxDelayMs: number;
  random: () => number;
  /** Read the results of these methods from the bytes, instead of JSON.parse: for replies that are large. */
  resultReaders: Readonly<Record<string, ResultReader>>;
}

/** One RPC URL: gathers the calls of a tick into batches and rests after failures. */
export interface Endpoint {
  readonly host: string;
  /** @throws EndpointError when no usable answer came. */
  send(call: RpcCall): Promise<RpcReply>;
  /** How long it rests, ms: 0 when it is well. */
  restMs(): number;
}

interface Waiting {
  call: RpcCall;
  resolve: (reply: RpcReply) => void;
  reject: (error: unknown) => void;
}

export function createEndpoint(url: string, options: EndpointOptions): Endpoint {
  const target = createPostTarget(url, options.timeoutMs);
  const health = createHealth(options);
  const limit = pLimit(options.maxInFlight);
  let batchSize = options.batchSize;
  let queue: Waiting[] = [];

  const deliver = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const readResult = options.resultReaders[batch[0]?.call.method ?? ""];
      const replies = await postAndJudge(target, batch, health, readResult);
      if (replies !== undefined) return batch.forEach(({ resolve }, at) => resolve(replies[at]!));
      batchSize = 1;
      await Promise.all(batch.map((waiting) => deliver([waiting])));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const flush = (): void => {
    const all = queue;
    queue = [];
    // What is read in another way travels on its own.
    const groups = Map.groupBy(all, ({ call }) =>
      Object.hasOwn(options.resultReaders, call.method) ? call.method : "",
    );
    for (const group of groups.values()) {
      for (let from = 0; from < group.length; from += batchSize) {
        const batch = group.slice(from, from + batchSize);
        void limit(() => deliver(batch));
      }
    }
  };
  const send = (call: RpcCall): Promise<RpcReply> =>
    new Promise((resolve, reject) => {
      if (queue.push({ call, resolve, reject }) === 1) setImmediate(flush);
    });
  return { host: target.host, send, restMs: health.restMs };
}

async function postAndJudge(target: PostTarget, batch: readonly Waiting[], health: Health, readResult?: ResultReader) {
  try {
    const calls = batch.map(({ call }) => call);
    const replies = await postJsonRpc(target, calls, readResult);
    if (replies?.some((reply) => "error" in reply && isTransient(reply.error))) health.fail();
    else health.succeed();
    return replies;
  } catch (error) {
    health.fail(error instanceof EndpointError ? error.retryAfterMs : undefined);
    throw error;
  }
}

interface Health {
  fail(this: void, retryAfterMs?: number): void;
  succeed(this: void): void;
  restMs(this: void): number;
}

/** Rests twice as long after each failure in a row, up to a limit, with half of it at random so that clients spread. */
function createHealth({ baseDelayMs, maxDelayMs, random }: EndpointOptions): Health {
  let failures = 0;
  let restUntil = 0;
  return {
    fail(retryAfterMs = 0) {
      const ceiling = Math.min(maxDelayMs, baseDelayMs * 2 ** failures);
      failures = Math.min(failures + 1, 30);
      restUntil = performance.now() + Math.max(Math.min(retryAfterMs, maxDelayMs), (ceiling * (1 + random())) / 2);
    },
    succeed() {
      failures = 0;
      restUntil = 0;
    },
    restMs: () => Math.max(0, restUntil - performance.now()),
  };
}
