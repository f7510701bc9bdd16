import fc from "fast-check";
import type { Address, Hash } from "@portico/evm";
import { afterEach, expect, test } from "vitest";
import type { ExternalServer } from "../../testing/explorerServer.ts";
import { startPortalServer } from "../../testing/portalServer.ts";
import type { PortalServerOptions } from "../../testing/portalServer.ts";
import { readAllPages } from "../../testing/readAllPages.ts";
import type { ServedChain } from "../../testing/servedChain.ts";
import { BehindError, ExternalSourceError } from "./externalSourceError.ts";
import { createPortalSource } from "./portal.ts";
import type { PortalClientOptions } from "./portal/portalClient.ts";

const OWNER: Address = `0x${"ab".repeat(20)}`;
const OTHER: Address = `0x${"cd".repeat(20)}`;
const KEY = "SECRETKEY7";
const { signal } = new AbortController();

let server: ExternalServer | undefined;
afterEach(() => server?.stop());

const toHash = (number: number): Hash => `0x${number.toString(16).padStart(64, "0")}`;

/** A chain whose blocks have as many transactions of the owner, and one of another. */
const createChain = (counts: readonly number[]): ServedChain => ({
  blocks: counts.map((count, number) => ({
    number,
    hash: toHash(1_000_000 + number),
    timestamp: number,
    transactions: Array.from({ length: count + 1 }, (_, at) => ({
      hash: toHash(number * 1_000 + at),
      from: at === 0 ? OTHER : OWNER,
      to: OTHER,
      created: null,
      value: 0n,
      calls: [],
      logs: [],
    })),
  })),
});

async function open(
  counts: readonly number[],
  options: PortalServerOptions & { source?: Partial<PortalClientOptions> } = {},
) {
  const { source, ...rest } = options;
  await server?.stop();
  server = await startPortalServer(createChain(counts), rest);
  return createPortalSource({ url: `${server.url}?api_key=${KEY}`, maxRps: 1e9, baseDelayMs: 1, ...source });
}

test("random transactions are found exactly, whatever the streams' and responses' sizes; each page is whole", async () => {
  const counts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 60 });
  const sizes = fc.record({
    blocksPerStream: fc.integer({ min: 1, max: 70 }),
    maxBytes: fc.integer({ min: 2_500, max: 20_000 }),
  });
  await fc.assert(
    fc.asyncProperty(counts, sizes, async (blocks, { blocksPerStream, maxBytes }) => {
      const source = await open(blocks, { blocksPerStream, source: { maxBytes } });
      const all = createChain(blocks).blocks.flatMap(({ number, transactions }) =>
        transactions.flatMap(({ hash, from }) => (from === OWNER ? [{ hash, blockNumber: BigInt(number) }] : [])),
      );
      expect(await readAllPages(source, OWNER, BigInt(blocks.length - 1), all)).toHaveLength(all.length);
    }),
    { numRuns: 20 },
  );
});

test("an empty chain takes few requests, and the newest come first", async () => {
  const source = await open([1, 2, ...Array.from({ length: 500 }, () => 0), 3]);
  const found = await readAllPages(source, OWNER, 502n);
  expect(found.map(({ blockNumber }) => blockNumber)).toEqual([502n, 502n, 502n, 1n, 1n, 0n]);
  expect(server!.requests()).toBe(2); // its head, and one range
});

test("blocks that the portal does not have yet are not claimed", async () => {
  const faults = { lag: 2 };
  const source = await open([1, 1, 1, 1, 1], { faults });
  const error: unknown = await source.findPage(OWNER, 4n, signal).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BehindError);
  expect((error as BehindError).head).toBe(2n);
  expect(await readAllPages(source, OWNER, 2n)).toHaveLength(3);
  faults.lag = 4; // its chain became shorter after its head was read
  await expect(source.findPage(OWNER, 2n, signal)).rejects.toBeInstanceOf(BehindError);
});

test("too many requests are repeated later", async () => {
  const faults = { limited: 3 };
  const source = await open([1, 1], { faults });
  expect(await readAllPages(source, OWNER, 1n)).toHaveLength(2);
  faults.limited = 1_000;
  await expect(source.findPage(OWNER, 1n, signal)).rejects.toMatchObject({ kind: "limited" });
});

test.each([
  [{ html: true }, "invalid", "does not report its newest block"],
  [{ refusal: "invalid_credential" }, "refused", "answered 401"],
  [{ redirectTo: "http://127.0.0.1:1/elsewhere" }, "refused", "redirects, which is not followed"],
  [{ endless: true }, "too_large", "returned more than 100000 bytes"],
  [{ delayMs: 60_000 }, "unreachable", "took too long"],
])("a fault is an error that names the host, without the key: %j", async (faults, kind, message) => {
  const timeoutMs = "delayMs" in faults ? 100 : 30_000;
  const source = await open([1, 1], { faults, source: { timeoutMs, maxBytes: 100_000 } });
  const error: unknown = await source.findPage(OWNER, 1n, signal).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ExternalSourceError);
  const { message: text, kind: actual, cause } = error as ExternalSourceError;
  expect(actual).toBe(kind);
  expect(text).toMatch(/^127\.0\.0\.1:\d+/);
  expect(text).toContain(message);
  expect(text + String(cause)).not.toContain(KEY);
});

test("faults after the head was read are errors too", async () => {
  const faults: PortalServerOptions["faults"] = {};
  const source = await open([1, 1], { faults, source: { maxBytes: 100_000 } });
  await source.readHead(signal);
  faults.html = true;
  await expect(source.findPage(OWNER, 1n, signal)).rejects.toThrow("not a block with its transactions");
  delete faults.html;
  faults.endless = true; // however small the range
  await expect(source.findPage(OWNER, 1n, signal)).rejects.toMatchObject({ kind: "too_large" });
});
