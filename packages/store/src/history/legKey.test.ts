import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markNamedStale, markPairsStale } from "../balances/staleBalances.ts";
import { toBytea } from "../encoding/bytea.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import { partitionChain } from "../retention/partitions.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";
import { deferLegKey, ensureLegKey, hasLegKey } from "./legKey.ts";
import type { KeyProgress } from "./legKey.ts";
import { copyLegs } from "./legs.ts";
import { LegKind } from "./position.ts";
import { testLeg } from "./testing/testLeg.ts";

let database: TestDatabase;
beforeEach(async () => void (database = await createTestDatabase()));
afterEach(async () => await database.drop());

const address = (byte: string): `0x${string}` => `0x${byte.repeat(20)}`;
/** Definitions of the table's indexes, and of its key. */
async function readIndexes(): Promise<unknown> {
  const { rows } = await sql`
    select indexdef, (select pg_get_constraintdef(oid) from pg_constraint where conname = indexname) as key
    from pg_indexes where tablename = 'leg' order by indexname`.execute(database.db);
  return rows;
}

const listStale = async () =>
  (
    await sql<{ text: string }>`
      select concat(chain, ' ', encode(substr(owner, 1, 1), 'hex'), ' ', encode(substr(token, 1, 1), 'hex'), ' ', is_named_only) as text
      from stale_balance order by 1`.execute(database.db)
  ).rows.map(({ text }) => text);

test("the key is built as it was, and pairs of transfers are queued once with those that were queued before", async () => {
  const { db } = database;
  const before = await readIndexes();
  expect(await deferLegKey(db)).toBe(true);
  expect(await hasLegKey(db)).toBe(false);
  await copyLegs(db, "eth", [
    testLeg(),
    testLeg({ index: 1 }),
    testLeg({ index: 2, owner: address("ac") }),
    testLeg({ index: 3, owner: address("ad"), token: address("ce") }),
    testLeg({ index: 4, owner: address("ae"), kind: LegKind.nft, tokenId: 1n }),
  ]);
  await copyLegs(db, "base", [testLeg()]);
  const { markedOnly, named, both } = {
    markedOnly: { owner: address("00"), token: address("cd") },
    named: { owner: address("af"), token: address("cd") },
    both: { owner: address("ac"), token: address("cd") },
  };
  await markPairsStale(db, "eth", Buffer.from(markedOnly.owner.slice(2) + markedOnly.token.slice(2), "hex"));
  await markNamedStale(db, "eth", [named, both]);
  expect(await ensureLegKey(db)).toBe(true);
  expect(await ensureLegKey(db)).toBe(false);
  expect(await readIndexes()).toEqual(before);
  expect(await listStale()).toEqual([
    "base ab cd f",
    "eth 00 cd f",
    "eth ab cd f",
    "eth ac cd f",
    "eth ad ce f",
    "eth af cd t",
  ]);
});

test("how far the key is built is told", async () => {
  const { db } = database;
  await deferLegKey(db);
  await sql`
    insert into leg (owner, chain, block_number, position, time_at, kind, is_inbound, token, counterparty, tx_hash, raw_amount)
    select substr(sha256(int8send(n)), 1, 20), 'eth', n, 0, 1, ${LegKind.fee}, false, ${toBytea(address("cd"))}, ${toBytea(address("ce"))},
      sha256(''), 1
    from generate_series(1, 100000) n`.execute(db);
  const told: KeyProgress[] = [];
  await ensureLegKey(db, { everyMs: 1, onProgress: (progress) => void told.push(progress) });
  expect(told).toContainEqual({ phase: expect.stringMatching(/^building index/), share: expect.any(Number) });
});

test("it stays while there are legs, or balances to answer with", async () => {
  const { db } = database;
  await copyLegs(db, "eth", [testLeg()]);
  expect(await deferLegKey(db)).toBe(false);
  await sql`truncate leg`.execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  const head = { blockNumber: 1n, hash: `0x${"01".repeat(32)}`, timeAt: 1 } as const;
  await advanceChain(db, "eth", { logs: head, balances: head });
  expect(await deferLegKey(db)).toBe(false);
  await advanceChain(db, "eth", { balances: null });
  expect(await deferLegKey(db)).toBe(true);
  expect(await deferLegKey(db)).toBe(false);
});

test("it stays on a partitioned table", async () => {
  const { db } = database;
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await partitionChain(db, "eth", { firstBlock: 0n, size: 64n });
  expect(await deferLegKey(db)).toBe(false);
  expect(await hasLegKey(db)).toBe(true);
});

test("a leg that is stored twice is an error when the key is built, and nothing is lost", async () => {
  const { db } = database;
  await deferLegKey(db);
  await copyLegs(db, "eth", [testLeg(), testLeg()]);
  await expect(ensureLegKey(db)).rejects.toMatchObject({ code: "23505" });
  expect([await hasLegKey(db), await listStale()]).toEqual([false, []]);
  await sql`delete from leg where ctid = (select min(ctid) from leg)`.execute(db);
  await ensureLegKey(db);
  expect(await listStale()).toEqual(["eth ab cd f"]);
});

test("pairs of a transaction that stores legs meanwhile are queued, unless it is told to do so itself", async () => {
  const { db } = database;
  await deferLegKey(db);
  await copyLegs(db, "eth", [testLeg()]);
  let built: Promise<boolean> | undefined;
  await inTransaction(db, async (tx) => {
    await copyLegs(tx, "base", [testLeg({ owner: address("ac") })]);
    built = ensureLegKey(db);
    await sleep(100);
    expect(await hasLegKey(tx)).toBe(false);
  });
  const later = inTransaction(db, async (tx) => {
    await copyLegs(tx, "op", [testLeg({ owner: address("ad") })]);
    return await hasLegKey(tx);
  });
  expect(await built).toBe(true);
  const others = (await later) ? [] : ["op ad cd f"];
  expect(await listStale()).toEqual(["base ac cd f", "eth ab cd f", ...others]);
});
