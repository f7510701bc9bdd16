import type { RpcCall } from "../jsonRpcPost.ts";
import { isLagging, isPruned } from "../rpcErrors.ts";
import type { RpcErrorObject } from "../rpcErrors.ts";
import { findShownBlock, findStateDepth, listNeeds } from "./callNeeds.ts";
import { isAge, isAlive } from "./learnedLimit.ts";
import type { EndpointProfiles, LearnedLimit } from "./learnedLimit.ts";
import { learnLimits } from "./learnLimits.ts";
import { redact } from "./redact.ts";
import { toRefusal } from "./toRefusal.ts";

/** The limits that an endpoint has shown, from its refusals and from other processes. */
export interface EndpointProfile {
  /** Resolves when the stored limits are known, or can't be read. */
  ready(): Promise<void>;
  /** The endpoint's error for a call, if it would refuse it. */
  findRefusal(call: RpcCall): RpcErrorObject | undefined;
  /** After a result. */
  accept(call: RpcCall, result: unknown): void;
  /** After an error. @returns the error to report: a node that lacks old state may report it as an unknown block. */
  refuse(call: RpcCall, error: RpcErrorObject): RpcErrorObject;
  /** Records a limit of requests, rather than of calls. */
  note(name: "batch" | "batch_as_one" | "rate", value: number, message: string): void;
  /** Undefined: no known limit. */
  get(name: string): number | undefined;
  /** By name. */
  list(): LearnedLimit[];
  /** Calls per second to stay below; it rises slowly, so that a higher limit is found. */
  maxRate(): number | undefined;
}

export interface ProfileOptions {
  url: string;
  /** Of the URL: see EndpointProfiles. */
  key: string;
  host: string;
  /** undefined: limits are known to this endpoint alone. */
  profiles: EndpointProfiles | undefined;
  /** Reads web3_clientVersion; undefined if the node refuses it. */
  readVersion: () => Promise<string | undefined>;
  now?: () => number;
}

/** Interval at which limits are read again, that other processes may have learned. */
const READ_AGAIN_MS = 10_000;
const VERSION_MS = 3_600_000;
/** Time in which the rate limit doubles. */
const RATE_DOUBLING_MS = 3_600_000;

export function createEndpointProfile(options: ProfileOptions): EndpointProfile {
  const { url, key, host, profiles, readVersion, now = () => Date.now() } = options;
  let limits = new Map<string, LearnedLimit>();
  let head: number | undefined;
  /** Of the oldest state that was read since an unclear refusal. */
  let depth = -1;
  let [readAt, versionAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let reading: Promise<void> | undefined;
  const unsaved = new Set<string>();

  const find = (name: string): LearnedLimit | undefined => {
    const limit = limits.get(name);
    return limit !== undefined && isAlive(limit, now()) ? limit : undefined;
  };
  const read = async (store: EndpointProfiles): Promise<void> => {
    const startedAt = now();
    try {
      const stored = await store.read(key);
      const own = [...limits].filter(([name, { learnedAt }]) => unsaved.has(name) || learnedAt >= startedAt);
      limits = new Map([...stored.limits.map((limit) => [limit.name, limit] as const), ...own]);
    } catch {
      // the limits of this process count until then
    }
  };
  const checkVersion = (store: EndpointProfiles): void => {
    if (limits.size === 0 || now() - versionAt < VERSION_MS) return;
    versionAt = now();
    void readVersion()
      .then((version) => (version === undefined ? undefined : store.addVersion(key, redact(url, version))))
      .then(() => read(store))
      .catch(() => undefined);
  };
  const ready = (): Promise<void> => {
    if (profiles === undefined) return Promise.resolve();
    if (now() - readAt > READ_AGAIN_MS) {
      const isFirst = readAt === Number.NEGATIVE_INFINITY;
      readAt = now();
      const next = read(profiles).then(() => checkVersion(profiles));
      if (isFirst) reading = next;
    }
    return reading ?? Promise.resolve();
  };
  const save = async (store: EndpointProfiles, limit: LearnedLimit): Promise<void> => {
    try {
      await store.add(key, limit);
      unsaved.delete(limit.name);
      checkVersion(store);
    } catch {
      // it stays known to this process
    }
  };
  const add = (name: string, value: number, message: string): void => {
    const limit = { name, value, message: redact(url, message), learnedAt: now() };
    const known = find(name);
    if (name !== "rate" && known !== undefined && known.value <= value) return;
    limits.set(name, limit);
    if (profiles === undefined) return;
    unsaved.add(name);
    void save(profiles, limit);
  };
  return {
    ready,
    findRefusal(call) {
      if (limits.size === 0) return undefined;
      for (const { name, amount } of listNeeds(call, head)) {
        const limit = find(name);
        if (limit !== undefined && amount > limit.value) return toRefusal(host, limit);
      }
      return undefined;
    },
    accept(call, result) {
      if (result !== null) depth = Math.max(depth, findStateDepth(call, head) ?? -1);
      const shown = findShownBlock(call, result);
      if (shown === undefined) return;
      head = call.method === "eth_blockNumber" ? shown : Math.max(shown, head ?? 0); // a chain may start again
    },
    refuse(call, error) {
      if (isLagging(error) && (findStateDepth(call, head) ?? Number.POSITIVE_INFINITY) <= depth) {
        depth = -1; // believed if it is refused again before older state is read
        return error;
      }
      const learned = learnLimits(call, error, head);
      for (const { name, value } of learned) add(name, value, error.message);
      const isOld = learned.some(({ name }) => isAge(name));
      return isOld && !isPruned(error) ? { ...error, ...toRefusal(host, { name: "state_block", value: 0 }) } : error;
    },
    note: add,
    get: (name) => find(name)?.value,
    list: () => [...limits.values()].filter((limit) => isAlive(limit, now())),
    maxRate() {
      const limit = find("rate");
      return limit && limit.value * (1 + (now() - limit.learnedAt) / RATE_DOUBLING_MS);
    },
  };
}
