import type { UserHistory, UserToken } from "@portico/contract";
import type { NetCurvePoint, UserHistory as LiveHistory, UserProtocol } from "@portico/contract/live";
import { createAccessKey, updateAccessKey } from "@portico/store";
import { afterAll, expect, test, vi } from "vitest";
import { ALICE, BOB } from "./testing/fillStore.ts";
import { readProblem } from "./testing/readProblem.ts";
import { startFilledApi } from "./testing/startFilledApi.ts";

const api = await startFilledApi({ answerBytes: 1024 * 1024 });
afterAll(() => api.stop());

const LIVE = { "X-Response-Profile": "live" };
const SEED = { "X-Response-Profile": "seed" };
const HISTORY = `/v1/user/history_list?id=${ALICE}&chain_id=eth`;
const TOKENS = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
const isLive = async (target: string, headers?: Record<string, string>) =>
  !Array.isArray(await api.getJson(target, headers));

test("the path's prefix, then the header, then the key, then the server choose the profile", async () => {
  expect(await isLive(HISTORY)).toBe(false);
  expect(await isLive(HISTORY, LIVE)).toBe(true);
  expect(await isLive(`/live${HISTORY}`)).toBe(true);
  expect(await isLive(`/live${HISTORY}`, SEED)).toBe(true);
  const { id, key } = await createAccessKey(api.db, { name: "live", profile: "live" });
  expect(await isLive(HISTORY, { AccessKey: key })).toBe(true);
  expect(await isLive(HISTORY, { AccessKey: key, ...SEED })).toBe(false);
  await updateAccessKey(api.db, id, { profile: null });
  await vi.waitFor(async () => expect(await isLive(HISTORY, { AccessKey: key })).toBe(false));
});

test("a server whose profile is live answers so, unless request or key want the other", async () => {
  const live = await startFilledApi({ defaultProfile: "live" });
  const read = async (headers?: Record<string, string>) => Array.isArray(await live.getJson(HISTORY, headers));
  const { key } = await createAccessKey(live.db, { name: "seed", profile: "seed" });
  expect([await read(), await read(SEED), await read({ AccessKey: key })]).toEqual([false, true, true]);
  await live.stop();
});

test("an unknown profile is 400 and named, after the key was checked", async () => {
  const wrong = { "X-Response-Profile": "lively" };
  const problem = await readProblem(await api.get(TOKENS, wrong));
  expect(problem).toMatchObject({ status: 400, code: "invalid_params" });
  expect(problem.errors).toEqual({ "X-Response-Profile": "must be one of seed, live, not 'lively'" });
  expect((await api.get(`/live${TOKENS}`, wrong)).status).toBe(400);
  expect((await fetch(api.url + TOKENS, { headers: wrong })).status).toBe(401);
  expect((await api.get("/healthz", wrong)).status).toBe(200);
});

test("profiles that alternate on one key and URL never get each other's answer, nor a 304 for it", async () => {
  const rounds = 6;
  const texts = new Map<string, Set<string>>();
  const etags = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    for (const headers of [SEED, LIVE]) {
      const name = headers["X-Response-Profile"];
      const res = await api.get(TOKENS, headers);
      texts.set(name, (texts.get(name) ?? new Set()).add(await res.text()));
      etags.set(name, res.headers.get("etag") ?? "");
      expect(res.headers.get("vary")).toContain("X-Response-Profile");
    }
    for (const [headers, other] of [
      [SEED, "live"],
      [LIVE, "seed"],
    ] as const) {
      const known = await api.get(TOKENS, { ...headers, "If-None-Match": etags.get(headers["X-Response-Profile"])! });
      const mixed = await api.get(TOKENS, { ...headers, "If-None-Match": etags.get(other)! });
      expect([known.status, mixed.status]).toEqual([304, 200]);
    }
  }
  expect([...texts.values()].map(({ size }) => size)).toEqual([1, 1]);
  expect(new Set([...texts.values()].flatMap((one) => [...one])).size).toBe(2);
  const empty = `/v1/user/nft_list?id=${BOB}&chain_id=eth`; // the same text in both
  const [seed, live] = [await api.get(empty, SEED), await api.get(empty, LIVE)];
  expect([await seed.text(), seed.headers.get("etag") === live.headers.get("etag")]).toEqual([
    await live.text(),
    false,
  ]);
});

test("a browser may send the header", async () => {
  const res = await fetch(api.url + TOKENS, {
    method: "OPTIONS",
    headers: { Origin: "https://app.example", "Access-Control-Request-Method": "GET" },
  });
  expect(res.headers.get("access-control-allow-headers")).toContain("X-Response-Profile");
});

test("live has the containers that clients read", async () => {
  const history = await api.getJson<LiveHistory>(HISTORY, LIVE);
  expect(history.history_list).toEqual((await api.getJson<UserHistory[]>(HISTORY))[0]?.history_list);
  const curve = await api.getJson<NetCurvePoint[]>(`/v1/user/chain_net_curve?id=${ALICE}&chain_id=eth`, LIVE);
  expect(curve).toHaveLength(288);
  expect(curve.at(-1)).toEqual({ timestamp: expect.any(Number), usd_value: expect.any(Number) });
  const protocol = await api.getJson<UserProtocol>(`/v1/user/protocol?id=${BOB}&protocol_id=aave3`, LIVE);
  expect(protocol).toMatchObject({ id: "aave3", net_usd_value: 0, portfolio_item_list: [] });
  const approvals = await api.getJson(`/v1/user/nft_authorized_list?id=${ALICE}&chain_id=eth`, LIVE);
  expect(approvals).toEqual({ tokens: [], contracts: [], total: "0" });
});

test("live has no null where clients calculate, and lists all chains without chain_id", async () => {
  const seed = await api.getJson<UserToken[]>(TOKENS);
  expect(seed.some(({ decimals, name }) => decimals === null && name === null)).toBe(true);
  const tokens = await api.getJson<UserToken[]>(`/live${TOKENS}`);
  expect(tokens.filter(({ decimals, name, symbol }) => decimals === null || name === null || symbol === null)).toEqual(
    [],
  );
  for (const list of ["token_list", "nft_list", "complex_protocol_list", "simple_protocol_list"]) {
    expect((await api.get(`/v1/user/${list}?id=${ALICE}`)).status).toBe(400);
    const all = await api.get(`/live/v1/user/${list}?id=${ALICE}`);
    const named = await api.get(`/live/v1/user/all_${list}?id=${ALICE}`);
    expect([all.status, await all.text()]).toEqual([200, await named.text()]);
  }
  const chains = (await api.getJson<UserToken[]>(`/live/v1/user/token_list?id=${ALICE}`)).map(({ chain }) => chain);
  expect(new Set(chains)).toEqual(new Set(["eth", "base"]));
});

test("a field mask fits the answer of its profile", async () => {
  const fields = { "X-Fields": "history_list{id}" };
  expect(await api.getJson(HISTORY, { ...LIVE, ...fields })).toEqual({ history_list: [] });
  expect(await api.getJson(HISTORY, fields)).toEqual([{ history_list: [] }]);
});
