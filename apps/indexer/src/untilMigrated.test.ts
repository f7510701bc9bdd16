import { migrate } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { expect, test, vi } from "vitest";
import { untilMigrated } from "./untilMigrated.ts";

test("with PORTICO_MIGRATE=off the indexer waits until the database is migrated, and doesn't do it itself", async () => {
  const { db, drop } = await createTestDatabase({ template: "template1" });
  await migrate(db, { upTo: "0020_subjects" });
  const [warn, ended] = [vi.fn<(fields: object, message: string) => void>(), vi.fn<() => void>()];
  const waiting = untilMigrated(db, { warn }, new AbortController().signal).then(ended);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  expect(warn.mock.calls[0]![0]).toEqual({ reason: expect.stringContaining("from 0021_block_times on") as string });
  expect(ended).not.toHaveBeenCalled();
  await migrate(db);
  await waiting;
  expect(ended).toHaveBeenCalledOnce();
  await drop();
});
