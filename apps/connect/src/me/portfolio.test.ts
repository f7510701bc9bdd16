import { contractSubject, follow, keySubject, upsertProfile } from "@portico/store";
import { startTcpProxy } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createParts } from "../parts.ts";
import { ALICE, BOB } from "../testing/client.ts";
import { listMeOperations, loadMeDefinition } from "./definition.ts";
import { addEmptyChain } from "../testing/fillPortfolio.ts";
import { startMeScene, type MeScene } from "../testing/meScene.ts";
import { rawRequest } from "@portico/server/testing";
import { startRecorder } from "../testing/startRecorder.ts";
import { startTestConnect } from "../testing/startTestConnect.ts";

let scene: MeScene;
let recorder: Awaited<ReturnType<typeof startRecorder>>;
let alice: { authorization: string };
beforeAll(async () => {
  [scene, recorder] = await Promise.all([startMeScene(), startRecorder()]);
  alice = { authorization: `Bearer ${await scene.getToken()}` };
});
afterAll(async () => {
  await scene.stop();
  await recorder.stop();
});

const read = async (target: string, headers: Record<string, string> = {}) => {
  const response = await scene.get(target, { ...alice, ...headers });
  // oxlint-disable-next-line typescript/no-explicit-any -- what a server answered
  const body: any = await response.json();
  return { status: response.status, headers: response.headers, body };
};

const TOKENS = "/v1/me/token_list?chain_id=eth";

test("a response that the application has is 304, and a field mask applies", async () => {
  const { headers } = await read(TOKENS);
  const again = await scene.get(TOKENS, { ...alice, "if-none-match": headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("portico-chains")).toBe(headers.get("portico-chains"));
  const masked = await read(TOKENS, { "x-fields": "{id,amount}" });
  expect(masked.body).toEqual([{ id: "eth", amount: 2 }]);
});

test("refusals of the data API are returned as our own", async () => {
  const { status, body, headers } = await read("/v1/me/token_list?chain_id=nowhere");
  expect([status, body.code, body.instance]).toEqual([400, "invalid_chain", "/v1/me/token_list"]);
  expect(body.request_id).toBe(headers.get("x-request-id"));
  expect((await read(TOKENS, { "x-fields": "{" })).body.code).toBe("mask_parse_error");
  expect((await read("/v1/me/profile", { "x-fields": "{" })).body.code).toBe("mask_parse_error");
  const empty = await read("/v1/me/follower_list", { "x-fields": "{follower_list{name{x}}}" });
  expect([empty.status, empty.body.code]).toEqual([400, "mask_error"]);
});

test("past blocks and times are passed on by all operations that have them", async () => {
  const query = "chain_id=eth&token_id=eth&protocol_id=aave3";
  const past = listMeOperations(loadMeDefinition()).filter(({ parameters = [] }) =>
    parameters.some((parameter) => "name" in parameter && parameter.name === "time_at"),
  );
  expect(past).toHaveLength(20);
  for (const { path } of past) {
    const { status, body } = await read(`${path}?${query}&time_at=99999999999`);
    const errors = { time_at: "must not be in the future" };
    expect([path, status, body]).toEqual([path, 400, expect.objectContaining({ code: "invalid_params", errors })]);
  }
  const { body } = await read(`${TOKENS}&block=19000001`);
  expect(body).toMatchObject({ code: "block_unavailable", detail: expect.stringContaining("19000000") as string });
});

test.each([
  "",
  "?chain_id=",
  "?chain_id=eth&chain_id=bsc",
  "?chain_id=eth&is_all=maybe",
  "?chain_id=%00",
  "?chain_id=%ff",
])("token_list%s is rejected without an upstream request", async (query) => {
  expect((await read(`/v1/me/token_list${query}`)).body).toMatchObject({ code: "invalid_params", errors: {} });
});

/** The outcome of an attempt: Alice's two ether, or a refusal. */
const outcomeOf = async (target: string, headers?: Record<string, string>): Promise<unknown> => {
  const { status, body } = await read(target, headers);
  return status === 200 ? body : body.code;
};
const HERS = [expect.objectContaining({ id: "eth", amount: 2 })];

test.each([
  [`&id=${BOB}`, HERS],
  [`&id=${BOB}&id=${ALICE}`, HERS],
  [`&id=${ALICE}&id=${BOB}`, HERS],
  [`&%69d=${BOB}`, HERS],
  [`&%2569d=${BOB}`, HERS],
  [`&id[]=${BOB}&id[0]=${BOB}&ID=${BOB}&account=${BOB}&address=${BOB}&sub=${BOB}`, HERS],
  [`&__proto__[id]=${BOB}&constructor=${BOB}&__proto__=${BOB}`, HERS],
  [`&is_all=true%26id=${BOB}`, "invalid_params"],
  [`;id=${BOB}`, "invalid_chain"],
  [`%26id%3D${BOB}`, "invalid_chain"],
  [`%23&id=${BOB}`, "invalid_chain"],
  [`%0d%0aid:%20${BOB}`, "invalid_chain"],
  [`&access_token=${BOB}`, "invalid_params"],
])("no other account's tokens are returned for %s", async (trick, outcome) => {
  expect(await outcomeOf(TOKENS + trick)).toEqual(outcome);
});

test.each([
  [{ "x-fields": `{amount}&id=${BOB}` }, "mask_parse_error"],
  [{ "x-original-url": `/v1/user/token_list?id=${BOB}`, "x-rewrite-url": `/v1/user/token_list?id=${BOB}` }, HERS],
  [{ "x-http-method-override": "POST", "x-forwarded-prefix": "/v1/user", id: BOB }, HERS],
  [{ cookie: `id=${BOB}`, accesskey: "pk_x" }, HERS],
])("no other account's tokens are returned with the headers %o", async (headers, outcome) => {
  expect(await outcomeOf(TOKENS, headers as Record<string, string>)).toEqual(outcome);
});

test.each([
  `/v1/me/../user/token_list?chain_id=eth&id=${BOB}`,
  `/v1/me/%2e%2e/user/token_list?chain_id=eth&id=${BOB}`,
  `/v1/me/..%2fuser%2ftoken_list?chain_id=eth&id=${BOB}`,
  `/v1/me/token_list/../../user/token_list?chain_id=eth&id=${BOB}`,
  `/v1/me\\..\\user\\token_list?chain_id=eth&id=${BOB}`,
  `//v1/me/token_list?chain_id=eth&id=${BOB}`,
  "/v1/me/swagger",
  "/v1/me/id",
  "/v1/meow",
  "/V1/ME",
])("H04, H11: %s is not found, in either form", async (target) => {
  const { port, issuer } = scene.connect;
  for (const form of [target, issuer + target]) {
    const answer = await rawRequest(port, [
      `GET ${form} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${alice.authorization}\r\nConnection: close\r\n\r\n`,
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 404 [^]*"code":"not_found"/);
  }
});

test("a path of the data API answers for the token's owner only", async () => {
  const path = "/v1/user/token_list?chain_id=eth";
  expect(await outcomeOf(path)).toEqual(HERS);
  expect(await outcomeOf(`${path}&id=${ALICE}`)).toEqual(HERS);
  expect(await outcomeOf(`${path}&id=${BOB}`)).toBe("invalid_params");
});

test("H10: any origin may send requests, without credentials, and preflights; other methods are rejected", async () => {
  const request = (method: string, headers = {}) => fetch(`${scene.connect.issuer}/v1/me`, { method, headers });
  const preflight = await request("OPTIONS", { origin: "null", "access-control-request-method": "GET" });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
  expect((await request("OPTIONS")).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    const { status, headers } = await request(method, alice);
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  }
  const head = await request("HEAD", alice);
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

/** The response for a token of a contract account at Alice's address. */
async function readAs(chainId: number, target: string) {
  const token = await scene.getToken({ account: contractSubject(chainId, ALICE) });
  const response = await scene.get(target, { authorization: `Bearer ${token}` });
  // oxlint-disable-next-line typescript/no-explicit-any -- what a server answered
  const body: any = await response.json();
  return { status: response.status, body };
}

test("for a contract account the portfolio is that of its chain alone", async () => {
  await addEmptyChain(scene.connect.db, "base");
  const total = async (chainId: number) => (await readAs(chainId, "/v1/me/total_balance")).body;
  expect(await total(1)).toMatchObject({ total_usd_value: 6000, chain_list: [{ id: "eth", usd_value: 6000 }] });
  expect(await total(8453)).toMatchObject({ total_usd_value: 0, chain_list: [{ id: "base", usd_value: 0 }] });
  const idsOf = async (chainId: number, path: string) =>
    (await readAs(chainId, path)).body.map(({ id }: { id: string }) => id);
  for (const path of ["/v1/me/used_chain_list", "/v1/me/all_token_list", "/v1/me/all_token_list?chain_ids=eth,base"]) {
    expect([await idsOf(1, path), await idsOf(8453, path)]).toEqual([["eth"], []]);
  }
  for (const path of ["/v1/me/complex_app_list", "/v1/me/protocol?protocol_id=aave3", "/v1/me/all_history_list"]) {
    expect([(await readAs(1, path)).status, (await readAs(8453, path)).status]).toEqual([200, 200]);
  }
  expect(await readAs(1, "/v1/me")).toMatchObject({ body: { id: ALICE, sub: `eip155:1:${ALICE}`, chain: "eth" } });
});

test.each(["token_list?chain_id=base", "all_token_list?chain_ids=base,bsc", "history_list?chain_id=base"])(
  "a contract account of another chain has no /v1/me/%s",
  async (target) => {
    const { status, body } = await readAs(1, `/v1/me/${target}`);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      400,
      "invalid_params",
      [target.includes("chain_ids") ? "chain_ids" : "chain_id"],
    ]);
    expect((await readAs(8453, `/v1/me/${target}`)).status).toBe(200);
  },
);

test("base info has the profile, and the total worth of the followers", async () => {
  const { db } = scene.connect;
  const alone = await read("/v1/me");
  const nothing = { web3_id: null, name: null, logo_url: null, born_at: null, tvf: 0 };
  expect(alone.body).toEqual({ id: ALICE, sub: ALICE, chain: null, ...nothing });
  await follow(db, { follower: keySubject(BOB), followed: keySubject(ALICE) });
  await upsertProfile(db, keySubject(ALICE), {
    name: "Alice",
    bio: "Maps.",
    logoUrl: "https://a.example/a.png",
    links: [],
  });
  const { body } = await read("/v1/me", { "x-fields": "name,logo_url,tvf" });
  expect(body).toEqual({ name: "Alice", logo_url: "https://a.example/a.png", tvf: 15_000 });
});

test("social info has the profile and pages of followers and followed users", async () => {
  const { db } = scene.connect;
  const others = Array.from({ length: 25 }, (_, index) => `0x${String(index).padStart(40, "0")}` as const);
  for (const followed of others) await follow(db, { follower: keySubject(ALICE), followed: keySubject(followed) });
  const profile = await read("/v1/me/profile");
  expect(profile.body).toMatchObject({ id: ALICE, name: "Alice", bio: "Maps.", following_count: 25 });
  expect((await read("/v1/me/following_list")).body.following_list).toHaveLength(20);
  const { body } = await read("/v1/me/following_list?start=23&limit=10");
  expect([body.total_count, body.following_list.map(({ id }: { id: string }) => id)]).toEqual([
    25,
    others.slice(0, 2).toReversed(),
  ]);
  for (const query of ["start=-1", "start=x", "limit=0", "limit=101", "start=10001", "limit=1&limit=2"]) {
    expect((await read(`/v1/me/follower_list?${query}`)).body.code).toBe("invalid_params");
  }
});

test("the data API receives the token's address, the contract's parameters and four headers, and nothing else about the user", async () => {
  await scene.moveDataApi(recorder);
  const headers = {
    cookie: "a=b",
    "user-agent": "x",
    "x-forwarded-for": "1.2.3.4",
    origin: "https://app.example",
    accesskey: "pk_y",
  };
  await read(`/v1/me/all_token_list?chain_ids=eth,bsc&is_all=0&id=${BOB}&foo=1`, {
    ...headers,
    "x-fields": "{id}",
    "if-none-match": '"x"',
  });
  const [recorded] = recorder.requests;
  expect(recorded?.url).toBe(`/v1/user/all_token_list?is_all=false&chain_ids=eth%2Cbsc&id=${ALICE}`);
  expect(recorded?.headers).toEqual({
    accesskey: recorder.key,
    "if-none-match": '"x"',
    "x-fields": "{id}",
    "x-response-profile": "seed",
    host: new URL(recorder.url).host,
    connection: "keep-alive",
  });
});

test.each([
  [401, { code: "access_key_revoked", detail: "pk_of_the_service" }, {}, "1"],
  [403, { code: "units_exhausted" }, {}, "1"],
  [429, { code: "rate_limited" }, { "retry-after": "7" }, "7"],
  [500, { code: "internal_error" }, {}, "1"],
  [400, "not JSON", {}, "1"],
  [302, {}, { location: "http://127.0.0.1:9/" }, "1"],
] as const)(
  "an error of the data API about our own request, such as %i, is 503 upstream_error",
  async (status, body, headers, retryAfter) => {
    recorder.respondWith({ status, body: JSON.stringify(body).replace('"not JSON"', "<html>"), headers });
    const answer = await read(TOKENS);
    expect([answer.status, answer.body.code, answer.headers.get("retry-after")]).toEqual([
      503,
      "upstream_error",
      retryAfter,
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/pk_|key|units/);
  },
);

test("born_at is the earliest over all chains, and null while the data API doesn't know it", async () => {
  recorder.respondWith({ status: 200, body: '[{"born_at":50},{"born_at":null},{"born_at":30},{"born_at":0}]' });
  expect((await read("/v1/me")).body.born_at).toBe(30);
  recorder.respondWith({ status: 500, body: "" });
  expect((await read("/v1/me")).body).toMatchObject({ name: "Alice", born_at: null, tvf: null });
});

test("an invalid key of our own, and a missing data API, are 503, and the rest still works", async () => {
  for (const to of [
    { url: scene.dataApi.url, key: "pk_wrong" },
    { url: "http://127.0.0.1:9", key: "pk_x" },
  ]) {
    await scene.moveDataApi(to);
    const { status, body, headers } = await read(TOKENS);
    expect([status, body.code, headers.get("retry-after")]).toEqual([503, "upstream_error", "1"]);
    expect((await read("/v1/me/profile")).status).toBe(200);
  }
  expect(scene.connect.logged()).not.toContain(scene.dataApi.key);
});

test("H14: without the database it is 503, for pages too", async () => {
  const proxy = await startTcpProxy(scene.connect.databaseUrl);
  const shaky = await startTestConnect({ databaseUrl: proxy.url, parts: createParts });
  proxy.cut();
  const { status, headers } = await fetch(`${shaky.issuer}/v1/me`, { headers: alice });
  expect([status, headers.get("retry-after"), headers.get("access-control-allow-origin")]).toEqual([503, "1", "*"]);
  await shaky.stop();
  await proxy.stop();
});
