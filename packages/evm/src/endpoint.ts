import pLimit from "p-limit";
import { createHealth } from "./health.ts";
import type { Health, HealthOptions } from "./health.ts";
import { createLanes } from "./lanes.ts";
import type { Lane, Waiting } from "./lanes.ts";
import type { PostTarget, RpcCall, RpcReply } from "./jsonRpcPost.ts";
import { createPostTarget, postJsonRpc } from "./jsonRpcPost.ts";
import type { Posted } from "./jsonRpcPost.ts";
import type { OnCall } from "./rpcEvent.ts";
import { EndpointError, isTransient } from "./rpcErrors.ts";

export interface EndpointOptions extends HealthOptions {
  timeoutMs: number;
  batchSize: number;
  maxInFlight: number;
  /** Of one reply: a longer one is not read to its end. */
  maxBytes: number;
  onCall?: OnCall | undefined;
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

  const notify = (batch: readonly Waiting[]): void => {
    for (const { call } of batch) options.onCall?.({ kind: "request", host: target.host, detail: call.method });
  };
  const deliver = async (lane: Lane, batch: readonly Waiting[]): Promise<void> => {
    notify(batch);
    const posted = await post(target, batch, health).catch((error: unknown) => {
      if (batch.length > 1 && isTooMuch(error)) return undefined;
      if (isTimeout(error)) lane.shrink(batch.length);
      rejectAll(batch, batch.length > 1 && isTimeout(error) ? slow(target, batch.length, error) : error);
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
    // What waited here meanwhile must not go on at a node that asked for a rest; elsewhere it may.
    if (batch.length > 0 && health.restMs() > 0) rejectAll(batch, resting(target));
    else if (batch.length > 0) await deliver(lane, batch);
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

/** What fewer calls at once mend. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof EndpointError && (error.kind === "oversize" || error.status === 413);

/** What fewer calls at once may mend: but a node that hangs would then hold them for one time-out after another. */
const isTimeout = (error: unknown): boolean => error instanceof EndpointError && error.kind === "timeout";

const slow = ({ host, timeoutMs }: PostTarget, calls: number, cause: unknown): EndpointError =>
  new EndpointError("slow", `${host} did not answer ${calls} calls at once within ${timeoutMs} ms`, { cause });

const resting = ({ host }: PostTarget): EndpointError => new EndpointError("resting", `${host} failed just before`);

function rejectAll(batch: readonly Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

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
