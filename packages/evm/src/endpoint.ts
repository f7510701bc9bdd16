import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { isInBackground } from "./background.ts";
import { createBatchLimit } from "./batchLimit.ts";
import type { CallRates } from "./callRates.ts";
import { createHealth } from "./health.ts";
import type { HealthOptions } from "./health.ts";
import { createLanes } from "./lanes.ts";
import type { Attempt, Lane, Waiting } from "./lanes.ts";
import { createPostTarget } from "./jsonRpcPost.ts";
import type { PostTarget, RpcCall, RpcReply } from "./jsonRpcPost.ts";
import { createEndpointProfile } from "./profile/endpointProfile.ts";
import type { EndpointProfile } from "./profile/endpointProfile.ts";
import type { EndpointProfiles } from "./profile/learnedLimit.ts";
import { createRateGate } from "./rateGate.ts";
import type { TrialRules } from "./rateUnit.ts";
import type { OnCall } from "./rpcEvent.ts";
import { EndpointError, isBatchTooLarge } from "./rpcErrors.ts";
import { sendBatch } from "./sendBatch.ts";

export interface EndpointOptions extends HealthOptions {
  /** Timeout of a call; blocks' logs, receipts and traces may take twice as long, and lookups 10 s at most. */
  timeoutMs: number;
  batchSize: number;
  maxInFlight: number;
  /** Maximum size of one reply. */
  maxBytes: number;
  /** Calls per second; undefined: whatever the endpoint accepts. */
  maxRps?: number | undefined;
  rates: CallRates;
  /** What shows that a URL's rate is of requests instead of calls; undefined: see TRIAL_RULES. */
  trialRules?: TrialRules | undefined;
  /** Limits of URLs, shared with other processes; undefined: this endpoint's own. */
  profiles?: EndpointProfiles | undefined;
  /** A user waits for these few calls: they are counted, but not delayed. */
  isUrgent?: boolean | undefined;
  /** Time after which a call in the background no longer gives way. */
  maxGivenWayMs: number;
  /** Aborts every call, including delayed ones. */
  signal?: AbortSignal | undefined;
  onCall?: OnCall | undefined;
}

/** `isKnown`: the endpoint has refused such a call before, so this one was not sent. */
export type EndpointReply = Exclude<RpcReply, { failure: unknown }> & { isKnown?: true };

/** One RPC URL: batches the calls of a tick, within the endpoint's limits. */
export interface Endpoint {
  readonly host: string;
  /** @throws EndpointError without a usable response. */
  send(call: RpcCall, attempt?: Attempt): Promise<EndpointReply>;
  /** Remaining backoff, ms: 0 if healthy. */
  backoffMs(): number;
  /** The limits that it has shown. */
  readonly profile: Pick<EndpointProfile, "findRefusal" | "get" | "list" | "ready">;
  /** Another endpoint responded first: this one backs off. */
  noteLate(): void;
}

export function createEndpoint(url: string, options: EndpointOptions): Endpoint {
  const target = createPostTarget(url, options);
  const health = createHealth(options);
  const limit = pLimit(options.maxInFlight);
  /** Calls that give way must not keep others from being sent. */
  const backgroundLimit = pLimit(options.maxInFlight);
  const batchLimit = createBatchLimit(options.batchSize);
  const key = toKey(url);
  const profile = createEndpointProfile({
    url,
    key,
    host: target.host,
    profiles: options.profiles,
    readVersion: () => readVersion(send),
  });
  const getBatchSize = (): number => Math.min(batchLimit.size(), profile.get("batch") ?? options.batchSize);
  const gate = createRateGate({
    key,
    profile,
    getBatchSize,
    countQueued: () => lanes.count(),
    trialRules: options.trialRules,
    rates: options.rates,
    maxRps: options.maxRps,
    isUrgent: options.isUrgent,
    maxGivenWayMs: options.maxGivenWayMs,
    signal: options.signal,
  });
  const getMaxCalls = (): number => Math.min(getBatchSize(), gate.max());
  const lanes = createLanes(options.batchSize, getMaxCalls);
  let isFlushing = false;
  /** Of the last refused batch; a smaller one must be accepted before this is a limit. */
  let refused: { value: number; message: string } | undefined;

  const notify = (batch: readonly Waiting[]): void => {
    for (const { call, attempt } of batch) {
      attempt.isQueued = false;
      options.onCall?.({ kind: "request", host: target.host, detail: call.method });
    }
  };
  /** Answers calls that would be refused. @returns the others. */
  const answerKnown = (waiting: readonly Waiting[]): Waiting[] =>
    waiting.filter(({ call, resolve }) => {
      const error = profile.findRefusal(call);
      if (error !== undefined) resolve({ error, isKnown: true });
      return error === undefined;
    });
  const deliver = async (lane: Lane, queued: readonly Waiting[]): Promise<void> => {
    await profile.ready();
    const waiting = answerKnown(queued);
    if (waiting.length > getMaxCalls()) return deliverParts(lane, waiting, getMaxCalls());
    if (waiting.length === 0) return;
    await gate.pass(waiting.length, lane.isBackground);
    const batch = answerKnown(waiting.filter(({ attempt }) => !attempt.isCancelled));
    if (batch.length === 0) return;
    if (batch.length > getMaxCalls()) return deliverParts(lane, batch, getMaxCalls());
    // Calls queued meanwhile must not go to a node in backoff; another endpoint may take them.
    if (health.backoffMs() > 0) return rejectAll(batch, backingOff(target));
    notify(batch);
    try {
      const calls = batch.map(({ call }) => call);
      const { replies, bytes, refusal } = await sendBatch({ target, health, gate }, calls);
      if (replies === undefined) {
        batchLimit.refuse(batch.length, refusal);
        refused = { value: batchLimit.max(), message: refusal };
        return await deliverParts(lane, batch, batchLimit.size());
      }
      batchLimit.accept(batch.length);
      if (refused !== undefined) profile.note("batch", refused.value, refused.message);
      refused = undefined;
      lane.record(batch.length, bytes);
      await settle(lane, batch, replies);
    } catch (error) {
      if (batch.length > 1 && isTooMuch(error)) {
        lane.shrink(batch.length);
        return deliverParts(lane, batch, Math.ceil(batch.length / 2));
      }
      if (isTimeout(error) || isLimit(error)) lane.shrink(batch.length);
      rejectAll(batch, batch.length > 1 && isTimeout(error) ? slow(target, batch.length, error) : error);
    }
  };
  const deliverParts = async (lane: Lane, batch: readonly Waiting[], size: number): Promise<void> => {
    for (let from = 0; from < batch.length; from += size) await deliver(lane, batch.slice(from, from + size));
  };
  const settle = async (lane: Lane, batch: readonly Waiting[], replies: readonly RpcReply[]): Promise<void> => {
    const left: Waiting[] = [];
    for (const [at, waiting] of batch.entries()) {
      const reply = replies[at]!;
      if ("failure" in reply) waiting.reject(reply.failure);
      else if (batch.length > 1 && "error" in reply && isBatchTooLarge(reply.error)) left.push(waiting);
      else if ("error" in reply) waiting.resolve({ error: profile.refuse(waiting.call, reply.error) });
      else {
        profile.accept(waiting.call, reply.result);
        waiting.resolve(reply);
      }
    }
    if (left.length === 0) return;
    lane.shrink(batch.length);
    await deliverParts(lane, left, Math.ceil(batch.length / 2));
  };
  const run = async (lane: Lane): Promise<void> => {
    const batch = lane.take();
    if (batch.length > 0 && health.backoffMs() > 0) rejectAll(batch, backingOff(target));
    else if (batch.length > 0) await deliver(lane, batch).catch((error: unknown) => rejectAll(batch, error));
    start(lane);
  };
  const start = (lane: Lane): void => {
    const inSlot = lane.isBackground && gate.isLimited() ? backgroundLimit : limit;
    for (let count = lane.countUnplanned(); count > 0; count--) {
      lane.plan();
      void inSlot(() => run(lane));
    }
  };
  const send: Endpoint["send"] = (call, attempt = { isCancelled: false, isQueued: true }) =>
    new Promise((resolve, reject) => {
      attempt.isQueued = true;
      lanes.add({ call, attempt, isBackground: isInBackground(), resolve, reject });
      if (isFlushing) return;
      isFlushing = true;
      setImmediate(() => {
        isFlushing = false;
        for (const lane of lanes.list()) start(lane);
      });
    });
  return { host: target.host, send, backoffMs: health.backoffMs, profile, noteLate: () => health.fail() };
}

async function readVersion(send: Endpoint["send"]): Promise<string | undefined> {
  const reply = await send({ method: "web3_clientVersion" });
  return "result" in reply && typeof reply.result === "string" ? reply.result : undefined;
}

/** The URL may contain a secret. */
const toKey = (url: string): string => createHash("sha256").update(url).digest("hex");

/** Whether fewer calls at once may help. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof EndpointError && (error.kind === "oversize" || error.status === 413);

/** Fewer calls at once may help: but a hanging node would then hold them for one timeout after another. */
const isTimeout = (error: unknown): boolean => error instanceof EndpointError && error.kind === "timeout";

const isLimit = (error: unknown): boolean => error instanceof EndpointError && error.kind === "limited";

const slow = ({ host }: PostTarget, calls: number, cause: unknown): EndpointError =>
  new EndpointError("slow", `${host} did not respond to ${calls} concurrent calls in time`, { cause });

const backingOff = ({ host }: PostTarget): EndpointError => new EndpointError("resting", `${host} failed recently`);

function rejectAll(batch: readonly Waiting[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
