import {
  createAccessKey,
  createAccount,
  createSubscription,
  EVENT_KINDS,
  mintSecret,
  requestRedelivery,
} from "@portico/store";
import { createTestDatabase, emptyEvents, mine, storeMined } from "@portico/store/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ServiceError } from "../errors.ts";
import { deliverEvents, type DeliveryDeps } from "./deliverEvents.ts";
import { startReceiver } from "./testing/startReceiver.ts";

const ALICE = `0x${"0".repeat(39)}a` as const;

const { db, drop } = await createTestDatabase();
const receiver = await startReceiver();
beforeAll(async () => {
  await emptyEvents(db);
  await storeMined(db, [mine(0, 0, [])], undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await receiver.stop();
  await drop();
});

let head = 0;
/** A subscription of an account, and events that it waits for. */
async function subscribe(events: number): Promise<string> {
  const { id: accountId } = await createAccount(db, { name: "test" });
  const { id: keyId } = await createAccessKey(db, { name: "test", accountId });
  const secret = mintSecret();
  receiver.setSecret(secret);
  receiver.received.length = 0;
  const content = { name: "", url: receiver.url, owners: [ALICE], chains: ["eth"], kinds: [...EVENT_KINDS] };
  const id = await createSubscription(db, { accountId, keyId }, { ...content, isPaused: false, secret, max: 9 });
  for (let count = 0; count < events; count++) await storeMined(db, [mine(head + 1, 0, [ALICE])], mine(head++, 0, []));
  return id!;
}

const deliver = (
  id: string,
  charge: () => never = () => undefined as never,
  settings: Partial<DeliveryDeps["settings"]> = {},
): Promise<number | undefined> =>
  deliverEvents(id, {
    db,
    log: { warn: () => undefined } as unknown as DeliveryDeps["log"],
    meter: { charge } as unknown as DeliveryDeps["meter"],
    prices: { priceOf: () => 1 },
    metrics: undefined,
    settings: { isPrivate: true, ...settings },
    signal: new AbortController().signal,
  });

test("a round starts no event after 30 s, also of a lane that goes on; the next round sends the others", async () => {
  const id = await subscribe(5);
  let slept = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + slept);
  receiver.answer = () => {
    slept += 11_000;
    return 204;
  };
  const numbers = () => receiver.received.map(({ data }) => data.number);
  expect(await deliver(id)).toBe(0);
  expect(numbers()).toEqual([1, 2, 3]);
  expect(await deliver(id)).toBeUndefined(); // nothing waits
  expect(numbers()).toEqual([1, 2, 3, 4, 5]);
});

test.each([
  ["units_exhausted", 600],
  ["metering_unavailable", 10],
] as const)("when charging fails with %s, an event waits up to %i s, and no attempt counts", async (code, most) => {
  const error = new ServiceError(code, "can't be charged");
  const id = await subscribe(1);
  const seconds = await deliver(id, () => {
    throw error;
  });
  expect(seconds).toBeLessThanOrEqual(most);
  expect(seconds).toBeGreaterThan(most - 10);
  const lane = db.selectFrom("subscription_lane").select(["attempts", "last_error"]);
  expect(await lane.where("subscription_id", "=", id).executeTakeFirst()).toEqual({
    attempts: 0,
    last_error: error.message,
  });
  expect(receiver.received).toEqual([]);
});

test("a dead letter that can't be charged stays requested, and is sent when it can", async () => {
  const id = await subscribe(1);
  receiver.answer = () => 500;
  expect(await deliver(id, undefined, { attempts: 1 })).toBeUndefined();
  await requestRedelivery(db, id, undefined);
  receiver.answer = () => 204;
  const refuse = () => {
    throw new ServiceError("units_exhausted", "no units");
  };
  expect(await deliver(id, refuse)).toBe(600);
  expect(await deliver(id)).toBeUndefined();
  expect(receiver.received.map(({ data }) => data.number)).toHaveLength(1);
});
