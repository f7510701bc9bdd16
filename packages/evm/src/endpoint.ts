import pLimit from "p-limit";
import { createHealth } from "./health.ts";
import type { Health, HealthOptions } from "./health.ts";
import { createLanes } from "./lanes.ts";
import type { Lane, Waiting } from "./lanes.ts";
import type { PostTarget, RpcCall, RpcReply } from "./jsonRpcPost.ts";
import { createPostTarget, postJsonRpc } from "./jsonRpcPost.ts";
import type { Posted } from "./jsonRpcPost.ts";
import { EndpointError, isTransient } from "./rpcErrors.ts";

export interface EndpointOptions extends HealthOptions {
  timeoutMs: number;
  batchSize: number;
  maxInFlight: number;
  /** Of one reply: a longer one is not read to its end. */
  maxBytes: number;
}

/** One RPC URL: gathers the calls of a tick into batches and rests after failures. */
export interface Endpoint {
  readonly host: string;
  /** @throws EndpointError when no usable answer came. */
  send(call: RpcCall): Promise<Exclude<RpcReply, { failure: unknown }>>;
  /** How long it rests, ms: 0 when it is well. */
  restMs(): number;
}

export function createEndpoint(url: string, options: EndpointOptions): Endpoint {
  const target = createPostTarget(url, options);
  const health = createHealth(options);
  const limit = pLimit(options.maxInFlight);
  const lanes = createLanes(options.batchSize);
  let isFlushing = false;

  const deliver = async (lane: Lane, batch: readonly Waiting[]): Promise<void> => {
    const posted = await post(target, batch, health).catch((error: unknown) => {
      if (batch.length > 1 && isTooMuch(error)) return undefined;
      for (const { reject } of batch) reject(error);
      return null;
    });
    if (posted === null) return;
    if (posted?.replies !== undefined) {
      lane.learn(batch.length, posted.bytes);
      return settle(batch, posted.replies);
    }
    if (posted === undefined) lane.shrink(batch.length);
    else lanes.takeNoBatches();
    const size = posted === undefined ? Math.ceil(batch.length / 2) : 1;
    for (let from = 0; from < batch.length; from += size) await deliver(lane, batch.slice(from, from + size));
  };
  const run = async (lane: Lane): Promise<void> => {
    const batch = lane.take();
    if (batch.length > 0) await deliver(lane, batch);
    start(lane);
  };
  const start = (lane: Lane): void => {
    for (let count = lane.countUnplanned(); count > 0; count--) {
      lane.plan();
      void limit(() => run(lane));
    }
  };
  const send: Endpoint["send"] = (call) =>
    new Promise((resolve, reject) => {
      lanes.add({ call, resolve, reject });
      if (isFlushing) return;
      isFlushing = true;
      setImmediate(() => {
        isFlushing = false;
        for (const lane of lanes.list()) start(lane);
      });
    });
  return { host: target.host, send, restMs: health.restMs };
}

/** What fewer calls at once may mend. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof EndpointError && (error.kind === "oversize" || error.kind === "timeout" || error.status === 413);

function settle(batch: readonly Waiting[], replies: readonly RpcReply[]): void {
  for (const [at, { resolve, reject }] of batch.entries()) {
    const reply = replies[at]!;
    if ("failure" in reply) reject(reply.failure);
    else resolve(reply);
  }
}

function judge(replies: readonly RpcReply[], health: Health): void {
  const isLimited = replies.some((reply) => "error" in reply && isTransient(reply.error));
  const isUnusable = replies.length > 0 && replies.every((reply) => "failure" in reply);
  if (isLimited && replies.some((reply) => "result" in reply)) health.falter();
  else if (isLimited || isUnusable) health.fail();
  else health.succeed();
}

async function post(target: PostTarget, batch: readonly Waiting[], health: Health): Promise<Posted> {
  const calls = batch.map(({ call }) => call);
  try {
    const posted = await postJsonRpc(target, calls);
    judge(posted.replies ?? [], health);
    return posted;
  } catch (error) {
    const { kind, retryAfterMs } = error instanceof EndpointError ? error : {};
    if (kind !== "reconnected" && kind !== "oversize") health.fail(retryAfterMs);
    throw error;
  }
}
