import { afterEach, expect, test } from "vitest";
import { runInBackground } from "./background.ts";
import { createCallRates } from "./callRates.ts";
import type { CallRates } from "./callRates.ts";
import { createFallbackRates } from "./fallbackRates.ts";
import type { Rpc } from "./rpc.ts";
import { EndpointError, findCause, WrongChainError } from "./rpcErrors.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import { connect, failureOf, ok, serve, serveReplies, servers, stopServers } from "./testing/serving.ts";

afterEach(stopServers);

const readTimes = (rpc: Rpc, length: number): Promise<string[]> =>
  Promise.all(Array.from({ length }, () => rpc.send<string>({ method: "eth_blockNumber" })));

const refuseAs = {
  "one error": (id: number, message: string) => ({ jsonrpc: "2.0", id, error: { code: -32_600, message } }),
  "a list of one error, as geth does": (id: number, message: string) => [refuseAs["one error"](id, message)],
};

test.each(["one error", "a list of one error, as geth does"] as const)(
  "a node that refuses large batches by %s gets the largest that it accepts, not single calls",
  async (way) => {
    const sizes: number[] = [];
    const url = await serveReplies((calls) => {
      sizes.push(calls.length);
      if (calls.length > 12) return refuseAs[way](calls[0]!.id, "batch too large");
      return calls.length === 1 ? ok(calls[0]!.id) : calls.map(({ id }) => ok(id));
    });
    const rpc = connect([url], { maxInFlight: 1 });
    await rpc.getChainId();
    expect(await readTimes(rpc, 100)).toEqual(Array(100).fill("0x7"));
    sizes.length = 0;
    expect(await readTimes(rpc, 120)).toEqual(Array(120).fill("0x7"));
    expect(sizes.filter((size) => size <= 12).every((size) => size > 8 || size === sizes.at(-1))).toBe(true);
    sizes.length = 0;
    await readTimes(rpc, 120);
    expect(sizes).toEqual(Array(10).fill(12));
  },
);

test("a call that fails in a batch whose other replies are missing is not a refusal of batches", async () => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    const reverted = { jsonrpc: "2.0", id: calls[0]!.id, error: { code: 3, message: "execution reverted" } };
    if (sizes.length === 1) return [reverted];
    return calls.length === 1 ? ok(calls[0]!.id) : calls.map(({ id }) => ok(id));
  });
  const rpc = connect([url]);
  await rpc.getChainId();
  await Promise.allSettled(Array.from({ length: 8 }, () => rpc.send({ method: "eth_call" })));
  const [whole, ...repeated] = sizes;
  expect(whole).toBe(8);
  expect(repeated.reduce((sum, size) => sum + size, 0)).toBe(7);
  expect(Math.max(...repeated)).toBeGreaterThan(1);
});

test("a limit named in a refusal is applied at once", async () => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    if (calls.length > 20) return refuseAs["one error"](0, `batch of ${calls.length} calls exceeds the limit of 20`);
    return calls.length === 1 ? ok(calls[0]!.id) : calls.map(({ id }) => ok(id));
  });
  const rpc = connect([url], { maxInFlight: 1 });
  await rpc.getChainId();
  await readTimes(rpc, 100);
  expect(sizes.slice(0, 6)).toEqual([100, 20, 20, 20, 20, 20]);
});

test("a rate limit of a whole batch is not a refusal of batches, but makes the next ones smaller", async () => {
  const sizes: number[] = [];
  const url = await serveReplies((calls) => {
    sizes.push(calls.length);
    if (sizes.length === 1) return { jsonrpc: "2.0", id: null, error: { code: 429, message: "Too many requests" } };
    return calls.length === 1 ? ok(calls[0]!.id) : calls.map(({ id }) => ok(id));
  });
  const rpc = connect([url]);
  await rpc.getChainId();
  expect(await readTimes(rpc, 40)).toEqual(Array(40).fill("0x7"));
  const [refused, ...others] = sizes;
  expect(refused).toBe(40);
  expect(Math.max(...others)).toBeLessThanOrEqual(22);
  expect(Math.max(...others)).toBeGreaterThan(1);
});

test("of a batch, only the calls that didn't fit the reply are repeated", async () => {
  const seen = new Map<number, number>();
  const url = await serveReplies((calls) => {
    const replies = calls.map(({ id, method }, at) => {
      const number = Number(method.slice(1));
      if (at > 3) return { jsonrpc: "2.0", id, error: { code: -32_003, message: "response too large" } };
      seen.set(number, (seen.get(number) ?? 0) + 1);
      return ok(id);
    });
    return calls.length === 1 ? replies[0] : replies;
  });
  const rpc = connect([url]);
  await rpc.getChainId();
  const methods = Array.from({ length: 16 }, (_, at) => `m${at}`);
  expect(await Promise.all(methods.map((method) => rpc.send({ method })))).toEqual(Array(16).fill("0x7"));
  expect([...seen.values()]).toEqual(Array(16).fill(1));
});

test("a node that requests a longer backoff than ours gets it", async () => {
  const [limited, other] = [await serve(), await serve(1, 9)];
  const rpc = connect([limited.url, other.url], { maxDelayMs: 2 });
  await rpc.getChainId();
  limited.faults.push({ status: 429, body: "", headers: { "retry-after": "3600" } });
  const before = limited.posts.length;
  for (let read = 0; read < 4; read++) {
    expect(await rpc.getBlockNumber()).toBe(9n);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(limited.posts.length - before).toBe(1);
});

test("a hanging call is sent to another URL, and later ones go there at once", async () => {
  const [hanging, other] = [await serve(), await serve(1, 9)];
  const rpc = connect([hanging.url, other.url], {
    timeoutMs: 3_600_000,
    hedgeMs: 20,
    baseDelayMs: 3_600_000,
    maxDelayMs: 3_600_000,
  });
  await rpc.getChainId();
  const before = hanging.posts.length;
  hanging.faults.push(...Array.from({ length: 9 }, () => "hang" as const));
  for (let read = 0; read < 4; read++) expect(await rpc.getBlockNumber()).toBe(9n);
  expect(hanging.posts.length - before).toBe(1);
});

/** Rates whose reservations and halvings wait for the test. */
function createHeldRates() {
  const held: { endpoint: string; go: () => void }[] = [];
  const halved = Promise.withResolvers<void>();
  let isHolding = false;
  const rates: CallRates = {
    reserve: (endpoint) =>
      new Promise((resolve) => {
        const go = () => resolve({ waitMs: 0, rate: 1e6 });
        if (isHolding) held.push({ endpoint, go });
        else go();
      }),
    halve: () => {
      halved.resolve();
      return new Promise(() => undefined);
    },
  };
  const takeNext = async () => {
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return held.shift()!;
  };
  return { rates, takeNext, hold: () => (isHolding = true), halved: halved.promise };
}

test("a call that is queued at two URLs is sent to one of them", async () => {
  const [first, second] = [await serve(), await serve(1, 9)];
  const { rates, takeNext, hold } = createHeldRates();
  const rpc = connect([first.url, second.url], { hedgeMs: 2_000, rates }); // long enough for the first reply on a slow machine, too
  await rpc.getChainId();
  hold();
  const number = rpc.getBlockNumber();
  const [atFirst, check] = [await takeNext(), await takeNext()];
  check.go(); // the second URL's chain id
  const atSecond = await takeNext();
  expect(atSecond.endpoint).not.toBe(atFirst.endpoint);
  atFirst.go();
  expect(await number).toBe(7n);
  atSecond.go();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(second.posts.flat().map(({ method }) => method)).toEqual(["eth_chainId"]);
});

test("calls in the background give way to others that wait for the rate, for a while", async () => {
  const server = await serve();
  const { rates, takeNext, hold } = createHeldRates();
  const rpc = connect([server.url], { rates, maxGivenWayMs: 3_600_000 });
  const impatient = connect([server.url], { rates, maxGivenWayMs: 1 });
  await Promise.all([rpc.getChainId(), impatient.getChainId()]);
  hold();
  const read = (client: Rpc, balance: string) => client.send({ method: "eth_getBalance", params: [balance] });
  const first = read(rpc, "0x1");
  const held = [await takeNext()];
  const last = runInBackground(() => read(rpc, "0x3"));
  const second = read(rpc, "0x2");
  held.push(await takeNext());
  for (const { go } of held) go();
  expect(await Promise.all([first, second])).toEqual(["0x1", "0x2"]);
  (await takeNext()).go();
  expect(await last).toBe("0x3");
  const sent = server.posts.flat().filter(({ method }) => method === "eth_getBalance");
  expect(sent.map(({ params }) => params[0])).toEqual(["0x1", "0x2", "0x3"]);
  const waiting = read(impatient, "0x4");
  const { go } = await takeNext();
  const passed = runInBackground(() => read(impatient, "0x5"));
  (await takeNext()).go();
  expect(await passed).toBe("0x5");
  go();
  expect(await waiting).toBe("0x4");
});

test("a rate limited node gets no calls while its rate is being halved", async () => {
  const [limited, other] = [await serve(), await serve(1, 9)];
  const { rates, halved } = createHeldRates();
  const rpc = connect([limited.url, other.url], { rates, baseDelayMs: 3_600_000, maxDelayMs: 3_600_000 });
  await rpc.getChainId();
  limited.faults.push({ status: 429, body: "" });
  void rpc.send({ method: "eth_blockNumber" });
  await halved;
  expect(await rpc.send({ method: "eth_blockNumber" })).toBe("0x9");
});

test("a node that hangs before it verifies its chain id delays nothing", async () => {
  const [hanging, other] = [await serve(), await serve(1, 9)];
  hanging.faults.push("hang");
  const rpc = connect([hanging.url, other.url], { timeoutMs: 3_600_000, hedgeMs: 20 });
  expect(await rpc.getBlockNumber()).toBe(9n);
});

test("a refusal is a result, from whichever URL", async () => {
  const [hanging, other] = [
    await serve(),
    await startFaultyServer(({ method }) =>
      method === "eth_chainId" ? { result: "0x1" } : { error: { code: 3, message: "execution reverted" } },
    ),
  ];
  servers.push(other);
  const rpc = connect([hanging.url, other.url], { timeoutMs: 3_600_000, hedgeMs: 20 });
  await rpc.getChainId();
  hanging.faults.push("hang");
  await expect(rpc.send({ method: "eth_call", params: [] })).rejects.toThrow("execution reverted");
});

test.each([
  ["eth_blockNumber", 20],
  ["eth_getBalance", 20],
  ["eth_getBlockReceipts", 40],
  ["trace_block", 40],
  ["debug_traceBlockByHash", 40],
])("%s may take %i ms with a timeout of 20", async (method, timeoutMs) => {
  const server = await serve();
  const rpc = connect([server.url], { timeoutMs: 20, attempts: 1 });
  while ((await rpc.getChainId().catch(() => undefined)) === undefined); // 20 ms may be too short for it
  server.faults.push(...Array.from({ length: 3 }, () => "hang" as const));
  const error = findCause(await failureOf(rpc.send({ method })), EndpointError);
  expect(error?.message).toContain(`within ${timeoutMs} ms`);
});

test("a URL of another chain is called again, and used once it is right", async () => {
  let chainId = "0x2105";
  const swapped = await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? chainId : "0x5" }));
  servers.push(swapped);
  const other = await serve(1, 9);
  const rpc = connect([swapped.url, other.url]);
  expect(await rpc.getBlockNumber()).toBe(9n);
  const wrongly = () => swapped.posts.flat().filter(({ method }) => method !== "eth_chainId");
  expect(wrongly()).toEqual([]);
  chainId = "0x1";
  while ((await rpc.getBlockNumber()) !== 5n) await new Promise((resolve) => setTimeout(resolve, 2));
});

test("the only URL, once right, is waited for when it reports another chain", async () => {
  let chainId = "0x1";
  const swapped = await startFaultyServer(({ method }) => ({ result: method === "eth_chainId" ? chainId : "0x5" }));
  servers.push(swapped);
  const rpc = connect([swapped.url]);
  expect(await rpc.getBlockNumber()).toBe(5n);
  chainId = "0x2105";
  rpc.doubt();
  const failure = await failureOf(rpc.getBlockNumber());
  expect(findCause(failure, WrongChainError)).toBeUndefined();
  expect(findCause(failure, EndpointError)?.message).toContain("serves chain id 8453, but 'eth' has chain id 1");
  chainId = "0x1";
  const read = () => rpc.getBlockNumber().catch(() => undefined);
  while ((await read()) !== 5n) await new Promise((resolve) => setTimeout(resolve, 2));
});

const SECOND = 1_000;

test("calls are delayed to the configured rate, and to half of a refused one", async () => {
  let now = 0;
  const rates = createCallRates(() => now);
  const waits = async (maxRps?: number) => (await rates.reserve("a", 10, { maxRps })).waitMs;
  expect([await waits(20), await waits(20), await waits(20)]).toEqual([0, 500, 1000]);
  now = 10 * SECOND;
  await rates.halve("a", { maxRps: 20, ageMs: 1, sentRps: 20, takenRps: 0 });
  expect([await waits(20), await waits(20)]).toEqual([0, 1000]);
  await rates.halve("a", { maxRps: 20, ageMs: 5, sentRps: 20, takenRps: 0 }); // sent before
  now = 20 * SECOND;
  expect((await rates.reserve("a", 1, { maxRps: 20 })).rate).toBe(20);
  expect((await rates.reserve("b", 1, { maxRps: undefined })).rate).toBeUndefined();
});

test("a rate never falls below half of what was accepted in a second", async () => {
  const rates = createCallRates(() => 0);
  for (let time = 0; time < 9; time++)
    await rates.halve("a", { maxRps: undefined, ageMs: 0, sentRps: 90, takenRps: 30 });
  expect((await rates.reserve("a", 1, { maxRps: undefined })).rate).toBe(15);
});

test("a refused process with few calls takes at most half of the rate of those with many", async () => {
  const rates = createCallRates(() => 0);
  const readRate = async () => (await rates.reserve("a", 1, { maxRps: undefined })).rate;
  const [often, seldom] = [
    { maxRps: undefined, sentRps: 100, takenRps: 50 },
    { maxRps: undefined, sentRps: 1, takenRps: 1 },
  ];
  await rates.halve("a", { ...often, ageMs: 0 });
  await rates.halve("a", { ...seldom, ageMs: 0 });
  expect(await readRate()).toBe(25);
  await rates.halve("b", { ...seldom, ageMs: 0 });
  await rates.halve("b", { ...often, ageMs: 1 }); // sent before
  expect((await rates.reserve("b", 1, { maxRps: undefined })).rate).toBe(25);
  await rates.halve("c", { ...seldom, maxRps: 60, ageMs: 0 });
  expect((await rates.reserve("c", 1, { maxRps: 60 })).rate).toBe(30);
});

test("a rate grows gradually after it was halved, and is unlimited again if none is configured", async () => {
  let now = 0;
  const rates = createCallRates(() => now);
  const rateAt = async (seconds: number) => {
    now = seconds * SECOND;
    return (await rates.reserve("a", 1, { maxRps: undefined })).rate;
  };
  await rates.halve("a", { maxRps: undefined, ageMs: 0, sentRps: 100, takenRps: 0 });
  expect([await rateAt(0), await rateAt(5), await rateAt(10), await rateAt(301)]).toEqual([50, 75, 100, undefined]);
});

test("shared rates are replaced by this process's own while they are unavailable", async () => {
  let requestCount = 0;
  const fail = () => Promise.reject(new Error(`no database ${++requestCount}`));
  const rates = createFallbackRates({ reserve: fail, halve: fail });
  const limits = { maxRps: 1 };
  const waits = [await rates.reserve("a", 3600, limits), await rates.reserve("a", 1, limits)].map(
    ({ waitMs }) => waitMs,
  );
  expect(waits.map((wait) => Math.round(wait / 60_000))).toEqual([0, 1]);
  expect(requestCount).toBe(1);
});
