import type {
  DeadLetterList,
  OwnerEvent,
  Subscription,
  SubscriptionList,
  SubscriptionWithSecret,
} from "@portico/contract";
import { createAccessKey, createAccount, grantUnits, inTransaction, rewindChain } from "@portico/store";
import { createServiceMetrics } from "@portico/server/metrics";
import { emptyEvents, mine, storeMined } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProblem } from "../testing/readProblem.ts";
import { startTestApi, type TestApi } from "../testing/startTestApi.ts";
import { DEFAULT_EVENT_SETTINGS } from "./eventSettings.ts";
import { startReceiver, type Receiver } from "./testing/startReceiver.ts";

const ALICE = `0x${"0".repeat(39)}a` as const;
const BOB = `0x${"0".repeat(39)}b` as const;
const PATH = "/v1/account/subscriptions";
/** Of what happens in the background: longer than any machine needs. */
const PATIENCE = { timeout: 30_000 };

const metrics = createServiceMetrics({ withProcess: false });
let api: TestApi;
let receiver: Receiver;

beforeAll(async () => {
  api = await startTestApi({
    metrics,
    events: { ...DEFAULT_EVENT_SETTINGS, isPrivate: true, attempts: 2, retrySeconds: 0.01, pollMs: 200 },
  });
  receiver = await startReceiver();
  await emptyEvents(api.db);
  await storeMined(api.db, [mine(0, 0, [])], undefined);
});
afterAll(async () => {
  await api.stop();
  await receiver.stop();
});

const send = async (method: string, path: string, body?: object): Promise<Response> =>
  await fetch(api.url + path, {
    method,
    headers: { AccessKey: api.key, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const subscribe = async (body: object): Promise<SubscriptionWithSecret> => {
  const response = await send("POST", PATH, { url: receiver.url, ...body });
  expect(response.status).toBe(201);
  return (await response.json()) as SubscriptionWithSecret;
};
const summarize = ({ type, number, previous_number: previous, reverts, block }: OwnerEvent) =>
  `${type} ${number} after ${previous}, block ${block.number}${reverts === null ? "" : ` takes back ${reverts}`}`;

test("a subscription gets each event once, signed, in order, and again what failed; what is given up can be asked for", async () => {
  const { subscription, secret } = await subscribe({ owners: [ALICE.toUpperCase().replace("X", "x"), ALICE] });
  const { id } = subscription;
  expect(subscription).toMatchObject({ owners: [ALICE], chain_ids: ["eth"], is_paused: false, pending_count: 0 });
  receiver.setSecret(secret);
  await storeMined(api.db, [mine(1, 0, [ALICE]), mine(2, 0, [BOB, ALICE])], mine(0, 0, []));
  await inTransaction(api.db, async (tx) => {
    await rewindChain(tx, "eth", mine(1, 0, []));
    await storeMined(tx, [mine(2, 1, [ALICE])], mine(1, 0, []));
  });
  await expect.poll(() => receiver.received.length, PATIENCE).toBe(4);
  expect(receiver.received.map(({ data }) => summarize(data))).toEqual([
    "activity 1 after 0, block 1",
    "activity 2 after 1, block 2",
    "reverted 3 after 2, block 2 takes back 2",
    "activity 4 after 3, block 2",
  ]);
  expect(receiver.received.map(({ type }) => type)[2]).toBe("owner.reverted");
  expect(receiver.received[0]?.data.movements[0]?.raw_amount_str).toBe(String(2n ** 255n + 1n));

  receiver.received.length = 0;
  const attempts: string[] = [];
  receiver.answer = ({ id: event, data }) => {
    attempts.push(event);
    return data.number === 5
      ? 500
      : data.number === 6 && attempts.filter((one) => one === event).length === 1
        ? 503
        : 204;
  };
  await storeMined(api.db, [mine(3, 1, [ALICE]), mine(4, 1, [ALICE])], mine(2, 1, []));
  await expect.poll(() => receiver.received.map(({ data }) => data.number), PATIENCE).toEqual([6]);
  expect(attempts.map((one) => one.split("_").at(-1))).toEqual(["5", "5", "6", "6"]);
  const { dead_letters: letters } = await api.getJson<DeadLetterList>(`${PATH}/${id}/dead_letters`);
  expect(letters).toMatchObject([
    { event: { number: 5, previous_number: 4 }, attempt_count: 2, last_error: "answered 500" },
  ]);
  expect(await api.getJson<Subscription>(`${PATH}/${id}`)).toMatchObject({ pending_count: 0, dead_letter_count: 1 });

  receiver.answer = () => 204;
  expect(await (await send("POST", `${PATH}/${id}/redelivery`, { event_ids: [letters[0]?.event.id] })).json()).toEqual({
    requested_count: 1,
  });
  await expect.poll(() => receiver.received.map(({ data }) => data.number), PATIENCE).toEqual([6, 5]);
  await expect
    .poll(async () => (await api.getJson<DeadLetterList>(`${PATH}/${id}/dead_letters`)).total, PATIENCE)
    .toBe(0);
  expect(receiver.refused).toEqual([]);
  expect((await metrics.registry.metrics()).match(/^portico_event_deliveries_total.*$/gm)).toEqual([
    'portico_event_deliveries_total{outcome="delivered"} 6',
    'portico_event_deliveries_total{outcome="failed"} 3',
    'portico_event_deliveries_total{outcome="given_up"} 1',
  ]);
  expect((await send("DELETE", `${PATH}/${id}`)).status).toBe(200);
});

test("a paused subscription waits; kinds and owners filter; a new secret signs beside the former one", async () => {
  const { subscription, secret } = await subscribe({
    owners: [BOB],
    chain_ids: ["eth"],
    kinds: ["token"],
    is_paused: true,
  });
  const { id } = subscription;
  receiver.setSecret(secret);
  receiver.received.length = 0;
  await storeMined(api.db, [mine(5, 1, [ALICE, BOB])], mine(4, 1, []));
  await expect.poll(async () => (await api.getJson<Subscription>(`${PATH}/${id}`)).pending_count, PATIENCE).toBe(1);
  const rotated = (await (await send("POST", `${PATH}/${id}/secret`)).json()) as SubscriptionWithSecret;
  expect(rotated.secret).not.toBe(secret);
  expect((await send("PATCH", `${PATH}/${id}`, { is_paused: false, name: "again" })).status).toBe(200);
  await expect.poll(() => receiver.received.map(({ data }) => data.user_addr), PATIENCE).toEqual([BOB]);
  receiver.setSecret(rotated.secret);
  await send("PATCH", `${PATH}/${id}`, { kinds: ["nft"] });
  await storeMined(api.db, [mine(6, 1, [BOB])], mine(5, 1, []));
  const readDone = async () =>
    (
      await sql`select done_number::integer as done from subscription_lane where subscription_id = ${id}`.execute(
        api.db,
      )
    ).rows;
  await expect.poll(readDone, PATIENCE).toEqual([{ done: 2 }]); // it is left out: a change of kinds applies to what is not sent
  await send("PATCH", `${PATH}/${id}`, { kinds: ["token", "nft"], owners: [ALICE, BOB] });
  await storeMined(api.db, [mine(7, 1, [BOB])], mine(6, 1, []));
  await expect.poll(() => receiver.received.map(({ data }) => summarize(data)), PATIENCE).toHaveLength(2);
  const [first, last] = receiver.received.map(({ data }) => data);
  expect(last?.previous_number).toBe(first?.number);
  expect(last?.number).toBe((first?.number ?? 0) + 2);
  expect(receiver.refused).toEqual([]);
  const list = await api.getJson<SubscriptionList>(`${PATH}?limit=1`);
  expect(list).toMatchObject({ total: 1, subscriptions: [{ id, name: "again", owners: [ALICE, BOB] }] });
  const { key } = await createAccessKey(api.db, { name: "other" });
  const foreign = await fetch(`${api.url}${PATH}/${id}`, { headers: { AccessKey: key } });
  expect((await readProblem(foreign)).errors).toEqual({ subscription_id: "is not a subscription of yours" });
  await send("DELETE", `${PATH}/${id}`);
});

test("each delivered event costs its units; without units events wait", async () => {
  const { id: accountId } = await createAccount(api.db, { name: "payer" });
  const { key } = await createAccessKey(api.db, { name: "payer", accountId });
  await grantUnits(api.db, { accountId, amount: 2, reason: "grant", actor: "test" });
  const response = await fetch(api.url + PATH, {
    method: "POST",
    headers: { AccessKey: key, "Content-Type": "application/json" },
    body: JSON.stringify({ url: receiver.url, owners: [ALICE], chain_ids: ["eth"] }),
  });
  const { subscription, secret } = (await response.json()) as SubscriptionWithSecret;
  receiver.setSecret(secret);
  receiver.received.length = 0;
  await storeMined(api.db, [mine(8, 1, [ALICE]), mine(9, 1, [ALICE])], mine(7, 1, []));
  await expect
    .poll(async () => {
      const lane = api.db.selectFrom("subscription_lane").select("last_error");
      return (await lane.where("subscription_id", "=", subscription.id).executeTakeFirst())?.last_error;
    }, PATIENCE)
    .toContain("too few units");
  expect(receiver.received).toHaveLength(1);
});
