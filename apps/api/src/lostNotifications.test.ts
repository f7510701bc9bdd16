import { createAccessKey, revokeAccessKey } from "@portico/store";
import { createTestDatabase, startTcpProxy, type TcpProxy } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ALICE, fillStore } from "./testing/fillStore.ts";
import { readProblem } from "./testing/readProblem.ts";
import { startTestApi, type TestApi } from "./testing/startTestApi.ts";

const list = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;
const stops: (() => Promise<void>)[] = [];
let proxy: TcpProxy;
/** Listens on another database, where nothing is ever sent. */
let unreached: TestApi;
/** Listens through a proxy that can fall silent. */
let silenced: TestApi;

beforeAll(async () => {
  const elsewhere = await createTestDatabase();
  stops.push(elsewhere.drop);
  const listenByProxy = async (url: string) => {
    proxy = await startTcpProxy(url);
    return { directUrl: proxy.url };
  };
  [unreached, silenced] = await Promise.all([
    startTestApi({ answerBytes: 1_000_000, route: async () => ({ directUrl: elsewhere.url }) }),
    startTestApi({ answerBytes: 1_000_000, route: listenByProxy }),
  ]);
  stops.unshift(unreached.stop, () => proxy.stop(), silenced.stop);
  await Promise.all([fillStore(unreached.db), fillStore(silenced.db)]);
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

const readReady = async (api: TestApi): Promise<unknown> => (await api.get("/readyz")).json();

/** Issues a key and uses it, so that it is cached. */
async function useNewKey(api: TestApi) {
  const { id, key } = await createAccessKey(api.db, { name: "to be revoked" });
  for (let round = 0; round < 3; round++) expect((await api.get(list, { AccessKey: key })).status).toBe(200);
  const readCode = async () => (await readProblem(await api.get(list, { AccessKey: key }))).code;
  return { id, readCode };
}

test("where notifications never arrive, a revoked key is rejected at once, and /readyz and the log report it", async () => {
  const { id, readCode } = await useNewKey(unreached);
  await revokeAccessKey(unreached.db, id);
  expect(await readCode()).toBe("access_key_revoked");
  expect(await readReady(unreached)).toEqual({ status: "ok", notifications: "lost" });
  expect(unreached.logged()).toContain("Set DATABASE_DIRECT_URL to the database itself");
});

test("where notifications never arrive, nothing is cached, and changes are read nevertheless", async () => {
  for (let round = 0; round < 3; round++) await unreached.get(list);
  await unreached.db.deleteFrom("balance").execute();
  expect(await (await unreached.get(list)).json()).toEqual([]);
});

test("when notifications cease silently, a key revoked after that is rejected within seconds", async () => {
  expect(await readReady(silenced)).toEqual({ status: "ok", notifications: "received" });
  const { id, readCode } = await useNewKey(silenced);
  proxy.silence();
  await revokeAccessKey(silenced.db, id);
  await vi.waitFor(async () => expect(await readCode()).toBe("access_key_revoked"), { interval: 200 });
  await vi.waitFor(async () => expect(await readReady(silenced)).toMatchObject({ notifications: "received" }), 10_000);
});

test("a subscription is made, and its secret told, also while its deliveries can't be queued", async () => {
  proxy.cut();
  const body = { url: "https://93.184.215.14/", owners: [ALICE], chain_ids: ["eth"] };
  const response = await silenced.post("/v1/account/subscriptions", JSON.stringify(body));
  proxy.mend();
  expect(await response.json()).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string });
  expect(silenced.logged()).toContain("queueing a subscription failed");
});
