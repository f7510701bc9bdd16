import { createClient } from "@portico/client";
import type { Unit } from "@portico/contract";
import { UNLIMITED } from "@portico/metering";
import { createServiceMetrics } from "@portico/server/metrics";
import { inOneWindow } from "@portico/server/testing";
import {
  createAccessKey,
  createAccount,
  findAccessKeyById,
  grantUnits,
  listRequests,
  mintAccessKey,
  removeUnitPrice,
  setAccountDisabled,
  setUnitPrice,
  updateAccessKey,
  type NewAccessKey,
} from "@portico/store";
import { findImbalances, startTcpProxy } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { createApi } from "../createApi.ts";
import { ALICE, USDC } from "../testing/fillStore.ts";
import { readProblem } from "../testing/readProblem.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi({
  rates: { perAddress: UNLIMITED, refusedPerAddress: UNLIMITED },
  trustedProxies: ["loopback"],
  answerBytes: 1024 * 1024,
  initialScanWaitMs: 0,
});
afterAll(() => api.stop());

/** 4 units. */
const LIST = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
/** 1 unit. */
const TOKEN = `/v1/token?chain_id=eth&id=${USDC}`;

async function open(units: number, key: Partial<NewAccessKey> = {}) {
  const { id: accountId } = await createAccount(api.db, { name: "Test" });
  if (units > 0) await grantUnits(api.db, { accountId, amount: units, reason: "top-up", actor: "operator" });
  const made = await createAccessKey(api.db, { name: "test", accountId, isUnlimited: true, ...key });
  const get = (target: string, headers: Record<string, string> = {}) =>
    api.get(target, { AccessKey: made.key, ...headers });
  const readUnits = async () => (await (await get("/v1/account/units")).json()) as Unit;
  const used = async () => (await readUnits()).stats[0]?.usage;
  return { ...made, accountId, get, units: readUnits, used };
}

const codeOf = async (answer: Response) => (await readProblem(answer)).code;
const rateOf = ({ headers }: Response) => [headers.get("ratelimit"), headers.get("ratelimit-policy")];

test("M01 without enough units it is 403 units_exhausted, and nothing changes; an expensive call fails where a cheap one doesn't", async () => {
  const { get, units } = await open(3);
  expect(await codeOf(await get(LIST))).toBe("units_exhausted");
  expect(await units()).toMatchObject({ balance: 3 });
  for (let call = 0; call < 3; call++) expect((await get(TOKEN)).status).toBe(200);
  const refused = await get(TOKEN);
  expect([refused.status, await codeOf(refused)]).toEqual([403, "units_exhausted"]);
  const { balance, stats } = await units();
  expect([balance, stats.length, stats[0]]).toMatchObject([0, 30, { usage: 3, remains: 0 }]);
});

test("a response costs its price, also a cached one, and one that the client has", async () => {
  const { get, used } = await open(1000);
  const first = await get(LIST);
  expect([first.status, await used()]).toEqual([200, 4]);
  for (let nth = 0; nth < 3; nth++) await (await get(LIST)).text(); // now cached
  expect(await used()).toBe(16);
  const etag = first.headers.get("etag") ?? "";
  expect((await get(LIST, { "If-None-Match": etag })).status).toBe(304);
  expect((await get(TOKEN, { "If-None-Match": "*" })).status).toBe(304);
  expect(await used()).toBe(21);
});

test("requests are in the account's log with the id, status, code and units of their responses, without what was asked", async () => {
  const { get, key, id, accountId } = await open(5);
  const other = await open(1);
  const responses = [
    await get(LIST),
    await get("/v1/token?chain_id=mars&id=eth"),
    await get(LIST),
    await other.get(TOKEN),
  ];
  const idOf = (response: Response | undefined) => response?.headers.get("x-request-id");
  const page = { accountId, start: 0, limit: 10 };
  await expect.poll(async () => (await listRequests(api.db, page)).total, { timeout: 20_000 }).toBe(3);
  const { requests } = await listRequests(api.db, page);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const of = { accountId, keyId: id, durationMs: expect.any(Number) as number };
  const list = { ...of, operation: "getUserTokenList" };
  expect(byId.get(idOf(responses[0]) ?? "")).toMatchObject({ ...list, status: 200, code: null, units: 4 });
  expect(byId.get(idOf(responses[2]) ?? "")).toMatchObject({ ...list, status: 403, code: "units_exhausted", units: 0 });
  expect(byId.get(idOf(responses[1]) ?? "")).toMatchObject({ ...of, operation: "getToken", status: 400, units: 0 });
  const stored = await sql<{ text: string }>`select json_agg(request_sample)::text as text from request_sample`.execute(
    api.db,
  );
  for (const secret of [key, ALICE, "mars", "127.0.0.1"]) expect(stored.rows[0]?.text).not.toContain(secret);
});

test("M08 refusals are free, regardless of where they are detected, and server errors are refunded", async () => {
  const { get, key, used } = await open(100, { isWalletEnabled: true });
  const post = (body: object) => api.post("/v1/wallet/pre_exec_tx", JSON.stringify(body), { AccessKey: key });
  const refused = [
    get("/v1/token?chain_id=eth"),
    get("/v1/token?chain_id=mars&id=eth"),
    get(`/v1/token?chain_id=eth&id=0x${"77".repeat(20)}`), // detected by the handler
    get(LIST, { "X-Fields": "{nothing" }),
    get("/v1/nothing"),
    post({ tx: {} }),
    get(`/v1/user/token_list?id=0x${"78".repeat(20)}&chain_id=eth`),
  ];
  const statuses = (await Promise.all(refused)).map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 400, 400, 404, 400, 503]);
  const tx = { chainId: 1, from: ALICE, to: ALICE, value: "0x0", data: "0x", gas: "0x5208", nonce: "0x1" };
  const answer = await post({ tx: { ...tx, maxFeePerGas: "0x1", maxPriorityFeePerGas: "0x1" }, pending_tx_list: [] });
  expect([answer.status, await answer.json()]).toMatchObject([200, { pre_exec: { error: { code: 2002 } } }]);
  expect(await used()).toBe(0);
  expect((await get(TOKEN)).status).toBe(200);
  expect(await used()).toBe(1);
});

test("a request with a body is charged once, and a refused one is refunded", async () => {
  const charges: number[] = [];
  const metrics = {
    ...createServiceMetrics({ withProcess: false }),
    countUnits: (_: string, units: number) => charges.push(units),
  };
  const counted = await startFilledApi({ metrics });
  const { id: accountId } = await createAccount(counted.db, { name: "Test" });
  await grantUnits(counted.db, { accountId, amount: 100, reason: "top-up", actor: "operator" });
  const { key } = await createAccessKey(counted.db, {
    name: "test",
    accountId,
    isUnlimited: true,
    isWalletEnabled: true,
  });
  const post = (body: object) => counted.post("/v1/wallet/explain_tx", JSON.stringify(body), { AccessKey: key });
  expect((await post({ tx: {} })).status).toBe(400);
  const [price = 0] = charges;
  expect([price > 0, ...charges]).toEqual([true, price, -price]);
  expect((await post({ tx: { chainId: 1, from: ALICE, to: ALICE, value: "0x0", nonce: "0x1" } })).status).toBe(200);
  expect(charges).toEqual([price, -price, price]);
  await counted.stop();
});

test("a key without an account is not charged, and account/units is 400 for it, and for a closed account", async () => {
  expect((await api.get(LIST)).status).toBe(200);
  expect(await codeOf(await api.get("/v1/account/units"))).toBe("invalid_account");
  const { get, accountId } = await open(0);
  expect((await get("/v1/account/units")).status).toBe(200);
  await setAccountDisabled(api.db, accountId, true);
  await vi.waitFor(async () => expect(await codeOf(await get("/v1/account/units"))).toBe("invalid_account"));
  expect(await codeOf(await get(TOKEN))).toBe("key_not_allowed");
});

test("K M01 a trailing slash doesn't bypass a key's operations, charges or limits", async () => {
  const { get, used } = await open(10, {
    operations: ["getToken", "getAccountUnits"],
    isUnlimited: false,
    ratePerSecond: 3,
  });
  const slash = (target: string) => target.replace("?", "/?");
  expect(await codeOf(await get(slash(LIST)))).toBe("key_not_allowed");
  for (let round = 0; round < 3; round++) expect((await get(slash(TOKEN))).status).toBe(200); // cached by the third
  expect(await codeOf(await get(slash(TOKEN)))).toBe("rate_limited");
  await vi.waitFor(async () => expect(await used()).toBe(3));
});

test("M08 a field mask that can't fit is rejected before the work, also for an empty result", async () => {
  const { get, used } = await open(10);
  const target = `/v1/user/nft_list?id=0x${"79".repeat(20)}&chain_id=eth`;
  expect(await codeOf(await get(target, { "X-Fields": "{id{x}}" }))).toBe("mask_error");
  expect(await codeOf(await get(LIST, { "X-Fields": "price{usd}" }))).toBe("mask_error");
  expect((await get(LIST, { "X-Fields": "{id,protocol_id,*}" })).status).toBe(200);
  expect(await used()).toBe(4);
});

test("K a key is valid for its operations and networks alone, as determined by trusted proxies, and changes apply by notification", async () => {
  const ipRanges = ["198.51.100.0/24", "2001:db8::/32"];
  const { get, id } = await open(100, { operations: ["getToken"], ipRanges });
  const from = async (ip: string, target = TOKEN) => (await get(target, { "X-Forwarded-For": ip })).status;
  expect(await from("198.51.100.7")).toBe(200);
  expect(await from("::ffff:198.51.100.7")).toBe(200);
  expect(await from("2001:db8:1::1")).toBe(200);
  expect(await from("198.51.101.7")).toBe(403);
  expect(await from("2001:db9::1")).toBe(403);
  expect(await from("198.51.100.7, 203.0.113.9")).toBe(403); // the client claims to be a proxy for another address
  expect(await codeOf(await get(TOKEN))).toBe("key_not_allowed");
  expect(await from("198.51.100.7", LIST)).toBe(403);
  await updateAccessKey(api.db, id, { operations: null, ipRanges: ["127.0.0.1", "::1"] });
  await vi.waitFor(async () => expect((await get(LIST)).status).toBe(200));
  await vi.waitFor(async () => expect((await findAccessKeyById(api.db, id))?.lastUsedAt).toBeInstanceOf(Date));
});

test("M09 requests beyond the key's limit are 429 with Retry-After, which are free, and every response has the remaining requests", async () => {
  const { get, used } = await open(100, { isUnlimited: false, ratePerSecond: 3 });
  const answers = [];
  for (let nth = 0; nth < 5; nth++) answers.push(await get(nth === 1 ? "/v1/token" : TOKEN));
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 429, 429]);
  const expectedLimits = [2, 1, 0, 0, 0].map((left, nth) => `"default";r=${left};t=1, "units";r=${nth < 2 ? 99 : 98}`);
  expect(answers.map(rateOf)).toEqual(expectedLimits.map((text) => [text, '"default";q=3;w=1']));
  expect(answers.map(({ headers }) => headers.get("retry-after"))).toEqual([null, null, null, "1", "1"]);
  expect(await codeOf(answers[4]!)).toBe("rate_limited");
  await vi.waitFor(async () => expect((await get(TOKEN, { "If-None-Match": "*" })).status).toBe(304));
  await vi.waitFor(async () => expect(await used()).toBe(3));
  const free = await (await open(1)).get(TOKEN);
  expect(rateOf(free)).toEqual(['"default";r=999999999999999;t=1, "units";r=0', '"default";q=999999999999999;w=1']);
  const bare = await fetch(api.url + TOKEN);
  expect([bare.status, rateOf(bare)[0]]).toEqual([401, expect.stringMatching(/;r=\d+;t=1$/)]);
});

test("the client reads the account's remaining units from every response, even a free one; a key without an account has none", async () => {
  const { key } = await open(100, { isUnlimited: false, ratePerSecond: 50 });
  const params = { query: { chain_id: "eth", id: USDC } };
  const request = (accessKey: string) => createClient({ baseUrl: api.url, accessKey }).GET("/v1/token", { params });
  const answers = [await request(key), await request(key)];
  const refused = await createClient({ baseUrl: api.url, accessKey: key }).GET("/v1/user/total_balance", {
    params: { query: { id: "nobody" } },
  });
  expect(refused.error?.code).toBe("invalid_address");
  expect([...answers, refused].map(({ meta }) => meta.unitsRemaining)).toEqual([99, 98, 98]);
  expect(answers[0]?.meta.rateLimit).toMatchObject({ policy: "default", limit: 50, remaining: 49 });
  expect((await request(api.key)).meta).toMatchObject({ unitsRemaining: undefined, rateLimit: { policy: "default" } });
});

test("K06, M09 an address has limits, too: of all its requests, and of invalid keys, which then are not looked up", async () => {
  const other = await startFilledApi({ rates: { perAddress: 30 }, trustedProxies: ["loopback"] });
  const request = (ip: string, key: string) => other.get(TOKEN, { AccessKey: key, "X-Forwarded-For": ip });
  const all = (ips: readonly string[], keyOf: () => string) =>
    inOneWindow(() => Promise.all(ips.map((ip) => request(ip, keyOf()))));
  const tried = await all(
    Array.from({ length: 60 }, () => "198.51.100.1"),
    mintAccessKey,
  );
  const statuses = Map.groupBy(tried, ({ status }) => status);
  expect([statuses.get(401)?.length, statuses.get(429)?.length]).toEqual([20, 40]);
  expect(rateOf(statuses.get(429)![0]!)).toEqual(['"refused";r=0;t=1', '"refused";q=20;w=1']);
  expect((await request("203.0.113.2", other.key)).status).toBe(200); // from another address it is accepted
  expect((await request("198.51.100.1", other.key)).status).toBe(200); // and now from the first one, too, because it was valid
  const ofNetwork = await all(
    Array.from({ length: 40 }, (_, index) => `2001:db8::${1 + (index % 2)}`),
    () => other.key,
  );
  const refused = ofNetwork.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(rateOf(refused[0]!)).toEqual(['"address";r=0;t=1', '"address";q=30;w=1']);
  const bare = await fetch(other.url + TOKEN, { headers: { "X-Forwarded-For": "203.0.113.9" } });
  expect([bare.status, rateOf(bare)[0]]).toEqual([401, '"address";r=29;t=1']);
  await other.stop();
});

test("M12 an operator's price applies at once, until it is removed", async () => {
  const { get, used } = await open(100);
  await setUnitPrice(api.db, { operation: "getToken", units: 7, updatedBy: "test" });
  const costOf = async () => {
    const before = await used();
    await (await get(TOKEN)).text();
    return (await used())! - before!;
  };
  await vi.waitFor(async () => expect(await costOf()).toBe(7));
  await removeUnitPrice(api.db, "getToken");
  await vi.waitFor(async () => expect(await costOf()).toBe(1));
});

test("M10 without the database, calls that don't need it are charged to leased units, then 503 until it is back", async () => {
  const proxy = await startTcpProxy(api.databaseUrl);
  const { key, accountId } = await open(16_000);
  const quiet = { info() {}, warn() {}, error() {}, isLevelEnabled: () => false } as never;
  const { app, close } = await createApi({ databaseUrl: proxy.url, log: quiet, connections: 3, checkReplies: true });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const request = () => fetch(`${url}/v1/app_protocol/list`, { headers: { AccessKey: key } });
  expect((await request()).status).toBe(200);
  proxy.cut();
  const answers = await Promise.all(Array.from({ length: 60 }, request));
  const bad = answers.filter(({ status }) => status !== 200);
  expect(bad.length).toBeLessThan(60);
  expect(bad.length).toBeGreaterThan(0);
  for (const answer of bad) expect([answer.status, await codeOf(answer)]).toEqual([503, "metering_unavailable"]);
  proxy.mend();
  await vi.waitFor(async () => expect((await request()).status).toBe(200));
  server.closeAllConnections();
  server.close();
  await close();
  await proxy.stop();
  expect(await findImbalances(api.db, [accountId])).toEqual([]);
});
