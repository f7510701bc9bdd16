import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { follow, upsertProfile, keySubject } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDataApi } from "../me/dataApi.ts";
import { createPreview } from "./preview.ts";

const alice = `0x${"a1".repeat(20)}` as const;
const bob = `0x${"b0".repeat(20)}` as const;

let database: TestDatabase;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const requests: string[] = [];
/** A fake data API; the real one is another app's process. */
const server = createServer((request, response) => {
  requests.push(`${String(request.headers["accesskey"])} ${request.url}`);
  answer(request, response);
});
let api: { url: string; key: string };
beforeAll(async () => {
  database = await createTestDatabase();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  api = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: "key" };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.drop();
});

const findNames = async () => new Map([[alice, "alice.eth"] as const]);
const create = (timeoutMs = 5000) =>
  createPreview({ db: database.db, findNames, dataApi: createDataApi(api), timeoutMs });
const tokens = [
  { is_verified: true, price: 2, usd_value: 1200 },
  { is_verified: false, price: 0.5, usd_value: 34.5 },
  { is_verified: true, price: 0, usd_value: 0 },
  { is_verified: true, price: 2, usd_value: 0.2 },
  { is_verified: false, price: 0, usd_value: 0 },
  { is_verified: true, price: 1, usd_value: 9e9, is_scam: true },
  { is_verified: false, price: 1, usd_value: 9e9, is_suspicious: true },
];
const goodAnswer: typeof answer = ({ url = "" }, response) =>
  response.end(url.includes("total_balance") ? '{"total_usd_value":1234.5}' : JSON.stringify(tokens));

const withChains = (chains: string, ...exchange: Parameters<typeof answer>): void => {
  exchange[1].setHeader("portico-chains", chains);
  goodAnswer(...exchange);
};

test("the chain scope shows the data API's figures for the address", async () => {
  answer = goodAnswer;
  expect(await create()("user:chain:read", keySubject(alice))).toEqual([
    { label: "Net worth", value: "$1,234.50" },
    { label: "Tokens", value: "3 · 1 below $1 · 3 suspected spam" },
  ]);
  expect(requests.toSorted()).toEqual([
    `key /v1/user/all_token_list?is_all=false&id=${alice}`,
    `key /v1/user/total_balance?id=${alice}`,
  ]);
});

const bad: readonly (readonly [string, typeof answer])[] = [
  ["answers an error", (_request, response) => void response.writeHead(503).end("{}")],
  ["answers no JSON", (_request, response) => void response.end("<html>")],
  ["answers something else", (_request, response) => void response.end("null")],
  ["sends elsewhere", (_request, response) => void response.writeHead(302, { location: "http://127.0.0.1:9" }).end()],
  ["is still reading a chain", (request, response) => withChains("eth;block=1;time=1, base;unread", request, response)],
  ["can't read a chain", (request, response) => withChains("eth;failed, base;block=1;time=1", request, response)],
  ["breaks off", (_request, response) => void response.destroy()],
];
test.each(bad)("the chain scope shows nothing if the data API %s", async (_, hostile) => {
  answer = hostile;
  expect(await create()("user:chain:read", keySubject(alice))).toBeNull();
});

test("the chain scope has a timeout, and doesn't wait without a data API", async () => {
  answer = () => undefined;
  expect(await create(20)("user:chain:read", keySubject(alice))).toBeNull();
  const alone = createPreview({ db: database.db, findNames, dataApi: undefined });
  expect(await alone("user:chain:read", keySubject(alice))).toBeNull();
});

test("the other scopes show the user's profile, and the address's ENS name", async () => {
  const { db } = database;
  const links = [{ name: "Blog", url: "https://alice.example/" }];
  await upsertProfile(db, keySubject(alice), { name: "Alice", bio: "Collects maps.", logoUrl: null, links });
  await follow(db, { follower: keySubject(bob), followed: keySubject(alice) });
  const preview = create();
  expect(await preview("user:base:read", keySubject(alice))).toEqual([
    { label: "Address", value: "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1" },
    { label: "ENS name", value: "alice.eth" },
    { label: "Name", value: "Alice" },
  ]);
  expect(await preview("user:social:read", keySubject(alice))).toEqual([
    { label: "Name", value: "Alice" },
    { label: "Bio", value: "Collects maps." },
    { label: "Links", value: "https://alice.example/" },
    { label: "Followers", value: "1" },
    { label: "Following", value: "0" },
  ]);
  expect(await preview("user:base:read", keySubject(bob))).toHaveLength(1);
  expect(await preview("unknown", keySubject(bob))).toBeNull();
});
