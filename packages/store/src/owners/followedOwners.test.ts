import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccount } from "../accounts/accounts.ts";
import { keySubject } from "../accounts/subject.ts";
import { ensureChainState } from "../chains/chains.ts";
import { inTransaction } from "../database/database.ts";
import { upsertApprovals } from "../approvals/approvals.ts";
import { copyLegs } from "../history/legs.ts";
import { LegKind } from "../history/position.ts";
import { copyTransactions } from "../history/transactions.ts";
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
import { deleteHistories, listUnrequestedHistories } from "./expiredHistories.ts";
import { addOwnerHistories } from "./addHistories.ts";
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
const read = async (pageSize?: number) => {
  const pages: Buffer[] = [];
  const state = await readFollowedOwners(db, "eth", (page) => pages.push(page), pageSize);
  const digits = Buffer.concat(pages).toString("hex");
  return { ...state, owners: (digits.match(/.{40}/g) ?? []).map((owner) => `0x${owner}`) };
};
const age = (days: number) =>
  sql`update followed_owner set requested_at = now() - make_interval(days => ${days})`.execute(db);
const listUnrequested = (days = 30) => listUnrequestedOwners(db, { chain: "eth", days, limit: 10 });

test("an owner counts as followed once its first balances are stored", async () => {
  await addFollowedOwners(db, "eth", [ALICE]);
  expect((await read()).owners).toEqual([]);
  await scan(ALICE, BOB);
  await scan(ALICE);
  expect(await read()).toEqual({ owners: [ALICE, BOB], version: 0n, mode: "owners" });
  for (const size of [1, 2, 3]) expect((await read(size)).owners).toEqual([ALICE, BOB]);
  expect(await listFollowedOwners(db, { chain: "eth", after: ALICE, limit: 9 })).toMatchObject([
    { owner: BOB, sinceBlock: 9n, isPermanent: false },
  ]);
  expect(await removeFollowedOwners(db, "eth", [BOB, CAROL])).toBe(1);
  expect(await read()).toEqual({ owners: [ALICE], version: 1n, mode: "owners" });
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
  expect((await read()).owners).toEqual([ALICE]);
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

test("in a full index, what an owner did before its first block is deleted if nobody requests it, and no more", async () => {
  await sql`truncate owner_history, leg, transaction, approval, residual`.execute(db);
  await sql`update chain_state set index_mode = 'full', start_block = 50, logs_block = 90, balances_block = 90`.execute(
    db,
  );
  const [EARLY, LATER, EVE, DAN] = [TOKEN, SPENT, ownerOf(4), ownerOf(5)];
  const move = (owner: `0x${string}`, block: number, token: `0x${string}`) => {
    const where = { blockNumber: BigInt(block), txIndex: 0, txHash: hashOf(block), timeAt: block };
    const what = { isInbound: true, token, counterparty: CAROL, rawAmount: 1n, index: 0, subIndex: 0 };
    return copyLegs(db, "eth", [{ ...where, ...what, owner, kind: LegKind.token }]);
  };
  const allow = (spender: `0x${string}`, block: bigint) =>
    upsertApprovals(db, "eth", [
      { owner: EVE, token: LATER, spender, isPermit2: false, blockNumber: block, timeAt: 1 },
    ]);
  for (const owner of [EVE, DAN, CAROL]) await hold(owner, { [EARLY]: 1n, [LATER]: 1n });
  await addOwnerHistories(db, "eth");
  for (const block of [10, 20, 60]) await send(block);
  await move(EVE, 10, EARLY);
  await move(DAN, 10, EARLY);
  await move(EVE, 20, LATER);
  await move(EVE, 60, LATER);
  await allow(DAN, 10n);
  await allow(CAROL, 60n);
  await sql`update owner_history set requested_at = now() - interval '31 days'`.execute(db);
  await createAccount(db, { name: "Carol", owner: keySubject(CAROL) });
  await noteOwnerRequest(db, DAN, ["eth"]);
  const owners = await listUnrequestedHistories(db, { chain: "eth", days: 30, limit: 9 });
  expect(owners).toEqual([EVE]);
  await deleteHistories(db, "eth", owners);
  await addOwnerHistories(db, "eth");
  expect(await list("owner_history", "owner")).toEqual([CAROL, DAN]);
  expect(await list("sight", "owner")).toEqual([CAROL, DAN]);
  expect(await list("leg", "owner", "block_number")).toEqual([`${EVE} 60`, `${DAN} 10`]);
  expect(await list("transaction", "hash")).toEqual([hashOf(10), hashOf(60)]);
  expect(await list("approval", "spender")).toEqual([CAROL]);
  expect(await list("balance", "owner", "token")).toEqual([
    `${CAROL} ${EARLY}`,
    `${CAROL} ${LATER}`,
    `${EVE} ${LATER}`,
    `${DAN} ${EARLY}`,
    `${DAN} ${LATER}`,
  ]);
});

const hashOf = (block: number) => `0x${block.toString(16).padStart(64, "0")}` as const;

const send = (block: number) => {
  const rest = { rawValue: 0n, input: "0x", isSuccess: true, gasUsed: 21_000n, rawFee: 0n, nonce: 0n } as const;
  const where = { blockNumber: BigInt(block), txIndex: 0, hash: hashOf(block), timeAt: block };
  return copyTransactions(db, "eth", [{ ...where, ...rest, sender: CAROL, recipient: CAROL }]);
};

/** Rows as text, sorted. */
async function list(table: string, ...columns: string[]): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  return rows.map((row) => columns.map((column) => String(row[column]).replace("\\x", "0x")).join(" ")).toSorted();
}
