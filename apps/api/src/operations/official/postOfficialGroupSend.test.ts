import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import type { GroupSend, MessageSend, MessageStatus, Unit } from "@portico/contract";
import type { Address } from "@portico/evm";
import { PRIVATE_RULES } from "@portico/safe-fetch";
import {
  blockSender,
  contractSubject,
  createAccessKey,
  createAccount,
  grantUnits,
  keySubject,
  listInbox,
  listMessageBatches,
} from "@portico/store";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readProblem } from "../../testing/readProblem.ts";
import { addressOf, CONTENT } from "../../testing/sampleMessage.ts";
import { startTestApi, type TestApi } from "../../testing/startTestApi.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const rules = { timeoutMs: 5_000, maxBytes: 0, maxRedirects: 0 };

interface Delivery {
  readonly id: string;
  readonly data: { readonly id: string; readonly address_list: readonly string[]; readonly content: unknown };
}
/** Signed requests that the webhook received. The seventh chunk of a sending gets 500 twice. */
const deliveries: Delivery[] = [];
const receiver = createServer((request, response) => {
  void (async () => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const headers = request.headers as Record<string, string>;
    const { data } = new Webhook(SECRET).verify(body, headers) as { data: Delivery["data"] };
    const id = headers["webhook-id"] ?? "";
    deliveries.push({ id, data });
    const isBad = id.endsWith(".7") && deliveries.filter((one) => one.id === id).length <= 2;
    response.writeHead(isBad ? 500 : 204).end();
  })();
});

let api: TestApi;
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const webhook = { url, secret: SECRET, rules: { ...rules, ...PRIVATE_RULES, ports: [port] }, pollMs: 20, freeMs: 50 };
  api = await startTestApi({ webhook });
});
afterAll(async () => {
  await api.stop();
  receiver.close();
});

const { value } = CONTENT;
const content = CONTENT;

async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const res = await api.post(path, JSON.stringify(body), headers);
  const text = await res.text();
  expect({ status: res.status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text) as T;
}
const sendOne = (addr: string, headers = {}) =>
  post<MessageSend>("/v1/official/message/send", { addr, content }, headers);
async function statusOf(id: string): Promise<MessageStatus> {
  const res = await api.get(`/v1/official/message/status?id=${id}`);
  return (await res.json()) as MessageStatus;
}
const inboxOf = (address: Address) => listInbox(api.db, keySubject(address), { start: 0, limit: 100 });
const totalOf = async () => (await listMessageBatches(api.db, { start: 0, limit: 0 })).total;

test("10,000 recipients, duplicated in other cases, are one database command and ten signed requests, repeated until they arrive", async () => {
  const blocker = addressOf(3);
  await sendOne(blocker);
  await blockSender(api.db, keySubject(blocker), api.keyId);
  const users = Array.from({ length: 10_000 }, (_, index) => addressOf(index));
  const address_list = [...users.slice(1), users[10]!.replaceAll("ab", "AB")];
  const sent = await post<GroupSend>("/v1/official/group_send", { address_list, content, max_offer_price: 500 });
  expect(sent).toEqual({ group_send_id: expect.stringMatching(/^gs_[\w-]{16}$/), accepted_count: 9_999 });
  const { rows } = await sql<{ commands: number; rows: number }>`
    select count(distinct (xmin::text, cmin::text))::integer as commands, count(*)::integer as rows
    from message where batch_id = ${sent.group_send_id}`.execute(api.db);
  expect(rows).toEqual([{ commands: 1, rows: 9_999 }]);

  await vi.waitFor(
    async () => {
      await sql`
        select portico_jobs.reschedule_jobs(array(
          select id from portico_jobs.jobs where attempts > 0 and locked_at is null
        ), run_at => now())`.execute(api.db); // delayed jobs
      expect((await statusOf(sent.group_send_id)).webhook.state).toBe("delivered");
    },
    { interval: 50 },
  );
  expect(await statusOf(sent.group_send_id)).toEqual({
    id: sent.group_send_id,
    kind: "group_send",
    recipient_count: 9_999,
    delivered_count: 9_998,
    blocked_count: 1,
    read_count: 0,
    webhook: { state: "delivered", piece_count: 10, delivered_piece_count: 10, attempt_count: 12 },
    create_at: expect.any(Number),
  });
  const ofIt = deliveries.filter(({ data }) => data.id === sent.group_send_id);
  const pieces = new Map(ofIt.map(({ id, data }) => [id, data.address_list]));
  expect([ofIt.length, pieces.size]).toEqual([12, 10]); // one came three times, with the same id and recipients
  expect(ofIt.every(({ id, data }) => isDeepStrictEqual(pieces.get(id), data.address_list))).toBe(true);
  expect(ofIt[0]?.data.content).toEqual(content);
  const recipients = [...pieces.values()].flat().toSorted();
  expect(recipients).toEqual(users.slice(1).filter((user) => user !== blocker));
});

test("a message to a contract account is in no inbox of its address's key or of another chain's contract, and vice versa", async () => {
  const address = addressOf(50_001);
  const names = [keySubject(address), contractSubject(1, address), contractSubject(8453, address)];
  const inboxes = () => Promise.all(names.map((one) => listInbox(api.db, one, { start: 0, limit: 9 })));
  const first = await sendOne(`eip155:1:${address.toUpperCase().replace("0X", "0x")}`);
  expect((await inboxes()).map(({ total }) => total)).toEqual([0, 1, 0]);
  expect((await inboxes())[1]?.messages[0]?.id).toBe(first.message_id);
  const sent = await post<GroupSend>("/v1/official/group_send", { address_list: [...names, address], content });
  expect(sent.accepted_count).toBe(3);
  expect((await inboxes()).map(({ total }) => total)).toEqual([1, 2, 1]);
  const isDelivered = () => deliveries.some(({ data }) => names.every((one) => data.address_list.includes(one)));
  await expect.poll(isDelivered).toBe(true);
});

test("the same idempotency key and body return the first response, repeated or concurrent; another body is rejected", async () => {
  const before = await totalOf();
  const body = { address_list: [addressOf(1), addressOf(2)], content, prepayment_amount: 1000 };
  const headers = { "Idempotency-Key": "proposal 12" };
  const send = () => post<GroupSend>("/v1/official/group_send", body, headers);
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  const again = await post<GroupSend>(
    "/official/group_send",
    { prepayment_amount: 1000, content, address_list: [addressOf(2), addressOf(1).toUpperCase().replace("0X", "0x")] },
    headers,
  );
  expect(new Set([...answers, again].map(({ group_send_id }) => group_send_id)).size).toBe(1);
  expect(await totalOf()).toBe(before + 1);
  for (const other of [
    { ...body, address_list: [addressOf(1)] },
    { ...body, prepayment_amount: 1001 },
    { ...body, content: { type: "text", value: { ...value, data: "Else" } } },
  ]) {
    const problem = await readProblem(await api.post("/v1/official/group_send", JSON.stringify(other), headers));
    expect(problem).toMatchObject({ status: 400, code: "invalid_params" });
    expect(problem.errors?.["Idempotency-Key"]).toMatch(/^was already used with another body/);
  }
  const { key } = await createAccessKey(api.db, { name: "other" });
  await post("/v1/official/group_send", { ...body, prepayment_amount: 0 }, { ...headers, AccessKey: key }); // unique
  expect(await totalOf()).toBe(before + 2);

  await sql`update message_batch set created_at = created_at - interval '1 day' where idempotency_key is not null`.execute(
    api.db,
  );
  expect((await send()).group_send_id).not.toBe(again.group_send_id);
  expect(await totalOf()).toBe(before + 3);
});

test.each([
  ["content.value.url", { content: { type: "text", value: { ...value, url: "http://app.example" } } }],
  ["content.value.url", { content: { type: "text", value: { ...value, url: "https://bank.example@evil.example/" } } }],
  ["content.value.url", { content: { type: "text", value: { ...value, url: "https://" } } }],
  ["content.value.data", { content: { type: "text", value: { ...value, data: " \n " } } }],
  ["content.value.data", { content: { type: "text", value: { ...value, data: "x".repeat(10_001) } } }],
  ["content.type", { content: { type: "html", value } }],
  ["address_list", { address_list: [] }],
  ["address_list", { address_list: Array.from({ length: 10_001 }, (_, index) => addressOf(index)) }],
  ["address_list.1", { address_list: [addressOf(1), "0x12"] }],
  ["max_offer_price", { max_offer_price: -1 }],
  ["body", { recipients: [] }],
])("%s is rejected by its name if it can't be sent", async (name, wrong) => {
  const body = { address_list: [addressOf(1)], content, ...wrong };
  const problem = await readProblem(await api.post("/v1/official/group_send", JSON.stringify(body)));
  expect(problem).toMatchObject({ status: 400, code: "invalid_params" });
  expect(Object.keys(problem.errors ?? {})).toEqual([name]);
});

test("an account pays once per distinct address, nothing for a repetition, and without enough units nothing is sent", async () => {
  const { id: accountId } = await createAccount(api.db, { name: "Shop" });
  await grantUnits(api.db, { accountId, amount: 5, reason: "test", actor: "operator" });
  const { key } = await createAccessKey(api.db, { name: "of Shop", accountId });
  const headers = { AccessKey: key, "Idempotency-Key": "once" };
  const body = { address_list: [addressOf(40_001), addressOf(40_002), addressOf(40_001)], content };
  const leftOf = async () => {
    const { balance } = (await (await api.get("/v1/account/units", headers)).json()) as Unit;
    return balance;
  };
  const sent = await post<GroupSend>("/v1/official/group_send", body, headers);
  expect(await post<GroupSend>("/v1/official/group_send", body, headers)).toEqual(sent);
  expect(await leftOf()).toBe(3);
  const before = await totalOf();
  const more = { ...body, address_list: [1, 2, 3, 4].map((index) => addressOf(index)) };
  const refused = await api.post("/v1/official/group_send", JSON.stringify(more), { AccessKey: key });
  expect(await readProblem(refused)).toMatchObject({ status: 403, code: "units_exhausted" });
  expect([await totalOf(), await leftOf()]).toEqual([before, 3]);
  const [message] = (await inboxOf(addressOf(40_001))).messages;
  expect(message?.sender).toEqual({ id: accountId, name: "Shop", isBlocked: false });
});
