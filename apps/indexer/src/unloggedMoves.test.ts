import { compileContract, nameAddress, startBareChain, TREASURY } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { getChain, listAaveTokens } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  applyTokenList,
  BACKWARDS,
  findBalance,
  hasNewContracts,
  inTransaction,
  LegKind,
  listResiduals,
  queueNewContracts,
  readHistory,
  readOwner,
  upsertTokens,
  writeBalances,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { encodeDeployData } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_NAMED_OWNERS } from "./decode/tokenLogs.ts";
import { createBareIndexer } from "./testing/bareIndexer.ts";
import type { BareIndexer, BareIndexerOptions } from "./testing/bareIndexer.ts";
import { describeNative } from "./tokens/describeNative.ts";

const artifact = compileContract("UnloggedToken");
const [ALICE, BOB, CAROL] = ["alice", "bob", "carol"].map((name) => nameAddress(name).toLowerCase() as Address) as [
  Address,
  Address,
  Address,
];

let chain: BareChain;
let database: TestDatabase;
let token: Address;
let indexer: BareIndexer;

beforeAll(async () => {
  chain = await startBareChain(1);
});
beforeEach(async () => {
  database = await createTestDatabase();
  indexer = createBareIndexer(chain, database.db);
  token = await chain.deploy(artifact, ["Unlogged", "UNL"]);
});
afterEach(async () => {
  await indexer.stop();
  await database.drop();
});
afterAll(() => chain.stop());

const write = (functionName: string, ...args: readonly unknown[]) =>
  chain.write(TREASURY, { to: token, abi: artifact.abi, functionName, args });

const sync = (options?: BareIndexerOptions) => indexer.sync(options);
const follow = () => indexer.follow();
const untilHead = () => indexer.untilHead();

const balanceOf = async (owner: Address) => (await findBalance(database.db, { chain: "eth", owner, token }))?.rawAmount;

const METADATA = { name: null, symbol: null, decimals: null, logoUrl: null, isCore: false };
const list = () => applyTokenList(database.db, "eth", [{ ...METADATA, address: token }]);

test.each([{ limits: {} }, { limits: { balancePage: 2 } }])(
  "a balance is read again when an event of the token names its owner, at the head and in a backlog: %j",
  async (options) => {
    await write("mint", ALICE, 100n);
    await sync(options);
    await write("credit", ALICE, 5n);
    await write("credit", BOB, 5n);
    await sync(options);
    expect([await balanceOf(ALICE), await balanceOf(BOB)]).toEqual([105n, undefined]);
  },
);

test("events of a listed token name owners without a balance; a balance of zero makes no row", async () => {
  await list();
  await write("credit", ALICE, 5n);
  await write("mention", BOB, 1n);
  await sync();
  expect([await balanceOf(ALICE), await balanceOf(BOB)]).toEqual([5n, undefined]);
  await write("debit", ALICE, 5n);
  await sync();
  expect(await balanceOf(ALICE)).toBe(0n);
});

test("a token that names many owners in a block has a limited number of balances read", async () => {
  await list();
  for (let n = 0n; n < MAX_NAMED_OWNERS + 8; n++) await write("creditSilently", offset(CAROL, n), 1n);
  await write("mention", CAROL, BigInt(MAX_NAMED_OWNERS + 8));
  await sync();
  const amounts = await Promise.all(
    Array.from({ length: MAX_NAMED_OWNERS + 8 }, (_, n) => balanceOf(offset(CAROL, BigInt(n)))),
  );
  expect(amounts.filter((amount) => amount === 1n)).toHaveLength(MAX_NAMED_OWNERS);
});

const offset = (address: Address, by: bigint): Address => `0x${(BigInt(address) + by).toString(16).padStart(40, "0")}`;

test("a token that a history stores is known from the next block on", async () => {
  follow();
  await untilHead();
  await inTransaction(database.db, async (tx) => {
    await upsertTokens(tx, [
      { ...describeNative(getChain("eth")), address: token, standard: "erc20", isVerified: false },
    ]);
    await writeBalances(tx, "eth", 0n, [{ owner: ALICE, token, rawAmount: 1n }]);
    await queueNewContracts(tx, "eth", { tokens: [token], operated: [] });
  });
  // a block that is mined while it is stored is not the next one: a history marks its balances as stale for that
  await expect.poll(() => hasNewContracts(database.db, "eth"), { interval: 5 }).toBe(false);
  await write("credit", ALICE, 5n);
  await untilHead();
  expect(await balanceOf(ALICE)).toBe(5n);
});

test("without receipts, only events with a requested topic name owners", async () => {
  await write("mint", ALICE, 100n);
  await sync({ reads: { receipts: false } });
  await write("credit", ALICE, 5n);
  await sync({ reads: { receipts: false } });
  expect(await balanceOf(ALICE)).toBe(100n);
});

const blockNumber = async () => Number(await chain.rpc.call("eth_blockNumber", []));

/** `from-to amount`, and the block of the transaction that explains it. */
const listOpen = async (owner: Address) =>
  (await listResiduals(database.db, owner, "eth")).map(
    ({ fromBlock, toBlock, rawAmount, txBlock }) => `${fromBlock}-${toBlock} ${rawAmount} ${txBlock ?? "open"}`,
  );

const listUnlogged = async () =>
  (await database.db.selectFrom("leg").selectAll().where("kind", "=", LegKind.unlogged).execute()).map(
    ({ owner, tx_hash, is_inbound, raw_amount }) =>
      `0x${owner.slice(2)} ${is_inbound ? "+" : "-"}${raw_amount} 0x${tx_hash.slice(2)}`,
  );

test("a token without events: each change is found at the next read, with its range", async () => {
  await write("mint", ALICE, 100n);
  await sync();
  const opened = await blockNumber();
  await write("creditSilently", ALICE, 9n);
  await write("creditSilently", ALICE, 1n);
  await sync();
  expect([await balanceOf(ALICE), await listOpen(ALICE)]).toEqual([100n, []]);
  await write("mint", ALICE, 5n);
  await write("mint", ALICE, 5n);
  await sync();
  const read = await blockNumber();
  expect([await balanceOf(ALICE), await listOpen(ALICE)]).toEqual([120n, [`${opened}-${read} 10 open`]]);
  await write("debitSilently", ALICE, 4n);
  const debited = await write("mint", BOB, 1n);
  expect(debited).toMatch(/^0x/);
  const moved = await chain.write(ALICE, { to: token, abi: artifact.abi, functionName: "transfer", args: [BOB, 1n] });
  await sync();
  const last = await blockNumber();
  expect(await listOpen(ALICE)).toEqual([`${opened}-${read} 10 open`, `${read}-${last} -4 ${last}`]);
  expect([await listOpen(BOB), await listUnlogged()]).toEqual([[], [`${ALICE} -4 ${moved}`]]);
});

test("an event that names the owner explains the change, also at the head, and a reorganisation removes it", async () => {
  await write("mint", ALICE, 100n);
  follow();
  await untilHead();
  const opened = await blockNumber();
  const credited = await write("credit", ALICE, 7n);
  await untilHead();
  expect([await listOpen(ALICE), await listUnlogged()]).toEqual([
    [`${opened}-${opened + 1} 7 ${opened + 1}`],
    [`${ALICE} +7 ${credited}`],
  ]);
  await chain.rpc.call("anvil_rollback", [1]);
  await write("mint", BOB, 3n);
  await write("mint", BOB, 4n);
  await untilHead();
  expect([await balanceOf(ALICE), await listOpen(ALICE), await listUnlogged()]).toEqual([100n, [], []]);
  await write("debit", ALICE, 2n);
  await untilHead();
  const debited = await blockNumber();
  await write("debitSilently", ALICE, 5n);
  await write("mint", ALICE, 1n);
  await untilHead();
  await chain.rpc.call("anvil_rollback", [1]);
  await write("mention", ALICE, 1n);
  await write("mention", BOB, 1n);
  await untilHead();
  const named = debited + 2;
  expect(await listOpen(ALICE)).toEqual([
    expect.stringMatching(`^(${debited - 2}|${debited - 1})-${debited} -2 ${debited}$`),
    expect.stringMatching(`^${debited}-(${named}|${named + 1}) -5 ${named}$`), // both blocks may arrive at once
  ]);
  expect(await balanceOf(ALICE)).toBe(93n);
});

test("a token that logs its Transfer backwards has a residual of twice the movement, which is flagged", async () => {
  const listBackwards = async () =>
    (await listResiduals(database.db, ALICE, "eth")).map(({ rawAmount, isBackwards }) => [rawAmount, isBackwards]);
  await write("mint", ALICE, 100n);
  follow();
  await untilHead();
  const locked = await write("lock", ALICE, 6n);
  await untilHead();
  expect([await balanceOf(ALICE), await listUnlogged()]).toEqual([106n, [`${ALICE} +12 ${locked}`]]);
  expect(await listBackwards()).toEqual([[12n, true]]);
  const { transactions } = await readHistory(database.db, { owner: ALICE, chains: ["eth"], count: 1 });
  const sent = { kind: LegKind.token, isInbound: false, rawAmount: 6n };
  const found = { kind: LegKind.unlogged, isInbound: true, rawAmount: 12n, subIndex: BACKWARDS };
  expect(transactions).toMatchObject([{ hash: locked, legs: [sent, found] }]);
  await chain.rpc.call("anvil_rollback", [1]);
  await write("credit", ALICE, 12n);
  await write("mint", BOB, 1n);
  await untilHead();
  expect(await listBackwards()).toEqual([[12n, false]]);
});

test("what drifting holders gain is a rebase, not a movement, until a reorganisation removes the evidence", async () => {
  const holders = [ALICE, BOB, CAROL, offset(CAROL, 1n)];
  let credited = "";
  const summary = async () => {
    const query = { owner: ALICE, chains: ["eth"] };
    const { transactions } = await readHistory(database.db, { ...query, count: 9 });
    const tokens = new Map([["eth", [token]]]);
    const named = await readHistory(database.db, { ...query, count: 9, tokens });
    const { syncStatuses } = await readOwner(database.db, query);
    return {
      found: transactions.flatMap(({ legs }) => legs.filter(({ kind }) => kind === LegKind.unlogged)).length,
      transactions: named.transactions.length,
      isCredited: transactions.some(({ hash }) => hash === credited),
      ledger: syncStatuses[0]?.ledger?.openCount,
      rebases: (await listResiduals(database.db, ALICE, "eth")).map(({ isRebase }) => isRebase),
    };
  };
  const listQueued = async () =>
    (
      await database.db
        .selectFrom("history_token")
        .where("token", "=", `\\x${token.slice(2)}`)
        .select("token")
        .execute()
    ).length;
  await sql`insert into owner_history (chain, owner, to_block) values ('eth', ${Buffer.from(ALICE.slice(2), "hex")}, 0)`.execute(
    database.db,
  );
  for (const holder of holders) await write("mint", holder, 100n);
  await sync();
  credited = await write("credit", ALICE, 2n);
  await sync();
  await write("creditSilently", ALICE, 3n);
  await write("mint", ALICE, 1n);
  await sync();
  const pinned = { found: 2, transactions: 3, isCredited: true, ledger: 0, rebases: [false, false] };
  expect(await summary()).toEqual(pinned);
  expect(await listQueued()).toBe(0);
  for (const holder of holders.slice(1)) await write("creditSilently", holder, 5n);
  await sync();
  expect(await Promise.all(holders.map(balanceOf))).toEqual([106n, 105n, 105n, 105n]);
  expect(await listQueued()).toBe(1);
  const drifting = { found: 0, transactions: 2, isCredited: false, ledger: 0, rebases: [true, true] };
  expect(await summary()).toEqual(drifting);
  expect((await listResiduals(database.db, BOB, "eth")).map(({ isRebase }) => isRebase)).toEqual([true]);
  await write("credit", ALICE, 3n);
  await sync();
  expect(await summary()).toEqual({ ...drifting, rebases: [true, true, true] });
  await chain.rpc.call("anvil_rollback", [4]);
  for (let n = 0; n < 5; n++) await write("mint", offset(CAROL, 9n), 1n);
  await sync();
  expect(await summary()).toEqual(pinned);
  expect(await listOpen(BOB)).toEqual([]);
});

test("what a token that announced a rebase rounds is a rebase, until a reorganisation removes the event", async () => {
  const staked = compileContract("StakedEther");
  token = await chain.deploy(staked, [TREASURY, CAROL]);
  const call = (from: Address, functionName: string, args: unknown[], value = 0n) =>
    chain.write(from, { to: token, abi: staked.abi, functionName, args, value });
  const isRebase = async (owner: Address) =>
    (await listResiduals(database.db, owner, "eth")).map((residual) => residual.isRebase);
  const listMarks = async () =>
    (await database.db.selectFrom("token_drift").selectAll().where("block_number", ">", 0n).execute()).map(
      (row) => row.is_drifting,
    );
  for (const owner of [ALICE, BOB]) await call(owner, "submit", [BOB], 1_000_003n);
  await sync();
  await call(TREASURY, "handleOracleReport", [1, 777_777n]);
  await sync();
  for (let n = 0n; n < 3n; n++) {
    await call(ALICE, "transfer", [BOB, 100_001n]);
    await sync();
  }
  const found = [...(await isRebase(ALICE)), ...(await isRebase(BOB))];
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter((is) => !is)).toEqual([]);
  expect([await listUnlogged(), await listMarks()]).toEqual([[], [true]]);
  await chain.rpc.call("anvil_rollback", [4]);
  for (let n = 0; n < 5; n++) await call(ALICE, "transfer", [BOB, 100_001n]);
  await sync();
  expect([await isRebase(ALICE), await isRebase(BOB), await listMarks()]).toEqual([[], [], []]);
});

test("residuals of known scaled tokens are rebases, without evidence", async () => {
  const known = listAaveTokens("eth")[0]!.token;
  const creation = encodeDeployData({ ...artifact, args: ["Unlogged", "UNL"] });
  await chain.install(known, creation);
  token = known;
  await write("mint", ALICE, 100n);
  await sync();
  await write("creditSilently", ALICE, 1n);
  await write("mint", ALICE, 1n);
  await sync();
  const found = await listResiduals(database.db, ALICE, "eth");
  expect(found.map(({ rawAmount, isRebase }) => [rawAmount, isRebase])).toEqual([[1n, true]]);
  expect(await listUnlogged()).toEqual([]);
});

test("a fee on transfer that is logged leaves no residual", async () => {
  const taxed = compileContract("FeeOnTransferToken");
  token = await chain.deploy(taxed, ["Taxed", "TAX", 18]);
  await write("mint", ALICE, 10_000n);
  await sync();
  await chain.write(ALICE, { to: token, abi: taxed.abi, functionName: "transfer", args: [BOB, 1_000n] });
  await sync();
  await chain.write(BOB, { to: token, abi: taxed.abi, functionName: "transfer", args: [ALICE, 500n] });
  await sync();
  expect([await balanceOf(ALICE), await balanceOf(BOB)]).toEqual([9_495n, 490n]);
  expect([await listOpen(ALICE), await listOpen(BOB)]).toEqual([[], []]);
});
