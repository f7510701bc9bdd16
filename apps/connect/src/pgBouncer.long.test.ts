import { hasPgBouncer, startPgBouncer, type PgBouncer } from "@portico/store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchange, getCode, refresh, TestBrowser } from "./testing/client.ts";
import { startTestConnect, type TestConnect } from "./testing/startTestConnect.ts";

describe.skipIf(!hasPgBouncer())("PgBouncer in transaction mode", () => {
  let connect: TestConnect;
  let pooler: PgBouncer;
  beforeAll(async () => {
    const route = async (url: string) => {
      pooler = await startPgBouncer(url);
      return { databaseUrl: pooler.url, directUrl: url };
    };
    connect = await startTestConnect({ processes: 2, route });
  });
  afterAll(async () => {
    await connect.stop();
    await pooler.stop();
  });

  test("users of two processes sign in at the same time, and their tokens are refreshed", async () => {
    const signIn = async () => {
      const { status, body } = await exchange(connect, await getCode(connect, {}, new TestBrowser()));
      return [status, (await refresh(connect, body.refresh_token)).status];
    };
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, signIn));
      expect(new Set(answers.flat())).toEqual(new Set([200]));
    }
    expect(connect.logged()).not.toContain("prepared statement");
  });
});
