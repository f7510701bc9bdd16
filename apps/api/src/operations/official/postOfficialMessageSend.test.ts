import type { MessageSend, MessageStatus } from "@portico/contract";
import type { Address } from "@portico/evm";
import { blockSender, createAccessKey, keySubject, listInbox, markMessageRead } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { addressOf, CONTENT } from "../../testing/sampleMessage.ts";
import { startTestApi } from "../../testing/startTestApi.ts";

const api = await startTestApi();
afterAll(() => api.stop());

const { value } = CONTENT;
const PATH = "/v1/official/message/send";

async function sendOne(addr: string, headers: Record<string, string> = {}): Promise<MessageSend> {
  const res = await api.post(PATH, JSON.stringify({ addr, content: CONTENT }), headers);
  expect(res.status).toBe(200);
  return (await res.json()) as MessageSend;
}
const statusOf = (id: string) => api.getJson<MessageStatus>(`/v1/official/message/status?id=${id}`);
const inboxOf = (address: Address) => listInbox(api.db, keySubject(address), { start: 0, limit: 100 });

test("a message is in the inbox as sent, and a user who blocked the sender gets nothing new", async () => {
  const [friend, blocker] = [addressOf(20_001), addressOf(20_002)];
  const first = await sendOne(blocker);
  expect(await blockSender(api.db, keySubject(blocker), "key_ofNobody")).toBe(false);
  expect(await blockSender(api.db, keySubject(blocker), api.keyId)).toBe(true);
  const second = await sendOne(blocker);
  const third = await sendOne(friend.toUpperCase().replace("0X", "0x"));
  expect((await inboxOf(blocker)).messages.map(({ id }) => id)).toEqual([first.message_id]);
  expect(await inboxOf(friend)).toEqual({
    messages: [
      {
        id: third.message_id,
        text: value.data,
        url: value.url,
        sender: { id: api.keyId, name: "test", isBlocked: false },
        createdAt: expect.any(Date),
        readAt: null,
      },
    ],
    total: 1,
    unread: 1,
    blockedSenders: [],
  });
  expect(await markMessageRead(api.db, keySubject(friend), third.message_id)).toBe(true);
  expect(await markMessageRead(api.db, keySubject(blocker), third.message_id)).toBe(false);
  expect(await statusOf(third.message_id)).toMatchObject({ kind: "message_send", delivered_count: 1, read_count: 1 });
  expect(await statusOf(second.message_id)).toMatchObject({
    delivered_count: 0,
    blocked_count: 1,
    webhook: { state: "none", piece_count: 0 },
  });
  const { key } = await createAccessKey(api.db, { name: "other" });
  const other = await api.get(`/v1/official/message/status?id=${third.message_id}`, { AccessKey: key });
  expect(await readProblem(other)).toMatchObject({ status: 400, errors: { id: "is not a message that you sent" } });
});

test("the same idempotency key and body are one message; another recipient is rejected", async () => {
  const headers = { "Idempotency-Key": "welcome" };
  const sent = await Promise.all([1, 2, 3].map(() => sendOne(addressOf(30_001), headers)));
  expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(1);
  expect((await inboxOf(addressOf(30_001))).total).toBe(1);
  const other = await api.post(PATH, JSON.stringify({ addr: addressOf(30_002), content: CONTENT }), headers);
  expect(await readProblem(other)).toMatchObject({ status: 400, code: "invalid_params" });
  expect((await inboxOf(addressOf(30_002))).total).toBe(0);
});

test.each([
  ["addr", { addr: "vitalik.eth" }],
  ["addr", { addr: `eip155:1:0x12` }],
  ["content.value.data", { content: { type: "text", value: { ...value, data: " " } } }],
  ["content.value.url", { content: { type: "text", value: { ...value, url: "http://app.example" } } }],
  ["body", { recipients: [] }],
])("%s is rejected by its name if it can't be sent", async (name, wrong) => {
  const body = { addr: addressOf(1), content: CONTENT, ...wrong };
  const problem = await readProblem(await api.post(PATH, JSON.stringify(body)));
  expect(problem).toMatchObject({ status: 400, code: "invalid_params" });
  expect(Object.keys(problem.errors ?? {})).toEqual([name]);
});
