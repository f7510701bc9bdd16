import { createAccessKey, createMessageBatch, keySubject, listInbox } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { addressOf, newBatch } from "../testing/sampleMessage.ts";
import { readMessageDays, startRetention } from "./startRetention.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
const { id: keyId } = await createAccessKey(db, { name: "test" });

test("messages older than the setting are deleted, with their status; newer ones remain, and pending webhook deliveries too", async () => {
  for (const [id, days, state, triedDays] of [
    ["ms_old", 31, "delivered", 31],
    ["ms_given_up", 31, "pending", 8],
    ["ms_owed", 31, "pending", 6],
    ["ms_young", 29, "delivered", 29],
  ] as const) {
    await createMessageBatch(db, newBatch(id, keyId, addressOf(40_002)));
    await sql`
      with tried as (
        update message_webhook set state = ${state}, updated_at = now() - ${triedDays} * interval '1 day'
        where batch_id = ${id}
      )
      update message_batch set created_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(db);
  }
  const retention = startRetention({ db, log: { warn: () => undefined }, days: 30, everyMs: 1 });
  await expect
    .poll(async () => (await listInbox(db, keySubject(addressOf(40_002)), { start: 0, limit: 100 })).total)
    .toBe(2);
  await retention.stop();
  const { rows } = await sql<{ id: string }>`
    with requested as (select unnest(array['ms_old', 'ms_given_up', 'ms_owed', 'ms_young']) as id)
    select id from message_batch join requested using (id) union all
    select id || ' told' from message_webhook join requested on batch_id = id order by id`.execute(db);
  expect(rows.map(({ id }) => id)).toEqual(["ms_owed", "ms_owed told", "ms_young", "ms_young told"]);
});

test.each([
  ["", 365],
  ["0", 0],
  ["30", 30],
])("PORTICO_MESSAGE_DAYS=%s sets the retention in days: %d", (text, days) => {
  expect(readMessageDays({ PORTICO_MESSAGE_DAYS: text })).toBe(days);
});

test("PORTICO_MESSAGE_DAYS must be an integer", () => {
  for (const text of ["-1", "1.5", "a year"])
    expect(() => readMessageDays({ PORTICO_MESSAGE_DAYS: text })).toThrow(
      "PORTICO_MESSAGE_DAYS must be a whole number of days",
    );
});
