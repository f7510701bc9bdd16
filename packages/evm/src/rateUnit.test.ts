import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCallRates } from "./callRates.ts";
import type { CallRates } from "./callRates.ts";
import { createEndpointProfile } from "./profile/endpointProfile.ts";
import { createRateGate } from "./rateGate.ts";
import { createRateUnit } from "./rateUnit.ts";
import { createMemoryProfiles } from "./testing/memoryProfiles.ts";
import { startNodeProfile } from "./testing/nodeProfiles.ts";
import type { NodeProfile, ProfiledNode } from "./testing/nodeProfiles.ts";
import { connect, serve, stopServers } from "./testing/serving.ts";

interface Provider {
  /** What its rate counts. */
  of: "calls" | "requests";
  rate: number;
  /** What its token bucket holds, in seconds of the rate. */
  burstSeconds: number;
  maxBatch: number;
}

const URL = "http://node.example";
const createProfile = (now: () => number) =>
  createEndpointProfile({ url: URL, key: "a", host: "node.example", profiles: undefined, readVersion, now });
const readVersion = () => Promise.resolve(undefined);

/**
 * Sends full batches to a provider, as fast as the rate allows, on a clock of its own.
 * @param isUsedUp - The provider has just refused a call, and its token bucket is empty.
 */
async function simulate({ of, rate, burstSeconds, maxBatch }: Provider, seconds: number, isUsedUp = false) {
  let now = 1e9;
  const clock = () => now;
  const profile = createProfile(clock);
  profile.note("rate", rate * 0.9, "");
  const unit = createRateUnit({ profile, isFixed: false, isUrgent: false, getBatchSize: () => maxBatch, now: clock });
  const rates = createCallRates(clock);
  let [tokens, refilledAt, refused, accepted] = [isUsedUp ? 0 : burstSeconds * rate, now, 0, 0];
  if (isUsedUp) unit.refuse(now);
  const results = new Set<number | undefined>();
  for (const end = now + seconds * 1000; now < end;) {
    unit.consider(1_000_000);
    const maxRps = Math.min(profile.maxRate()!, unit.maxTrialRate() ?? Number.POSITIVE_INFINITY);
    now += (await rates.reserve("a", unit.weigh(maxBatch), { maxRps })).waitMs;
    tokens = Math.min(burstSeconds * rate, tokens + ((now - refilledAt) / 1000) * rate);
    refilledAt = now;
    const cost = of === "calls" ? maxBatch : 1;
    if (tokens < cost) {
      refused++;
      unit.refuse(now);
      await rates.halve("a", { maxRps, ageMs: 0, sentRps: rate, takenRps: rate });
    } else {
      tokens -= cost;
      accepted += maxBatch;
      unit.take(maxBatch, now);
    }
    results.add(profile.get("batch_as_one"));
    now++;
  }
  return { results: [...results], refused, accepted };
}

const anyProvider = fc.record({
  rate: fc.integer({ min: 5, max: 500 }),
  maxBatch: fc.integer({ min: 4, max: 100 }),
  burstSeconds: fc.integer({ min: 1, max: 60 }),
});

test("a limit of requests is recognized without a refusal, and then full batches are sent at its rate", async () => {
  const check = async (provider: Omit<Provider, "of">): Promise<void> => {
    const { results, refused, accepted } = await simulate({ ...provider, of: "requests" }, 120);
    expect({ results, refused }).toEqual({ results: [undefined, 1], refused: 0 });
    expect(accepted).toBeGreaterThan(provider.rate * provider.maxBatch * 120 * 0.6);
  };
  await fc.assert(fc.asyncProperty(anyProvider, check), { seed: 22, numRuns: 30 });
});

test("a limit of requests is recognized after a refusal, when nothing is left of it", async () => {
  const provider = { of: "requests", rate: 25, burstSeconds: 1, maxBatch: 10 } as const;
  const { results } = await simulate(provider, 120, true);
  expect(results).toEqual([undefined, 1]);
});

test("a limit of calls is never taken for one of requests, whatever its token bucket holds", async () => {
  const check = async (provider: Omit<Provider, "of">): Promise<void> => {
    const burstSeconds = Math.max(provider.burstSeconds, (2 * provider.maxBatch) / provider.rate);
    const { results } = await simulate({ ...provider, burstSeconds, of: "calls" }, 120);
    expect(results).not.toContain(1);
  };
  await fc.assert(fc.asyncProperty(anyProvider, check), { seed: 22, numRuns: 30 });
});

test("after one refusal calls are counted, and requests are not tried again for a day", async () => {
  let now = 1e9;
  const profile = createProfile(() => now);
  const options = { profile, isFixed: false, isUrgent: false, getBatchSize: () => 10, now: () => now };
  const unit = createRateUnit(options);
  unit.consider(1_000);
  expect(unit.weigh(10)).toBe(10); // no rate is known
  profile.note("rate", 20, "");
  unit.consider(39);
  expect(unit.weigh(10)).toBe(10); // too few calls wait
  const startedAt = now;
  unit.consider(40);
  expect([unit.weigh(10), unit.maxTrialRate()]).toEqual([1, 16]);
  expect(unit.refuse(startedAt - 1)).toBe(false); // sent before
  expect(unit.weigh(10)).toBe(1);
  expect(unit.refuse(now)).toBe(true);
  for (const hours of [1, 23, 24]) {
    now = startedAt + hours * 3_600_000;
    profile.note("rate", 20, "");
    const next = createRateUnit(options);
    next.consider(1_000);
    expect(next.weigh(10)).toBe(hours < 24 ? 10 : 1);
  }
});

test("requests are counted until two of them are refused within a minute", () => {
  let now = 1e9;
  const profile = createProfile(() => now);
  profile.note("rate", 20, "");
  profile.note("batch_as_one", 1, "");
  const unit = createRateUnit({ profile, isFixed: false, isUrgent: false, getBatchSize: () => 10, now: () => now });
  expect(unit.refuse(now)).toBe(false);
  expect(unit.refuse(now - 1)).toBe(false); // sent before the first refusal
  now += 61_000;
  expect(unit.refuse(now)).toBe(false);
  expect(unit.weigh(10)).toBe(1);
  now += 1_000;
  expect(unit.refuse(now)).toBe(true);
  expect([unit.weigh(10), profile.get("batch_as_one")]).toEqual([10, 0]);
});

test("an operator's limit is of calls, and urgent calls show nothing", () => {
  const profile = createProfile(() => 1e9);
  profile.note("rate", 20, "");
  const options = { profile, getBatchSize: () => 10, now: () => 1e9 };
  const units = [
    createRateUnit({ ...options, isFixed: true, isUrgent: false }),
    createRateUnit({ ...options, isFixed: false, isUrgent: true }),
  ];
  for (const unit of units) unit.consider(1_000);
  expect(units.map((unit) => unit.weigh(10))).toEqual([10, 10]);
  profile.note("batch_as_one", 1, "");
  expect(units.map((unit) => unit.weigh(10))).toEqual([10, 1]);
  expect(units.map((unit) => unit.refuse(1e9 + 1))).toEqual([false, false]);
});

test("calls that wait when a trial ends reserve what they take of the rate, and the learned rate stays", async () => {
  const profile = createProfile(() => 1e9);
  profile.note("rate", 20, "");
  const reservations: { calls: number; go: () => void }[] = [];
  const rates: CallRates = {
    reserve: (_, calls) =>
      new Promise((resolve) => {
        reservations.push({ calls, go: () => resolve({ waitMs: 0, rate: 20 }) });
      }),
    halve: () => Promise.resolve(),
  };
  const limits = { maxRps: undefined, isUrgent: false, signal: undefined, maxGivenWayMs: 0, trialRules: undefined };
  const batch = { getBatchSize: () => 10, countQueued: () => 1_000 };
  const gate = createRateGate({ key: "a", profile, rates, ...limits, ...batch });
  const passed = gate.pass(10, false);
  const sentAt = performance.now();
  await gate.slowDown(sentAt, 25);
  await gate.slowDown(sentAt, 25); // sent before the first refusal
  reservations[0]!.go();
  await expect.poll(() => reservations.map(({ calls }) => calls)).toEqual([1, 9]);
  reservations[1]!.go();
  await passed;
  expect([profile.get("batch_as_one"), profile.get("rate"), gate.max()]).toEqual([0, 20, 20]);
});

let nodeUrl = "";
const proxies: ProfiledNode[] = [];

beforeAll(async () => {
  nodeUrl = (await serve()).url;
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await stopServers();
});

/** Rates with a list of the reservations. */
function createListedRates(): { rates: CallRates; reserved: number[] } {
  const [rates, reserved] = [createCallRates(), [] as number[]];
  return {
    rates: {
      ...rates,
      reserve: (endpoint, calls, limits) => {
        reserved.push(calls);
        return rates.reserve(endpoint, calls, limits);
      },
    },
    reserved,
  };
}

interface Learned {
  value: number | undefined;
  /** What the other process reserves. */
  reserved: "calls" | "requests";
}

/** One process learns the unit of a node with a known rate, and another one uses it. */
async function learn(node: NodeProfile): Promise<Learned> {
  const proxy = await startNodeProfile(nodeUrl, { maxBatch: 10, ...node });
  proxies.push(proxy);
  const profiles = createMemoryProfiles();
  const key = createHash("sha256").update(proxy.url).digest("hex");
  const learnedAt = Date.now();
  await profiles.add(key, { name: "rate", value: node.rps! * 0.9, message: "", learnedAt });
  await profiles.add(key, { name: "batch", value: 10, message: "", learnedAt });
  const read = (options: Parameters<typeof connect>[1], calls: number) => {
    const rpc = connect([proxy.url], { profiles, maxRetryAfterMs: 1, timeoutMs: 5_000, ...options });
    return Promise.allSettled(Array.from({ length: calls }, () => rpc.send({ method: "eth_blockNumber" })));
  };
  const stop = new AbortController();
  const trialRules = { minMs: 100, burstMs: 1_000 };
  const reads = read({ rates: createCallRates(), signal: stop.signal, trialRules }, 1_200);
  const find = () => profiles.list().find(({ name }) => name === "batch_as_one")?.value;
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  stop.abort();
  await reads;
  const { rates, reserved } = createListedRates();
  await read({ rates }, 20);
  return { value: find(), reserved: reserved.some((calls) => calls > 1) ? "calls" : "requests" };
}

test("processes share what a node's rate counts", async () => {
  const [ofRequests, ofCalls, ofBurst] = await Promise.all([
    learn({ rps: 100, rpsOf: "requests" }),
    learn({ rps: 100 }),
    learn({ rps: 100, burst: 110 }),
  ]);
  expect(ofRequests).toEqual({ value: 1, reserved: "requests" });
  const calls = { value: 0, reserved: "calls" };
  expect([ofCalls, ofBurst]).toEqual([calls, calls]);
});
