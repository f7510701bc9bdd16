import { createAccessKey, keySubject, listMessageBatches } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { ServiceError } from "../errors.ts";
import { addressOf } from "../testing/sampleMessage.ts";
import { sendMessage } from "./sendMessage.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
const { id: keyId } = await createAccessKey(db, { name: "test" });
const total = async () => (await listMessageBatches(db, { start: 0, limit: 0 })).total;

test("each recipient is charged before anything is stored, a repetition is free, and the loser of a race is refunded", async () => {
  const recipients = [addressOf(30_001), addressOf(30_002)].map(keySubject);
  const charged: number[] = [];
  let refunds = 0;
  const charge = async (times: number) => {
    charged.push(times);
    return { refund: () => void refunds++ };
  };
  const sending = {
    kind: "group_send",
    recipients,
    content: { text: "Hello", url: "" },
    maxOfferPrice: 0,
    prepaymentAmount: 0,
  } as const;
  const isStillAllowed = async () => true;
  const caller = { keyId, accountId: null, charge, isStillAllowed, waive: () => undefined };
  const send = () => sendMessage(sending, { caller, idempotencyKey: "charged" }, { primary: db, webhooks: undefined });
  await Promise.all([send(), send(), send()]);
  await send();
  expect(charged.every((times) => times === 2)).toBe(true);
  expect(charged.length - refunds).toBe(1);

  const poor = {
    ...caller,
    charge: async () => {
      throw new ServiceError("units_exhausted", "No units are left");
    },
  };
  const before = await total();
  await expect(
    sendMessage(sending, { caller: poor, idempotencyKey: undefined }, { primary: db, webhooks: undefined }),
  ).rejects.toMatchObject({ code: "units_exhausted" });
  expect(await total()).toBe(before);
});
