import { createAccessKey, revokeAccessKey } from "@portico/store";
import { hasPgBouncer, startPgBouncer, type PgBouncer } from "@portico/store/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ALICE, fillStore } from "./testing/fillStore.ts";
import { readProblem } from "./testing/readProblem.ts";
import { startTestApi, type TestApi } from "./testing/startTestApi.ts";

const list = `/v1/user/token_list?id=${ALICE}&chain_id=eth`;

describe.skipIf(!hasPgBouncer()).each([
  { name: "without DATABASE_DIRECT_URL", isDirect: false, notifications: "lost" },
  { name: "with DATABASE_DIRECT_URL", isDirect: true, notifications: "received" },
])("PgBouncer in transaction mode $name", ({ isDirect, notifications }) => {
  let api: TestApi;
  let pooler: PgBouncer;
  beforeAll(async () => {
    const route = async (url: string) => {
      pooler = await startPgBouncer(url);
      return { databaseUrl: pooler.url, ...(isDirect && { directUrl: url }) };
    };
    api = await startTestApi({ answerBytes: 1_000_000, route });
    await fillStore(api.db);
  });
  afterAll(async () => {
    await api.stop();
    await pooler.stop();
  });

  test("concurrent requests all get responses", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.get(list)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a revoked key is rejected in time, and /readyz reports whether notifications arrive", async () => {
    expect(await (await api.get("/readyz")).json()).toEqual({ status: "ok", notifications });
    const { id, key } = await createAccessKey(api.db, { name: "to be revoked" });
    const headers = { AccessKey: key };
    for (let round = 0; round < 3; round++) expect((await api.get(list, headers)).status).toBe(200);
    await revokeAccessKey(api.db, id);
    const readCode = async () => (await readProblem(await api.get(list, headers))).code;
    await vi.waitFor(async () => expect(await readCode()).toBe("access_key_revoked"));
  });
});
