import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccount } from "../accounts/accounts.ts";
import { keySubject } from "../accounts/subject.ts";
import { ensureChainState } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import {
  addFollowedOwners,
  listFollowedOwners,
  listUnrequestedOwners,
  noteOwnerRequest,
  readFollowedOwners,
  removeFollowedOwners,
} from "./followedOwners.ts";
import { writeInitialScans } from "../balances/initialScans.ts";
import { takeStale } from "../balances/staleBalances.ts";
import type { Pair } from "../balances/staleBalances.ts";
import { listOwnerPairs } from "./ownerPairs.ts";
import { setIndexMode } from "./setIndexMode.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const ownerOf = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as const;
const [ALICE, BOB, CAROL] = [ownerOf(1), ownerOf(2), ownerOf(3)];

beforeEach(async () => {
  await sql`truncate chain_state, followed_owner, sight, balance, stale_balance`.execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n, mode: "owners" });
});

const scan = (...owners: `0x${string}`[]) =>
  writeInitialScans(db, "eth", { blockNumber: 9n, listId: 1, owners, balances: [] });
const age = (days: number) =>
  sql`update followed_owner set requested_at = now() - make_interval(days => ${days})`.execute(db);
const listUnrequested = (days = 30) => listUnrequestedOwners(db, { chain: "eth", days, limit: 10 });

test("an owner counts as followed once its first balances are stored", async () => {
  await addFollowedOwners(db, "eth", [ALICE]);
  expect((await readFollowedOwners(db, "eth")).owners).toEqual([]);
  await scan(ALICE, BOB);
  await scan(ALICE);
  const { owners, version, mode } = await readFollowedOwners(db, "eth");
  expect([owners.toSorted(), version, mode]).toEqual([[ALICE, BOB], 0n, "owners"]);
  expect(await listFollowedOwners(db, { chain: "eth", after: ALICE, limit: 9 })).toMatchObject([
    { owner: BOB, sinceBlock: 9n, isPermanent: false },
  ]);
  expect(await removeFollowedOwners(db, "eth", [BOB, CAROL])).toBe(1);
  expect(await readFollowedOwners(db, "eth")).toEqual({ owners: [ALICE], version: 1n, mode: "owners" });
});

test("nobody is followed on a chain that is indexed in full", async () => {
  await sql`update chain_state set index_mode = 'full'`.execute(db);
  await scan(ALICE);
  expect(await listFollowedOwners(db, { chain: "eth", limit: 9 })).toEqual([]);
});

test("an owner who was scanned while the chain was indexed in full is followed after the switch", async () => {
  await addFollowedOwners(db, "eth", [ALICE]);
  await inTransaction(db, (tx) => setIndexMode(tx, "eth", "full"));
  await scan(ALICE);
  await inTransaction(db, (tx) => setIndexMode(tx, "eth", "owners"));
  expect((await readFollowedOwners(db, "eth")).owners).toEqual([ALICE]);
});

test("owners that nobody requests are listed after so many days, except those with an account or of an operator", async () => {
  await addFollowedOwners(db, "eth", [CAROL]);
  await scan(ALICE, BOB, CAROL);
  await age(31);
  expect(await listUnrequested()).toEqual([ALICE, BOB]);
  expect(await listUnrequested(32)).toEqual([]);
  await createAccount(db, { name: "Bob", owner: keySubject(BOB) });
  expect(await listUnrequested()).toEqual([ALICE]);
  await noteOwnerRequest(db, ALICE, ["eth"]);
  expect(await listUnrequested()).toEqual([]);
});

test("the balances of an owner who is requested for the first time in a day are read again", async () => {
  await hold(ALICE, { [TOKEN]: 1n, [SPENT]: 0n });
  await noteOwnerRequest(db, ALICE, ["eth"]);
  expect(await takeStale(db, "eth", 9)).toEqual([]);
  await age(2);
  await noteOwnerRequest(db, ALICE, ["eth"]);
  await noteOwnerRequest(db, ALICE, ["eth"]);
  expect(await takeStale(db, "eth", 9)).toEqual([
    { owner: ALICE, token: TOKEN, isNamedOnly: true },
    { owner: ALICE, token: NATIVE_TOKEN, isNamedOnly: true },
  ]);
});

test("all balances of followed owners are listed in pages", async () => {
  await hold(ALICE, { [TOKEN]: 1n, [SPENT]: 0n });
  await hold(BOB, {});
  await hold(CAROL, { [NATIVE_TOKEN]: 1n, [TOKEN]: 2n });
  const pages: Pair[][] = [];
  for (let after: Pair | undefined; pages.at(-1)?.length !== 0; after = pages.at(-1)?.at(-1)) {
    pages.push(await listOwnerPairs(db, "eth", { after, limit: 2 }));
  }
  const pair = (owner: `0x${string}`, token: `0x${string}`): Pair => ({ owner, token });
  expect(pages).toEqual([
    [pair(ALICE, TOKEN), pair(ALICE, NATIVE_TOKEN)],
    [pair(BOB, NATIVE_TOKEN), pair(CAROL, TOKEN)],
    [pair(CAROL, NATIVE_TOKEN)],
    [],
  ]);
});

const [TOKEN, SPENT, NATIVE_TOKEN] = [ownerOf(0xa), ownerOf(0xb), `0x${"ee".repeat(20)}`] as const;

/** Follows an owner with these balances. */
const hold = (owner: `0x${string}`, amounts: Record<string, bigint>) => {
  const balances = Object.entries(amounts).map(([token, rawAmount]) => ({
    owner,
    token: token as `0x${string}`,
    rawAmount,
  }));
  return inTransaction(db, async (tx) => {
    await writeInitialScans(tx, "eth", { blockNumber: 9n, listId: 1, owners: [owner], balances });
  });
};
