import type { UserHistory } from "@portico/contract";
import { createClient, parseJson, unwrap } from "@portico/client";
import { afterAll, expect, test } from "vitest";
import { startMock } from "./testing/startMock.ts";

const mock = await startMock();
afterAll(() => mock[Symbol.asyncDispose]());

const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const live = createClient({ baseUrl: mock.url, accessKey: "any", profile: "live" });
const get = async (target: string, headers: Record<string, string> = {}) => {
  const res = await fetch(mock.url + target, { headers: { AccessKey: "any", ...headers } });
  return { status: res.status, source: res.headers.get("portico-mock"), body: parseJson(await res.text()) };
};

test("recorded answers have the containers of their profile, by header and by prefix", async () => {
  const target = `/v1/user/history_list?id=${OWNER}`;
  const seed = (await get(target)).body as UserHistory[];
  const history = await unwrap(live.GET("/v1/user/history_list", { params: { query: { id: OWNER } } }));
  expect(history.history_list.map(({ id }) => id)).toEqual(seed[0]?.history_list.map(({ id }) => id));
  expect(history.history_list.length).toBeGreaterThan(0);
  expect((await get(`/live${target}`)).body).toMatchObject({ history_list: history.history_list });
  const curve = await unwrap(live.GET("/v1/user/total_net_curve", { params: { query: { id: OWNER } } }));
  expect(curve).toHaveLength(288);
  const protocol = { params: { query: { id: OWNER, protocol_id: "aave3" } } };
  expect(await unwrap(live.GET("/v1/user/protocol", protocol))).toMatchObject({ id: "aave3" });
});

test("lists of one chain are those of all chains without chain_id in live, and errors in seed", async () => {
  const all = await get(`/live/v1/user/all_token_list?id=${OWNER}`);
  expect(await get(`/live/v1/user/token_list?id=${OWNER}`)).toEqual(all);
  expect((await get(`/v1/user/token_list?id=${OWNER}`)).status).toBe(400);
});

test("examples of live are its own, and an unknown profile is refused", async () => {
  const example = await get(`/live/v1/user/history_list?id=${OWNER}`, { Prefer: "example=HistoryPageEmpty" });
  expect([example.status, example.body]).toMatchObject([200, { history_list: [] }]);
  const unknown = await get(`/v1/user/history_list?id=${OWNER}`, { "X-Response-Profile": "dead" });
  expect(unknown).toMatchObject({ status: 400, body: { errors: { "X-Response-Profile": expect.any(String) } } });
});
