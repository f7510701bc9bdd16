import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { createLogSpan, getLogsAdaptive, growSpan, shrinkSpan } from "./logs.ts";
import { createRpc } from "./rpc.ts";
import { startTestAnvil } from "./testing/anvil.ts";
import type { TestAnvil } from "./testing/anvil.ts";
import { startFaultyServer } from "./testing/faultyServer.ts";
import type { FaultyServer } from "./testing/faultyServer.ts";

const REFUSALS = [
  "query returned more than 10000 results",
  "eth_getLogs is limited to a 10,000 range",
  "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range",
  "exceed maximum block range: 5000",
  "block range is too wide",
  "query timeout exceeded",
  "too many results",
  "requested too many blocks from 0 to 39, maximum is set to 10",
  "logs matched by query exceeds limit of 10000",
  "Query timeout limit exceeded",
  "The range of query is too long, the max allowed number of blocks is 1024",
];

/** A chain with one log per block; more than `maxLogs` logs at once are refused. */
let maxLogs = 1;
let refusal = REFUSALS[0]!;
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: "0x1" };
    const { fromBlock, toBlock }: { fromBlock: string; toBlock: string } = JSON.parse(JSON.stringify(params[0]));
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from + 1 > maxLogs) return { error: { code: -32_005, message: refusal } };
    return {
      result: Array.from({ length: to - from + 1 }, (_, at) => ({ blockNumber: `0x${(from + at).toString(16)}` })),
    };
  });
});

afterAll(async () => {
  await server.stop();
});

const connect = () =>
  createRpc({ chain: getChain("eth"), urls: [server.url], baseDelayMs: 1, maxDelayMs: 2, attempts: 2 });

test("whatever the node's limit, every block's logs arrive once and in order", async () => {
  const rpc = connect();
  const range = fc.record({ from: fc.nat(50), count: fc.integer({ min: 1, max: 120 }) });
  const limits = fc.record({ maxLogs: fc.integer({ min: 1, max: 200 }), span: fc.integer({ min: 1, max: 200 }) });
  await fc.assert(
    fc.asyncProperty(range, limits, async ({ from, count }, { maxLogs: allowed, span }) => {
      maxLogs = allowed;
      const logs = await getLogsAdaptive(
        rpc,
        { topics: [], fromBlock: BigInt(from), toBlock: BigInt(from + count - 1) },
        createLogSpan(span),
      );
      expect(logs.map(({ blockNumber }) => Number(blockNumber))).toEqual(
        Array.from({ length: count }, (_, at) => from + at),
      );
    }),
    { numRuns: 50 },
  );
});

test.each(REFUSALS)("'%s' halves the range", async (message) => {
  [maxLogs, refusal] = [10, message];
  const span = createLogSpan(40);
  expect(await getLogsAdaptive(connect(), { topics: [], fromBlock: 0n, toBlock: 39n }, span)).toHaveLength(40);
  expect(span.blocks).toBeLessThan(40);
});

test("a refused single block is an error", async () => {
  [maxLogs, refusal] = [0, REFUSALS[0]!];
  const logs = getLogsAdaptive(connect(), { topics: [], fromBlock: 5n, toBlock: 5n }, createLogSpan(10));
  await expect(logs).rejects.toThrow("more than 10000 results");
});

test("an empty range makes no request", async () => {
  const before = server.posts.length;
  expect(await getLogsAdaptive(connect(), { topics: [], fromBlock: 6n, toBlock: 5n }, createLogSpan(10))).toEqual([]);
  expect(server.posts).toHaveLength(before);
});

test("the span stays between one and its limit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (blocks, max) => {
      const grown = growSpan({ blocks: Math.min(blocks, max), max });
      expect(grown).toBeLessThanOrEqual(max);
      expect(grown).toBeGreaterThanOrEqual(Math.min(blocks, max));
      expect(shrinkSpan(blocks)).toBeGreaterThanOrEqual(1);
      expect(shrinkSpan(blocks)).toBeLessThanOrEqual(blocks);
    }),
  );
});

test("logs of a real node arrive", async () => {
  const anvil: TestAnvil = await startTestAnvil(1);
  try {
    // LOG1(0, 0, topic 7) on any call
    await anvil.setCode("0x00000000000000000000000000000000000000aa", "0x60075f5fa1");
    for (let at = 0; at < 5; at++) {
      await anvil
        .call("eth_sendTransaction", {
          from: "0x00000000000000000000000000000000000000bb",
          to: "0x00000000000000000000000000000000000000aa",
          gasPrice: "0x0",
        })
        .catch(() => anvil.call("anvil_setBalance", "0x00000000000000000000000000000000000000bb", "0xde0b6b3a7640000"));
    }
    const rpc = createRpc({ chain: getChain("eth"), urls: [anvil.url] });
    const head = await rpc.getBlockNumber();
    const logs = await getLogsAdaptive(rpc, { topics: [], fromBlock: 0n, toBlock: head }, createLogSpan(2));
    expect(logs.length).toBe(Number(head));
  } finally {
    await anvil.stop();
  }
});
