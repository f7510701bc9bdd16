import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { writePricePoints } from "@portico/store";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTestExplorer, type TestExplorer } from "../testing/startTestExplorer.ts";
import { WEB_FOLDER } from "../webFolder.ts";

/** Requests that the data API received, and its next response. */
const requests: IncomingMessage[] = [];
let answer: { status: number; headers?: Record<string, string>; body?: string } | "never" = { status: 200 };
const api = createServer((req, res) => {
  requests.push(req);
  if (answer !== "never") res.writeHead(answer.status, answer.headers).end(answer.body);
});
let explorer: TestExplorer;

beforeAll(async () => {
  api.listen(0, "127.0.0.1");
  await once(api, "listening");
  explorer = await startTestExplorer({ apiUrl: apiUrlOf(), explorerKey: "pk_secret" });
});
beforeEach(() => {
  requests.length = 0;
  answer = { status: 200, headers: { "content-type": "application/json" }, body: "[]" };
});
afterAll(async () => {
  await explorer.stop();
  api.closeAllConnections();
  api.close();
});

const apiUrlOf = (): string => `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(explorer.url + path, init);
const codeOf = async (response: Response): Promise<string> =>
  `${response.status} ${((await response.json()) as { code: string }).code}`;

test("a read is forwarded with the explorer's key, without anything else that the visitor sent or the API returned", async () => {
  answer = {
    status: 200,
    headers: {
      "content-type": "application/json",
      etag: '"abc"',
      "portico-chains": "eth;block=1;time=2",
      "set-cookie": "a=b",
    },
    body: '{"total_usd_value":1}',
  };
  const headers = {
    cookie: "portico_dashboard=secret",
    authorization: "Bearer x",
    accesskey: "pk_mine",
    "x-forwarded-for": "1.2.3.4",
  };
  const response = await get("/explorer/api/v1/user/total_balance?id=0xaa&id=%26x%3D1", { headers });
  expect(await response.json()).toEqual({ total_usd_value: 1 });
  expect(requests[0]?.url).toBe("/v1/user/total_balance?id=0xaa&id=%26x%3D1");
  expect(requests[0]?.headers).toMatchObject({ accesskey: "pk_secret" });
  expect(Object.keys(requests[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(["cookie"]));
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
  expect(requests[0]?.headers).not.toHaveProperty("x-forwarded-for");
  expect(response.headers.get("etag")).toBe('W/"abc"'); // weak: the compressed bytes differ
  expect(response.headers.get("portico-chains")).toBe("eth;block=1;time=2");
  expect(response.headers.get("ratelimit-policy")).toBe('"readsByAddress";q=600;w=60');
  expect(response.headers.get("ratelimit")).toMatch(/^"readsByAddress";r=599;t=\d+$/);
  expect(response.headers.has("set-cookie")).toBe(false);
});

test("a response that the visitor has cached is not sent again", async () => {
  answer = { status: 304, headers: { etag: '"abc"' } };
  const response = await get("/explorer/api/v1/chain/list", { headers: { "if-none-match": 'W/"abc"' } });
  expect([response.status, await response.text()]).toEqual([304, ""]);
  expect(requests[0]?.headers["if-none-match"]).toBe('W/"abc"');
});

test.each([
  "/explorer/api/v1/account/units",
  "/explorer/api/v1/wallet/pre_exec_tx",
  "/explorer/api/v1/me",
  "/explorer/api/v1/user/../account/units",
  "/explorer/api/v1/user/%2e%2e/account/units",
  "/explorer/api//v1/chain/list",
  "/explorer/api/v1/chain/list/",
  "/explorer/api/V1/chain/list",
  "/explorer/api/@evil.example/v1/chain/list",
  "/explorer/api",
])("%s is not forwarded", async (path) => {
  expect(await codeOf(await get(path))).toBe("404 not_found");
  expect(requests.map(({ url }) => url)).toEqual([]);
});

test("the explorer is read-only", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    for (const path of ["/explorer/api/v1/chain/list", "/explorer/facts/blocks/eth/1"]) {
      const response = await get(path, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
    }
  }
  expect(requests.map(({ url }) => url)).toEqual([]);
});

test("refusals of the request are passed to the visitor; refusals of the key are upstream errors, and their reason is only logged", async () => {
  answer = { status: 400, headers: { "content-type": "application/problem+json" }, body: '{"code":"invalid_address"}' };
  expect(await codeOf(await get("/explorer/api/v1/user/total_balance?id=x"))).toBe("400 invalid_address");
  for (const status of [401, 403]) {
    answer = { status, body: '{"code":"units_exhausted"}' };
    const response = await get("/explorer/api/v1/chain/list");
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await codeOf(response)).toBe("503 upstream_error");
  }
  expect(explorer.logged()).toContain("403 units_exhausted");
  expect(explorer.logged()).not.toContain("pk_secret");
  expect(explorer.logged()).toContain('"address":"127.0.0.0/24"');
  expect(explorer.logged()).not.toContain('"address":"127.0.0.1"');
  answer = { status: 302, headers: { location: "http://127.0.0.1:9/" } };
  expect(await codeOf(await get("/explorer/api/v1/chain/list"))).toBe("503 upstream_error");
});

test("a request to the data API is aborted when the visitor disconnects", async () => {
  answer = "never";
  const leaving = new AbortController();
  const reading = get("/explorer/api/v1/chain/list", { signal: leaving.signal });
  await expect.poll(() => requests.length).toBe(1);
  const closed = once(requests[0]!.socket, "close");
  leaving.abort();
  await expect(reading).rejects.toThrow(/abort/i);
  await closed;
});

test("without a key the explorer reports that it is disabled, and what to set", async () => {
  const off = await startTestExplorer({ apiUrl: "http://127.0.0.1:9" });
  const response = await fetch(`${off.url}/explorer/api/v1/chain/list`);
  expect(response.status).toBe(501);
  expect(await response.text()).toContain("PORTICO_EXPLORER_KEY");
  await off.stop();
});

test("facts that are not stored are 404, and so are ids of another form, which nobody is asked for", async () => {
  const hash = `0x${"1".repeat(64)}`;
  const address = `0x${"1".repeat(40)}`;
  const unknown = [`transactions/eth/${hash}`, "blocks/eth/7", `contracts/eth/${address}`];
  const impossible = [
    "transactions/eth/0x12",
    `transactions/ET'H/${hash}`,
    "blocks/eth/-1",
    "blocks/eth/1?start=-1",
    "blocks/eth/1?start=1e9",
    "blocks/eth/1?start=1&start=2",
    "blocks/eth/9999999999999999",
    "pools/eth/a%27b",
    `nfts/eth/${address}/-1`,
    `nfts/eth/${address}/01`,
    `nfts/eth/0x12/1`,
    `nfts/nowhere/${address}/1`,
    `prices/eth/${address}?days=2`,
    "prices/eth/0xx?days=7",
    "nothing/eth/1",
  ];
  for (const path of [...unknown, ...impossible])
    expect([path, await codeOf(await get(`/explorer/facts/${path}`))]).toEqual([path, "404 not_found"]);
  expect(requests.map(({ url }) => url)).toEqual([]);
});

test("a price curve is one read of the data API, and has the prices that are stored", async () => {
  const token = `0x${"1".repeat(40)}` as const;
  answer = {
    status: 200,
    headers: { "content-type": "application/json", "portico-chains": "eth;block=1;time=1800000123" },
    body: JSON.stringify({ price: 3 }),
  };
  const open = await startTestExplorer({ apiUrl: apiUrlOf(), explorerKey: "pk_x" });
  onTestFinished(() => open.stop());
  await writePricePoints(open.db, "eth", [
    { token, timeAt: 1_799_980_200, usd: 1 },
    { token, timeAt: 1_800_000_000 - 7_200, usd: 0 },
    { token, timeAt: 1_800_000_000, usd: 2 },
  ]);
  const first = await fetch(`${open.url}/explorer/facts/prices/eth/${token}?days=1`);
  const { points } = (await first.json()) as { points: [number, number][] };
  expect(points).toHaveLength(25);
  expect(points.slice(-6)).toEqual([
    [1_800_000_000 - 14_400, 1],
    [1_800_000_000 - 10_800, 1],
    [1_800_000_000 - 7_200, 0],
    [1_800_000_000 - 3_600, 0],
    [1_800_000_000, 2],
    [1_800_000_123, 3],
  ]);
  expect(points[0]![1]).toBe(0);
  expect(points.every(([time], index) => index === 0 || time - points[index - 1]![0] <= 3_600)).toBe(true);
  expect(first.headers.get("ratelimit")).toMatch(/r=599;/);
  expect(requests.length).toBe(1);
});

test("bundled images are WebP; an invalid id is 404 without a request", async () => {
  const chain = await get("/explorer/images/chain/eth");
  expect(chain.headers.get("content-type")).toBe("image/webp");
  expect(
    Buffer.from(await chain.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe("WEBP");
  for (const path of [
    "token/eth/0x514910771af9ca656af840dff83e8264ecf986ca",
    "token/base/base",
    "protocol/base_uniswap3",
  ])
    expect([path, (await get(`/explorer/images/${path}`)).status]).toEqual([path, 200]);
  expect(requests.map(({ url }) => url)).toEqual([]);
  const impossible = [
    "chain/..%2f..%2fetc",
    "token/eth/0x12",
    "token/eth/https:%2f%2fevil.example",
    `protocol/${"a".repeat(61)}`,
  ];
  for (const path of [...impossible, "nft/eth/0x12/1", `nft/eth/0x${"a".repeat(40)}/01`])
    expect([path, (await get(`/explorer/images/${path}`)).status]).toEqual([path, 404]);
  expect(requests.map(({ url }) => url)).toEqual([]);
});

test.each([
  ["an address of our own network", "http://127.0.0.1:80/logo.png"],
  ["a page that calls itself a drawing", `data:image/svg+xml;base64,${Buffer.from("<html/>").toString("base64")}`],
  ["no picture", `data:image/png;base64,${Buffer.from("<script>").toString("base64")}`],
  ["a local file", "file:///etc/passwd"],
])("a logo that is %s is 404", async (name, url) => {
  answer = { status: 200, body: JSON.stringify({ logo_url: url }) };
  const response = await get(`/explorer/images/protocol/x_${Buffer.from(name).toString("hex").slice(0, 40)}`);
  expect([response.status, requests.length]).toEqual([404, 1]);
});

test("a raster logo is re-encoded, small, and fetched once", async () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  answer = { status: 200, body: JSON.stringify({ logo_url: `data:image/png;base64,${png}` }) };
  for (const path of ["protocol/drawn", "protocol/drawn", "PROTOCOL/%64rawn/"])
    expect((await get(`/explorer/images/${path}`)).headers.get("content-type")).toBe("image/webp");
  expect(requests.map(({ url }) => url)).toEqual(["/v1/protocol?id=drawn"]);
});

test("a vector logo is only served as pixels, regardless of the request's headers", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(2)</script><rect width="9" height="9"/></svg>`;
  const url = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  answer = { status: 200, body: JSON.stringify({ logo_url: url }) };
  for (const dest of [undefined, "image", "document", "iframe", "object", "embed"]) {
    const response = await get("/explorer/images/protocol/vectors", {
      headers: dest === undefined ? {} : { "Sec-Fetch-Dest": dest },
    });
    const body = Buffer.from(await response.arrayBuffer());
    expect([dest, response.status, body.toString("latin1", 8, 12)]).toEqual([dest, 200, "WEBP"]);
    expect(body.includes("alert")).toBe(false);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=86400",
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  }
});

test("the first frame of a GIF is re-encoded", async () => {
  const gif = "R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";
  answer = { status: 200, body: JSON.stringify({ logo_url: `data:image/gif;base64,${gif}` }) };
  expect((await get("/explorer/images/protocol/moving")).headers.get("content-type")).toBe("image/webp");
});

test("concurrent requests of a visitor are queued, and refused beyond a limit", async () => {
  answer = "never";
  const leaving = new AbortController();
  const request = () => get("/explorer/api/v1/chain/list", { signal: leaving.signal }).then(codeOf, () => "left");
  const results: string[] = [];
  const all = Array.from({ length: 220 }, async () => results.push(await request()));
  await expect.poll(() => results.length).toBe(8);
  expect([requests.length, new Set(results)]).toEqual([12, new Set(["429 rate_limited"])]);
  leaving.abort();
  await Promise.all(all);
  answer = { status: 200, body: "[]" };
  expect((await get("/explorer/api/v1/chain/list")).status).toBe(200);
  expect(requests.length).toBeLessThan(30); // requests of a disconnected visitor are dropped from the queue
});

test("a visitor reads a limited number of addresses a minute, each any number of times; so do all visitors together", async () => {
  const open = await startTestExplorer({ apiUrl: apiUrlOf(), explorerKey: "pk_x", trustedProxies: ["loopback"] });
  onTestFinished(() => open.stop());
  const read = async (visitor: string, owner: number, path = "token_list") => {
    const query = `id=0x${String(owner).padStart(40, "0")}&chain_id=eth`;
    const headers = { "x-forwarded-for": visitor };
    const response = await fetch(`${open.url}/explorer/api/v1/user/${path}${path.includes("?") ? "" : "?"}${query}`, {
      headers,
    });
    const problem = response.status === 200 ? undefined : ((await response.json()) as { code: string }).code;
    return { status: response.status, problem, retryAfter: Number(response.headers.get("retry-after")) };
  };
  const readMany = (visitor: string, count: number, from: number, path?: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => read(visitor, from + n, path)));
  const countOf = (answers: readonly { status: number }[], status: number) =>
    answers.filter((one) => one.status === status).length;

  const first = await readMany("2001:db8:1:2::1", 100, 0);
  expect([countOf(first, 200), countOf(first, 429), requests.length]).toEqual([40, 60, 40]);
  const refused = first.find(({ status }) => status === 429);
  expect(refused).toMatchObject({ problem: "rate_limited" });
  expect(refused?.retryAfter).toBeGreaterThan(0);
  expect((await read("2001:db8:1:2::ffff", 1_000)).status).toBe(429); // of the same network
  const again = first.findIndex(({ status }) => status === 200);
  expect((await read("2001:db8:1:2::1", again, "total_balance")).status).toBe(200);

  const others = await readMany("192.0.2.1", 40, 10_000, `token_list?${"id=&".repeat(1_001)}`); // treated as absent
  for (let visitor = 2; visitor <= 8; visitor++) {
    others.push(...(await readMany(`192.0.2.${visitor}`, 40, visitor * 10_000)));
  }
  expect(countOf(others, 200)).toBe(300 - 40);
  expect((await read("192.0.2.9", 999_999)).status).toBe(429);
  expect((await read("192.0.2.9", 10_000)).status).toBe(200); // read before by another visitor
});

test("all visitors together use only a part of the data API's concurrency", async () => {
  const open = await startTestExplorer({ apiUrl: apiUrlOf(), explorerKey: "pk_x", trustedProxies: ["loopback"] });
  onTestFinished(() => open.stop());
  answer = "never";
  const leaving = new AbortController();
  const all = Array.from({ length: 120 }, async (_, n) => {
    const headers = { "x-forwarded-for": `192.0.2.${n % 10}` };
    await fetch(`${open.url}/explorer/api/v1/chain/list`, { headers, signal: leaving.signal }).catch(() => undefined);
  });
  await expect.poll(() => requests.length).toBe(64);
  await sleep(50);
  expect(requests.length).toBe(64);
  leaving.abort();
  await Promise.all(all);
});

test("a visitor whose images never load does not block those of others", async () => {
  answer = "never";
  const all = Array.from({ length: 10 }, async (_, n) => (await get(`/explorer/images/protocol/slow${n}`)).status);
  await expect.poll(() => requests.length).toBe(4);
  answer = { status: 200, body: "{}" };
  api.closeAllConnections();
  const results = await Promise.all(all);
  expect([503, 404].map((status) => results.filter((one) => one === status).length)).toEqual([4, 6]);
});

test("while the data API is unavailable, no image is reported as missing", async () => {
  answer = { status: 500, body: "{}" };
  const away = await get("/explorer/images/protocol/later");
  expect([await codeOf(away), away.headers.get("cache-control")]).toEqual(["503 upstream_error", null]);
  answer = { status: 200, body: "{}" };
  const none = await get("/explorer/images/protocol/later");
  expect([none.status, none.headers.get("cache-control")]).toEqual([404, "public, max-age=600"]);
});

test("a page doesn't wait long for its head, and one that can't be read is none that doesn't exist", async () => {
  const open = await startTestExplorer({ apiUrl: apiUrlOf(), explorerKey: "pk_x", webFolder: WEB_FOLDER });
  onTestFinished(() => open.stop());
  const load = async (id: string) => {
    const response = await fetch(`${open.url}/token/eth/0x${id.padStart(40, "0")}`);
    return [response.status, /<title>(.*?)<\/title>/.exec(await response.text())?.[1]];
  };
  answer = "never";
  expect(await load("1")).toEqual([200, "Explorer · Portico"]);
  answer = { status: 503, body: "{}" };
  expect(await load("2")).toEqual([200, "Explorer · Portico"]);
  answer = { status: 400, body: '{"code":"token_not_found"}' };
  expect(await load("3")).toEqual([404, "No such token · Portico"]);
  const found = { optimized_symbol: "<b>$&\u202E", name: "x".repeat(500), price: 0, is_verified: false };
  answer = { status: 200, body: JSON.stringify(found) };
  expect(await load("2")).toEqual([200, "&lt;b&gt;$&amp; on Ethereum · Portico"]);
});

test("the root leads to the landing page, and the link to the dashboard to wherever that is", async () => {
  const open = await startTestExplorer({ dashboardUrl: "https://dashboard.example" });
  onTestFinished(() => open.stop());
  const locationOf = async (path: string) =>
    (await fetch(open.url + path, { redirect: "manual" })).headers.get("location");
  expect(await locationOf("/")).toBe("/explore");
  expect(await locationOf("/dashboard")).toBe("https://dashboard.example/");
});
