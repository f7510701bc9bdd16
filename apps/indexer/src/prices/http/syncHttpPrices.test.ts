import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  advanceChain,
  ensureChainState,
  inTransaction,
  listPrices,
  replacePrices,
  unknownToken,
  upsertTokens,
  writeBalances,
} from "@portico/store";
import type { Price } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listConnections, startHost, type TestHost } from "@portico/safe-fetch/testing";
import { fetchHttpPrices } from "./fetchHttpPrices.ts";
import { readHttpPriceSettings } from "./httpPriceSettings.ts";
import type { HttpPriceSettings } from "./httpPriceSettings.ts";
import { readHttpPrices } from "./syncHttpPrices.ts";

const chain = getChain("eth");
const NOW = 1_763_700_000;
const signal = new AbortController().signal;
const head = { blockNumber: 9n, hash: `0x${"9".repeat(64)}` as const, timeAt: NOW };
const token = (digit: string): Address => `0x${digit.repeat(40)}`;
const [PRICED, UNPRICED, UNHELD, SCAM, NONSTANDARD] = ["1", "2", "3", "4", "5"].map(token) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const HOLDER = token("e");

let database: TestDatabase;
let host: TestHost;
let requestedIds: unknown[] = [];
let answer: (question: { tokens: string[] }, response: ServerResponse) => void;

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks = (await request.toArray()) as Buffer[];
  const question = JSON.parse(Buffer.concat(chunks).toString()) as { tokens: string[] };
  requestedIds.push({ ...question, method: request.method, authorization: request.headers.authorization });
  answer(question, response);
}

const giveAll =
  (usd: unknown, timeAt: unknown = NOW) =>
  ({ tokens }: { tokens: string[] }, response: ServerResponse) =>
    response.end(JSON.stringify({ prices: tokens.map((one) => ({ token: one, usd, time_at: timeAt })) }));

beforeAll(async () => {
  database = await createTestDatabase();
  host = await startHost((request, response) => void respond(request, response));
  const { db } = database;
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await advanceChain(db, "eth", { logs: head, balances: head });
  const describe = (address: Address) => ({ ...unknownToken("eth", address), decimals: 18, metadataBlock: 1n });
  await upsertTokens(db, [
    { ...describe(NATIVE_TOKEN), standard: "native" },
    describe(PRICED),
    describe(UNPRICED),
    describe(UNHELD),
    { ...describe(SCAM), isScam: true },
    { ...describe(NONSTANDARD), decimals: null },
  ]);
  const held = [NATIVE_TOKEN, PRICED, UNPRICED, SCAM, NONSTANDARD];
  await writeBalances(
    db,
    "eth",
    9n,
    held.map((address) => ({ owner: HOLDER, token: address, rawAmount: 5n })),
  );
});

beforeEach(async () => {
  requestedIds = [];
  answer = giveAll(2.5);
  await database.db.deleteFrom("price").execute();
  await replacePrices(database.db, "eth", [onChain(PRICED)]);
});

afterAll(async () => {
  await Promise.all([host.stop(), database.drop()]);
});

const onChain = (address: Address, usd = 7): Omit<Price, "chain"> => ({
  token: address,
  usd,
  source: "uniswap2",
  blockNumber: 9n,
  timeAt: NOW,
});

const rules = (timeoutMs = 30_000) => ({ ...host.rules, maxRedirects: 0, timeoutMs });

const settings = (given: Partial<HttpPriceSettings> = {}): HttpPriceSettings => ({
  url: host.url("/prices"),
  authorization: undefined,
  everyMs: 1,
  rules: rules(),
  ...given,
});

const round = (given: Partial<HttpPriceSettings> = {}) =>
  readHttpPrices({ db: database.db, chain, log: pino({ level: "silent" }), signal, settings: settings(given) });

const readUsd = async () =>
  Object.fromEntries(
    (await listPrices(database.db)).map(({ token: address, usd, source }) => [address, [usd, source]]),
  );

test("requests held tokens without an on-chain price, the native coin by its id, and no others", async () => {
  await round({ authorization: "Basic eA==" });
  const question = { chain: "eth", chain_id: 1, tokens: [UNPRICED, "eth"] };
  expect(requestedIds).toEqual([{ ...question, method: "POST", authorization: "Basic eA==" }]);
  const http = [2.5, "http"];
  expect(await readUsd()).toEqual({ [NATIVE_TOKEN]: http, [UNPRICED]: http, [PRICED]: [7, "uniswap2"] });
});

test("an on-chain price replaces it permanently, and a head without one keeps it for a day", async () => {
  await round();
  await replacePrices(database.db, "eth", [onChain(PRICED), onChain(UNPRICED, 3)]);
  expect((await readUsd())[UNPRICED]).toEqual([3, "uniswap2"]);
  expect((await readUsd())[NATIVE_TOKEN]).toEqual([2.5, "http"]);
  await round();
  expect((await readUsd())[UNPRICED]).toEqual([3, "uniswap2"]);
  let left: Price[] | undefined;
  await inTransaction(database.db, async (tx) => {
    await advanceChain(tx, "eth", { logs: { ...head, timeAt: NOW + 86_400 } });
    await replacePrices(tx, "eth", []);
    left = await listPrices(tx);
    throw new Error("rolled back");
  }).catch(() => undefined);
  expect(left).toEqual([]);
  expect(Object.keys(await readUsd())).toHaveLength(3);
});

test("an on-chain price found during the request is kept", async () => {
  answer = (question, response) =>
    void replacePrices(database.db, "eth", [onChain(UNPRICED, 3)]).then(() => giveAll(2.5)(question, response));
  await round();
  expect((await readUsd())[UNPRICED]).toEqual([3, "uniswap2"]);
});

test("a price that the server no longer returns is deleted; while it is down, its prices are kept", async () => {
  await round();
  answer = (_, response) => void response.writeHead(503).end();
  await expect(round()).rejects.toThrow("answered 503");
  expect(Object.keys(await readUsd())).toHaveLength(3);
  answer = (_, response) => void response.end('{"prices":[]}');
  await round();
  expect(await readUsd()).toEqual({ [PRICED]: [7, "uniswap2"] });
});

test.each([
  ["usd of zero", 0, NOW],
  ["usd below zero", -1, NOW],
  ["usd without bounds", 1e300, NOW],
  ["usd as text", "2.5", NOW],
  ["no usd", null, NOW],
  ["a time ahead of the head", 2.5, NOW + 301],
  ["a time a day ago", 2.5, NOW - 86_400],
  ["a time in ms", 2.5, NOW * 1000],
  ["no time", 2.5, null],
])("%s gives no price", async (_, usd, timeAt) => {
  answer = giveAll(usd, timeAt);
  await round();
  expect(await readUsd()).toEqual({ [PRICED]: [7, "uniswap2"] });
});

test("for any response, only requested tokens get a price, above zero and of the last day", async () => {
  const entry = fc.record(
    {
      token: fc.oneof(fc.constantFrom("eth", UNPRICED, UNPRICED.toUpperCase(), PRICED, "__proto__"), fc.string()),
      usd: fc.oneof(fc.double(), fc.integer(), fc.string()),
      time_at: fc.oneof(fc.integer({ min: NOW - 100_000, max: NOW + 1_000 }), fc.double(), fc.string()),
    },
    { requiredKeys: [] },
  );
  const answers = fc.oneof(fc.record({ prices: fc.array(fc.oneof(entry, fc.jsonValue())) }), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(answers, async (body) => {
      answer = (_, response) => void response.end(JSON.stringify(body));
      const tokens = [NATIVE_TOKEN, UNPRICED];
      const prices = await fetchHttpPrices(settings(), { chain, tokens, timeAt: NOW, signal }).catch(() => []);
      expect(new Set(prices.map((price) => price.token)).size).toBe(prices.length);
      for (const { token: one, usd, timeAt } of prices) {
        expect(tokens).toContain(one);
        expect(usd > 0 && Number.isFinite(usd) && timeAt <= NOW && timeAt > NOW - 86_400).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test("an invalid, too large, too slow or redirecting response is an error without effect", async () => {
  await round();
  const bad: [(response: ServerResponse) => unknown, RegExp][] = [
    [(response) => response.end("[]"), /not an object/],
    [(response) => response.end("<html>"), /not JSON/],
    [(response) => response.end('{"prices":{}}'), /without a list/],
    [(response) => response.end(Buffer.alloc(1_000_001, 32)), /more than 1000000 bytes/],
    [(response) => response.writeHead(302, { location: host.url("/other") }).end(), /redirects/],
  ];
  for (const [reply, message] of bad) {
    answer = (_, response) => void reply(response);
    await expect(round()).rejects.toThrow(message);
  }
  answer = () => undefined;
  await expect(round({ rules: rules(300) })).rejects.toThrow(/took too long/);
  expect(Object.keys(await readUsd())).toHaveLength(3);
});

test("a private address is refused without a connection, and the message names the setting that allows it", async () => {
  const given = readHttpPriceSettings({ PORTICO_PRICE_URL: `https://127.0.0.1:${host.port}/` })!;
  const connections = await listConnections(async () => {
    await expect(fetchHttpPrices(given, { chain, tokens: [UNPRICED], timeAt: NOW, signal })).rejects.toThrow(
      "127.0.0.1 is at 127.0.0.1, which is not a public address: PORTICO_PRICE_URL_PRIVATE=on allows it",
    );
  });
  expect(connections).toEqual([]);
});

test("PORTICO_PRICE_URL_PRIVATE allows http and localhost, and the URL's user and password are sent in the header", async () => {
  const plain = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const address = plain.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const PORTICO_PRICE_URL = `http://me:p%40ss@localhost:${port}/v1?key=secret`;
  const given = readHttpPriceSettings({ PORTICO_PRICE_URL, PORTICO_PRICE_URL_PRIVATE: "on" })!;
  expect(given).toMatchObject({ url: `http://localhost:${port}/v1?key=secret`, everyMs: 60_000 });
  const prices = await fetchHttpPrices(given, { chain, tokens: [UNPRICED], timeAt: NOW, signal });
  expect(prices).toEqual([{ token: UNPRICED, usd: 2.5, timeAt: NOW }]);
  const authorization = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
  expect(requestedIds).toEqual([expect.objectContaining({ authorization, tokens: [UNPRICED] })]);
  plain.close();
});

test("settings are off by default, and errors name their fault", () => {
  expect(readHttpPriceSettings({})).toBeUndefined();
  const read = (rest: Record<string, string>) => () =>
    readHttpPriceSettings({ PORTICO_PRICE_URL: "https://a.example", ...rest });
  expect(read({ PORTICO_PRICE_URL_SECONDS: "5" })()).toMatchObject({ everyMs: 5_000, authorization: undefined });
  expect(read({ PORTICO_PRICE_URL: "http://a.example" })).toThrow(/must be an https URL/);
  expect(read({ PORTICO_PRICE_URL: "a.example" })).toThrow(/must be an https URL/);
  expect(read({ PORTICO_PRICE_URL: "https://me:50%@a.example" })()).toMatchObject({
    authorization: `Basic ${Buffer.from("me:50%").toString("base64")}`,
  });
  expect(read({ PORTICO_PRICE_URL_SECONDS: "0" })).toThrow(/from 1 to 99999/);
  expect(read({ PORTICO_PRICE_URL_PRIVATE: "yes" })).toThrow(/on or off/);
});
