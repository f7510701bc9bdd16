import { createTestDatabase, hasPgBouncer, startPgBouncer } from "@portico/store/testing";
import { expect, test } from "vitest";
import { checkNotifications } from "./doctor/checkNotifications.ts";

test.skipIf(!hasPgBouncer())(
  "doctor recognises PgBouncer in transaction mode, and names the setting to use",
  async () => {
    const { url, drop } = await createTestDatabase();
    const pooler = await startPgBouncer(url);
    const look = (env: Record<string, string>) => checkNotifications({ env, runFile: "/nowhere/run.json" });
    expect(await look({ DATABASE_URL: pooler.url })).toMatchObject([
      {
        state: "broken",
        text: expect.stringContaining("a pooler in transaction mode") as string,
        advice: expect.stringContaining("set DATABASE_DIRECT_URL to the database itself") as string,
      },
    ]);
    expect(await look({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })).toMatchObject([
      { state: "ok", text: expect.stringContaining("DATABASE_URL is a pooler") as string },
    ]);
    await pooler.stop();
    await drop();
  },
);
