import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "./testing.ts";
import { withTimeLimit } from "./timeLimit.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const sleep = (milliseconds: number, seconds: number) =>
  withTimeLimit(db, milliseconds, async (client) => {
    const { rows } = await client.query<{ pid: number; limit: string }>(
      `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit from pg_sleep(${seconds})`,
    );
    return rows[0]!;
  });

test("what takes too long is stopped, and the connection serves on without a limit", async () => {
  await expect(sleep(20, 60)).rejects.toMatchObject({ code: "57014" });
  const { limit, pid } = await sleep(60_000, 0);
  expect(limit).toBe("1min");
  await expect(withTimeLimit(db, 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const after = await db
    .selectNoFrom((one) => [
      one.fn<number>("pg_backend_pid", []).as("pid"),
      one.fn<string>("current_setting", [one.val("statement_timeout")]).as("limit"),
    ])
    .executeTakeFirstOrThrow();
  expect(after).toEqual({ pid, limit: "0" });
});
