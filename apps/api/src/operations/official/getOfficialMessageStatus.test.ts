import type { GroupSend, MessageSend, MessageStatus } from "@portico/contract";
import {
  blockSender,
  createAccessKey,
  createAccount,
  createMessageBatch,
  grantUnits,
  keySubject,
  listInbox,
  markMessageRead,
} from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { addressOf, CONTENT, newBatch } from "../../testing/sampleMessage.ts";
import { startTestApi } from "../../testing/startTestApi.ts";
import { operations } from "../operations.ts";

const api = await startTestApi();
afterAll(() => api.stop());

const PATH = "/v1/official/message/status";
async function post<T>(path: string, body: object, headers?: Record<string, string>): Promise<T> {
  const res = await api.post(path, JSON.stringify({ ...body, content: CONTENT }), headers);
  expect(res.status).toBe(200);
  return (await res.json()) as T;
}

test("a sending's deliveries, readers and blocking recipients are counted", async () => {
  const [reader, blocker, other] = [1, 2, 3].map(addressOf).map(keySubject);
  await post<MessageSend>("/v1/official/message/send", { addr: addressOf(2) });
  await blockSender(api.db, blocker!, api.keyId);
  const { group_send_id: id } = await post<GroupSend>("/v1/official/group_send", {
    address_list: [reader, blocker, other],
  });
  const [message] = (await listInbox(api.db, reader!, { start: 0, limit: 1 })).messages;
  await markMessageRead(api.db, reader!, message!.id);
  expect(await api.getJson<MessageStatus>(`${PATH}?id=${id}`)).toEqual({
    id,
    kind: "group_send",
    recipient_count: 3,
    delivered_count: 2,
    blocked_count: 1,
    read_count: 1,
    webhook: { state: "none", piece_count: 0, delivered_piece_count: 0, attempt_count: 0 },
    create_at: expect.any(Number),
  });
});

test("a sending is its account's, whichever of its keys sent it, and nobody else's", async () => {
  const { id: accountId } = await createAccount(api.db, { name: "Shop" });
  const keys = await Promise.all(
    ["one", "two"].map((name) => createAccessKey(api.db, { name, accountId, isUnlimited: true })),
  );
  const [one, two] = keys.map(({ key }) => ({ AccessKey: key }));
  await grantUnits(api.db, { accountId, amount: 100, reason: "test", actor: "operator" });
  const { message_id: id } = await post<MessageSend>("/v1/official/message/send", { addr: addressOf(4) }, one);
  expect(await api.getJson<MessageStatus>(`${PATH}?id=${id}`, two)).toMatchObject({ id, delivered_count: 1 });
  for (const wrong of [id, "ms_unknown"]) {
    const problem = await readProblem(await api.get(`${PATH}?id=${wrong}`));
    expect(problem).toMatchObject({
      status: 400,
      code: "invalid_params",
      errors: { id: "is not a message that you sent" },
    });
  }
});

test("a sending's chunks for the operator's webhook are counted, and pending until they are delivered", async () => {
  const batch = newBatch("ms_chunks", api.keyId, addressOf(5));
  const recipients = [5, 6, 7].map(addressOf).map(keySubject);
  await createMessageBatch(api.db, { ...batch, recipients, webhookChunk: 2 });
  const { webhook } = await api.getJson<MessageStatus>(`${PATH}?id=ms_chunks`);
  expect(webhook).toEqual({ state: "pending", piece_count: 2, delivered_piece_count: 0, attempt_count: 0 });
});

test("both spellings of the path share a handler, and the mask applies", async () => {
  for (const id of ["postOfficialGroupSend", "postOfficialMessageSend", "getOfficialMessageStatus"] as const)
    expect(operations[`${id}Unversioned`]).toBe(operations[id]);
  const { message_id } = await post<MessageSend>("/official/message/send", { addr: addressOf(1) });
  const res = await api.get(`/official/message/status?id=${message_id}`, { "X-Fields": "id,webhook{piece_count}" });
  expect(await res.json()).toEqual({ id: message_id, webhook: { piece_count: 0 } });
});
