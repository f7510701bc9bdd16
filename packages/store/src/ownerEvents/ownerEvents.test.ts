import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { inTransaction } from "../database/database.ts";
import { toBytea } from "../encoding/bytea.ts";
import { AFTER_TRANSACTIONS, LegKind } from "../history/position.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { address, alice, append, bob, hash, usdc } from "../testing/history.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { deleteOldEvents } from "./eventRetention.ts";
import { listEventStreams } from "./eventStreams.ts";
import {
  emptyEvents,
  legOf,
  listAllEvents,
  mine,
  openStreams,
  replayEvents,
  storeMined,
  toReplayed,
  transactionOf,
} from "./testing/eventScene.ts";
import { MOVEMENTS_MAX, writeOwnerEvents } from "./writeOwnerEvents.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

test("events say what a transaction moved, exactly; of owners whom nobody follows there are none", async () => {
  await emptyEvents(db);
  await storeMined(db, [mine(1, 0, [alice])], undefined);
  await openStreams(db, [alice]);
  const before = mine(1, 0, []);
  const nft = { kind: LegKind.nft, tokenId: 7n, rawAmount: 1n, isInbound: false, txIndex: 1 } as const;
  const block = mine(2, 0, []);
  const legs = [
    legOf(alice, block, 1),
    legOf(alice, block, 1, nft),
    legOf(alice, block, 1, { kind: LegKind.event, rawAmount: 0n }),
    legOf(bob, block, 0),
    legOf(alice, block, AFTER_TRANSACTIONS, { kind: LegKind.withdrawal, txHash: "0x", rawAmount: 5n }),
    ...Array.from({ length: MOVEMENTS_MAX + 1 }, (_, index) => legOf(alice, block, 2, { index })),
  ];
  await append(db, "eth", [{ ...block, legs, transactions: [transactionOf(block, 1)] }]);
  await writeOwnerEvents(db, "eth", { after: before.blockNumber, to: 2n });
  const [event, many, paid, ...others] = await listAllEvents(db, alice);
  expect(others).toEqual([]);
  const { blockNumber, timeAt } = block;
  const shared = { token: usdc, counterparty: address(0xef) };
  expect(event).toEqual({
    chain: "eth",
    owner: alice,
    number: 1n,
    reverts: undefined,
    block: { blockNumber, hash: block.hash, timeAt },
    transaction: { hash: hash(201), index: 1, sender: bob, recipient: usdc, isSuccess: true },
    movements: [
      { ...shared, kind: "token", isInbound: true, tokenId: undefined, rawAmount: 2n ** 255n + 1n },
      { ...shared, kind: "nft", isInbound: false, tokenId: 7n, rawAmount: 1n },
    ],
    movementCount: 2,
    createdAt: expect.any(Date) as Date,
  });
  expect([many?.movements.length, many?.movementCount]).toEqual([MOVEMENTS_MAX, MOVEMENTS_MAX + 1]);
  expect(paid).toMatchObject({
    number: 3n,
    transaction: undefined,
    movements: [{ kind: "withdrawal", rawAmount: 5n }],
  });
  expect(await listAllEvents(db, bob)).toEqual([]);
  expect((await listAllEvents(db, alice, ["nft"])).map(({ number }) => number)).toEqual([1n]);
});

test("a reorganisation takes events back, newest first, before those of the new branch", async () => {
  await emptyEvents(db);
  const genesis = mine(0, 0, []);
  await storeMined(db, [genesis], undefined);
  await openStreams(db, [alice]);
  await storeMined(db, [mine(1, 0, [alice]), mine(2, 0, [alice]), mine(3, 0, [alice, bob])], genesis);
  const branch = [mine(2, 1, []), mine(3, 1, [bob, alice])];
  await inTransaction(db, async (tx) => {
    await rewindChain(tx, "eth", mine(1, 0, []));
    await storeMined(tx, branch, mine(1, 0, []));
  });
  const events = await listAllEvents(db, alice);
  expect(events.map(({ block, reverts }) => `${block.blockNumber} ${reverts ?? ""}`)).toEqual([
    "1 ",
    "2 ",
    "3 ",
    "3 3",
    "2 2",
    "3 ",
  ]);
  expect(replayEvents(events.map(toReplayed))).toEqual([`${hash(1)} ${hash(100)}`, `${branch[1]?.hash} ${hash(301)}`]);
});

test("an index that is made beside the one that answers writes none, and what it tells again is left out", async () => {
  await emptyEvents(db);
  await storeMined(db, [mine(0, 0, [])], undefined);
  await openStreams(db, [alice]);
  await storeMined(db, [mine(1, 0, [alice]), mine(2, 0, [alice])], mine(0, 0, []));
  await sql`create schema portico_next; create table portico_next.chain_state (like chain_state)`.execute(db);
  await inTransaction(db, async (tx) => {
    await sql`set local search_path = portico_next, public`.execute(tx);
    await writeOwnerEvents(tx, "eth", { after: 0n, to: 9n });
  });
  await sql`drop schema portico_next cascade`.execute(db);
  await writeOwnerEvents(db, "eth", { after: 0n, to: 1n });
  await writeOwnerEvents(db, "eth", { after: 1n, to: 2n });
  expect((await listAllEvents(db, alice)).map(({ number }) => number)).toEqual([1n, 2n]);
});

test("old and surplus events are deleted; a stream that nobody uses is closed, and goes on with a gap in its numbers", async () => {
  await emptyEvents(db);
  await storeMined(db, [mine(0, 0, [])], undefined);
  await openStreams(db, [alice, bob]);
  const blocks = [1, 2, 3, 4].map((number) => mine(number, 0, [alice]));
  await storeMined(db, blocks, mine(0, 0, []));
  await sql`update owner_event set created_at = now() - interval '8 days' where number = 1`.execute(db);
  await sql`update event_stream set requested_at = now() - interval '8 days'`.execute(db);
  const isLeft = async () => (await deleteOldEvents(db, { days: 7, perOwner: 2 })) > 0;
  while (await isLeft());
  expect((await listAllEvents(db, alice)).map(({ number }) => number)).toEqual([3n, 4n]);
  const streams = await Promise.all([alice, bob].map((owner) => listEventStreams(db, owner, ["eth"])));
  expect(streams.flat()).toEqual([
    { chain: "eth", sinceBlock: 0n, firstNumber: 3n, lastNumber: 4n },
    { chain: "eth", sinceBlock: undefined, firstNumber: 2n, lastNumber: 1n },
  ]);
  await storeMined(db, [mine(5, 0, [bob])], mine(4, 0, []));
  expect(await listAllEvents(db, bob)).toEqual([]);
  await openStreams(db, [bob]);
  await storeMined(db, [mine(6, 0, [bob])], mine(5, 0, []));
  expect((await listAllEvents(db, bob)).map(({ number }) => number)).toEqual([2n]);
});

test("where only owners are indexed, a stream follows its owner, and begins when all its changes are stored", async () => {
  await emptyEvents(db);
  await sql`update chain_state set index_mode = 'owners'`.execute(db);
  await sql`delete from followed_owner; delete from sight`.execute(db);
  await openStreams(db, [alice]);
  const { rows } = await sql`select owner from followed_owner where since_block is null`.execute(db);
  expect(rows).toEqual([{ owner: toBytea(alice) }]);
  await storeMined(db, [mine(1, 0, [alice])], undefined);
  await sql`update followed_owner set since_block = 2`.execute(db);
  await storeMined(db, [mine(2, 0, [alice]), mine(3, 0, [alice])], mine(1, 0, []));
  expect((await listAllEvents(db, alice)).map(({ block }) => block.blockNumber)).toEqual([3n]);
});
