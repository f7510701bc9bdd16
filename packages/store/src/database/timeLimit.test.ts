import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { withTimeLimit } from "./timeLimit.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const sleep = (milliseconds: number, seconds: number) =>
  withTimeLimit(db, milliseconds, async (client) => {
    const { rows } = await client.query<{ pid: number; limit: string; still: string }>(
      `select pg_backend_pid() as pid, current_setting('statement_timeout') as limit,
        current_setting('idle_in_transaction_session_timeout') as still from pg_sleep(${seconds})`,
    );
    return rows[0]!;
  });

test("a read that takes too long is cancelled, and the connection works on without a limit", async () => {
  await expect(sleep(20, 60)).rejects.toMatchObject({ code: "57014" });
  const { pid, ...limits } = await sleep(60_000, 0);
  expect(limits).toEqual({ limit: "1min", still: "10s" });
  await expect(withTimeLimit(db, 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const after = await db
    .selectNoFrom((one) => [
      one.fn<number>("pg_backend_pid", []).as("pid"),
      one.fn<string>("current_setting", [one.val("statement_timeout")]).as("limit"),
    ])
    .executeTakeFirstOrThrow();
  expect(after).toEqual({ pid, limit: "0" });
});
