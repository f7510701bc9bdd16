import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ensureChainState } from "../chains/chains.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { writeProtocolContracts } from "../protocols/protocolContracts.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { addIdentifiedEvents, advanceEventScan, findEventScan, registerEvents } from "./eventScans.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const [deposit, stake] = ["d0", "50"].map((byte): Hex => `0x${byte.repeat(32)}`) as [Hex, Hex];
const [chef, farm, gauge] = ["c0", "fa", "6a"].map((byte): Address => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
];
const START = 100n;
const find = (limit = 9) => findEventScan(db, "eth", START, limit);

beforeEach(async () => {
  await sql`truncate event_scan, chain_state, protocol_contract`.execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: START });
});

test("events that were registered before the first block are in all of the index; later ones are missing below", async () => {
  await registerEvents(db, "eth", [{ topic: deposit, emitter: chef }], START);
  expect(await find()).toBeUndefined();
  const events = [chef, farm].map((emitter) => ({ topic: deposit, emitter }));
  await registerEvents(db, "eth", events, 500n);
  await registerEvents(db, "base", events, 900n);
  expect(await find()).toEqual({ fromBlock: 500n, events: [{ topic: deposit, emitter: farm }] });
  await registerEvents(db, "eth", events, 600n); // a restart
  expect(await find()).toMatchObject({ fromBlock: 500n });
});

test("the newest blocks come first, up to a limit, until the first indexed block", async () => {
  await registerEvents(db, "eth", [{ topic: deposit, emitter: chef }], 300n);
  const both = [chef, farm].map((emitter) => ({ topic: deposit, emitter }));
  await registerEvents(db, "eth", both, 500n);
  await advanceEventScan(db, "eth", [both[1]!], 300n);
  expect(await find()).toEqual({ fromBlock: 300n, events: both });
  expect((await find(1))?.events).toEqual([both[0]]);
  await advanceEventScan(db, "eth", both, START);
  expect(await find()).toBeUndefined();
});

test("an event that is no longer known is missing again from its return", async () => {
  const event = { topic: deposit, emitter: chef };
  await registerEvents(db, "eth", [event], START);
  await registerEvents(db, "eth", [{ topic: stake, emitter: chef }], 300n);
  await registerEvents(db, "eth", [event], 500n);
  expect(await find()).toEqual({ fromBlock: 500n, events: [event] });
});

test("identified contracts miss the events that were registered later, and those alone", async () => {
  await registerEvents(db, "eth", [{ topic: deposit }], START);
  await registerEvents(db, "eth", [{ topic: deposit }, { topic: stake }], 500n);
  await writeProtocolContracts(
    db,
    "eth",
    { blockNumber: 600n, timeAt: 6_000 },
    [farm, gauge, chef],
    [
      { address: farm, protocolId: "pool2", identity: "place" },
      { address: gauge, protocolId: "velodrome", identity: "place" },
      { address: chef, protocolId: "pool2", identity: "receipt" },
    ],
  );
  await addIdentifiedEvents(db, "eth", [
    { protocolId: "pool2", topic: stake },
    { protocolId: "velodrome", topic: deposit },
  ]);
  const missing = { fromBlock: 500n, events: [{ topic: stake, emitter: farm }] };
  expect(await find()).toEqual(missing);
  await registerEvents(db, "eth", [{ topic: deposit }, { topic: stake }], 700n);
  expect(await find()).toEqual(missing);
});
