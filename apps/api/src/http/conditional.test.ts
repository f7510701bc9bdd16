import { createAccessKey, replacePrices, upsertTokens, unknownToken } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { ALICE, BOB, ETH_HEAD, USDC } from "../testing/fillStore.ts";
import { rawRequest } from "@portico/server/testing";
import { readProblem } from "../testing/readProblem.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const LIST = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
const etagOf = async (target: string, headers?: Record<string, string>) =>
  (await api.get(target, headers)).headers.get("etag") ?? "";
const request = (ifNoneMatch: string, headers = {}) => api.get(LIST, { "If-None-Match": ifNoneMatch, ...headers });

test("a response that the client has is 304, with exactly the headers that a cache needs", async () => {
  const whole = await api.get(LIST);
  const etag = whole.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const res = await request(etag);
  expect([res.status, await res.text()]).toEqual([304, ""]);
  for (const name of ["cache-control", "vary", "etag", "portico-chains", "access-control-allow-origin"]) {
    expect([name, res.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  }
  expect(res.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect([res.headers.get("content-type"), res.headers.get("content-length")]).toEqual([null, null]);
});

test.each<[string, (etag: string) => string, number]>([
  ["any", () => "*", 304],
  ["weak", (etag) => `W/${etag}`, 304],
  ["one of a list", (etag) => `"a", W/"b,c" ,${etag}, "d"`, 304],
  ["another", () => '"5nCXp3cJ0rTq6m1l5cYk2w"', 200],
  ["unquoted", (etag) => etag.slice(1, -1), 200],
  ["part of one", (etag) => `${etag.slice(0, -2)}"`, 200],
  ["one that has it inside", (etag) => `"x${etag.slice(1)}`, 200],
  ["empty", () => "", 200],
  ["no tag at all", () => '**, W/*, "', 200],
])("If-None-Match with %s", async (_kind, make, status) => {
  const res = await request(make(await etagOf(LIST)));
  expect(res.status).toBe(status);
});

test("HEAD has the headers of GET, and is 304 where GET is", async () => {
  const head = (more: string) =>
    rawRequest(api.port, [
      `HEAD ${LIST} HTTP/1.1\r\nHost: x\r\nAccessKey: ${api.key}\r\n${more}Connection: close\r\n\r\n`,
    ]);
  const whole = await api.get(LIST);
  const etag = whole.headers.get("etag") ?? "";
  const answer = await head("");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(`ETag: ${etag}\r\n`);
  expect(answer).toContain(`Content-Length: ${(await whole.arrayBuffer()).byteLength}\r\n`);
  expect(answer).toMatch(/\r\n\r\n$/);
  expect(await head(`If-None-Match: ${etag}\r\n`)).toMatch(/^HTTP\/1\.1 304 /);
});

test("an unauthorized client does not learn whether a response changed", async () => {
  const etag = await etagOf(LIST);
  const res = await fetch(api.url + LIST, { headers: { "If-None-Match": etag } });
  expect(await readProblem(res)).toMatchObject({ status: 401, code: "access_key_missing" });
  expect(res.headers.get("etag")).toBeNull();
  const bad = await request("*", { AccessKey: `${api.key.slice(0, -1)}${api.key.endsWith("_") ? "-" : "_"}` });
  expect(await readProblem(bad)).toMatchObject({ status: 401 });
});

test("the response and its ETag do not depend on the client", async () => {
  const { key } = await createAccessKey(api.db, { name: "other" });
  expect(await etagOf(LIST, { AccessKey: key })).toBe(await etagOf(LIST));
});

test("errors have no ETag, and no condition makes them 304", async () => {
  const res = await api.get("/v1/user/token_list?id=nope&chain_id=eth", { "If-None-Match": "*" });
  expect(res.headers.get("etag")).toBeNull();
  expect(await readProblem(res)).toMatchObject({ status: 400 });
  const health = await fetch(`${api.url}/healthz`, { headers: { "If-None-Match": "*" } });
  expect([health.status, health.headers.get("etag")]).toEqual([200, null]);
});

test("the ETag depends on the request: another owner, another chain, another mask", async () => {
  const targets = [LIST, LIST.replace(ALICE, BOB), LIST.replace("=eth", "=base"), `${LIST}&is_all=false`];
  const etags = await Promise.all(targets.map((target) => etagOf(target)));
  const masked = await etagOf(LIST, { "X-Fields": "id" });
  expect(new Set([...etags, masked, await etagOf(LIST, { "X-Fields": "id,amount" })]).size).toBe(6);
  expect((await request(masked)).status).toBe(200);
  expect((await request(masked, { "X-Fields": "id" })).status).toBe(304);
  expect((await request(masked, { "X-Fields": "{ id }" })).status).toBe(304);
});

test("a price, and a token's name, change the ETag; a block without changes doesn't", async () => {
  const before = await etagOf(LIST);
  await upsertTokens(api.db, [{ ...unknownToken("eth", USDC), name: "USD Coin", symbol: "USDC.x", decimals: 6 }]);
  await api.api.tokens.reload();
  const named = await etagOf(LIST);
  expect(named).not.toBe(before);
  await replacePrices(api.db, "eth", [{ token: USDC, usd: 0.5, source: "chainlink", blockNumber: 1n, timeAt: 1 }]);
  await api.api.tokens.reload();
  const priced = await etagOf(LIST);
  expect(priced).not.toBe(named);
  await api.db
    .updateTable("chain_state")
    .set({ balances_block: ETH_HEAD.blockNumber + 1n })
    .where("chain", "=", "eth")
    .execute();
  const res = await request(priced);
  expect([res.status, res.headers.get("portico-chains")]).toEqual([
    304,
    "eth;block=19000001;time=1763700000;since=18992800;ledger=closed",
  ]);
});
