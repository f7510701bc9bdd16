/** A chain that is indexed for some owners only, compared with the same chain indexed in full. */
import { listTokens, nameAddress, startDevnet, TREASURY } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { NATIVE_TOKEN, readBalances } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import {
  addFollowedOwners,
  ensureChainState,
  findChainState,
  listDueHolderScans,
  listPrices,
  readHolderScan,
  readOwner,
  readTopHolders,
  removeFollowedOwners,
  requestHolderScan,
  requestInitialScan,
} from "@portico/store";
import type { Holder, Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { encodeFunctionData, erc20Abi, numberToHex } from "viem";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createChainRpc } from "../chain/chainWork.ts";
import { createHolderRounds, scanDueHolders } from "../holders/syncHolderScans.ts";
import { runIndexer } from "../runIndexer.ts";
import { toLowerCase } from "../testing/compare.ts";
import { listDevnetChains, syncToHead } from "../testing/sync.ts";

/** Tables whose rows belong to an owner, apart from balances. */
const OWNED = ["leg", "nft_balance", "approval", "nft_approval", "operator_approval", "touch", "token_log"];
/** Kind of the legs that are markers of tokens. */
const MOVED = 10;

let devnet: Devnet;
let full: TestDatabase;
let partial: TestDatabase;
let owners: Address[];

beforeAll(async () => {
  [devnet, full, partial] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 11, size: { people: 6, transactions: 150, days: 2 } }),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  owners = devnet.users.slice(0, 3).map(toLowerCase);
  await ensureChainState(partial.db, { chain: "eth", chainId: 1, startBlock: 0n, mode: "owners" });
  await addFollowedOwners(partial.db, "eth", owners);
  await sql`update followed_owner set since_block = -1`.execute(partial.db); // as if they were followed from genesis
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
});

afterAll(async () => {
  await Promise.all([devnet.stop(), full.drop(), partial.drop()]);
});

async function rpc(method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(devnet.chains.eth!.rpcUrl, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error !== undefined) throw new Error(error.message);
  return result;
}

const send = (from: Address, to: Address, value: bigint) =>
  rpc("eth_sendTransactionSync", { from, to, value: numberToHex(value) });

const sync = (mode?: "full" | "owners") =>
  syncToHead(
    partial.db,
    listDevnetChains(devnet).map((chain) => ({ ...chain, mode })),
  );

/** Rows as texts, without what depends on the block at which a call was made. */
async function readRows(db: Store, table: string, of?: readonly Address[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select (to_jsonb(t) - 'opened_block' - 'block_number' - 'is_stale')::text as text from ${sql.table(table)} t
    where ${of === undefined} or '0x' || encode(owner, 'hex') = any(${[...(of ?? [])]})`.execute(db);
  return rows
    .map(({ text }) => text)
    .filter((text) => !text.includes(`"kind": ${MOVED},`))
    .toSorted();
}

const listHeld = async (db: Store, owner: Address): Promise<string[]> =>
  (await readOwner(db, { owner, chains: ["eth"] })).balances
    .map(({ token, digits }) => `${token} ${digits}`)
    .toSorted();

/** Compares all that is stored of these owners. @returns the number of compared rows. */
async function expectEqual(of: readonly Address[]): Promise<number> {
  let count = 0;
  for (const table of OWNED) {
    const expected = await readRows(full.db, table, of);
    expect([table, await readRows(partial.db, table, of)]).toEqual([table, expected]);
    count += expected.length;
  }
  for (const owner of of) expect(await listHeld(partial.db, owner)).toEqual(await listHeld(full.db, owner));
  return count;
}

/** Whatever is stored of others than these owners. */
async function listOthers(of: readonly Address[]): Promise<string[]> {
  const tables = [...OWNED, "balance", "stale_balance", "stale_nft", "residual", "sight", "fee_recipient"];
  const rows = await Promise.all(tables.map((table) => readRows(partial.db, table)));
  return rows.flat().filter((text) => !of.some((owner) => text.includes(`"owner": "\\\\x${owner.slice(2)}"`)));
}

const request = (owner: Address) => requestInitialScan(partial.db, owner, ["eth"]);

test("what is stored of followed owners is the same as in a full index, and nothing is stored of others", async () => {
  expect(await expectEqual(owners)).toBeGreaterThan(500);
  expect(await listOthers(owners)).toEqual([]);
  const { rows } = await sql<{ strangers: bigint; total: bigint }>`
    select count(*) filter (where not exists (select from leg where tx_hash = hash)) as strangers, count(*) as total
    from transaction`.execute(partial.db);
  expect(rows[0]!.strangers).toBe(0n);
  expect(rows[0]!.total).toBeGreaterThan(50n);
});

const STRANGER = 4;

test("an owner is followed from its first request on", async () => {
  const owner = toLowerCase(devnet.users[STRANGER]!);
  expect(await isScanned(owner)).toBe(false);
  await request(owner);
  await sync();
  expect(await isScanned(owner)).toBe(true);
  await expectListed(owner);
  const { syncStatuses } = await readOwner(partial.db, { owner, chains: [] });
  const head = await findChainState(partial.db, "eth");
  expect(syncStatuses[0]!.startBlock).toBe(head!.logs!.blockNumber + 1n);
  await send(owner, owners[0]!, 5n);
  await send(devnet.demoOwner, owner, 7n);
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  const since = await readRows(partial.db, "leg", [owner]);
  expect(since).toHaveLength(3); // sent, its fee, received
  const all = await readRows(full.db, "leg", [owner]);
  expect(all).toEqual(expect.arrayContaining(since));
  await expectListed(owner);
  await expectEqual(owners);
});

/** Tokens that no list has are unknown until a log names the owner. */
async function expectListed(owner: Address): Promise<void> {
  const held = await listHeld(partial.db, owner);
  expect(held.length).toBeGreaterThan(3);
  expect(await listHeld(full.db, owner)).toEqual(expect.arrayContaining(held));
}

const isScanned = async (owner: Address) =>
  (await readOwner(partial.db, { owner, chains: [] })).syncStatuses[0]!.isScanned;

test("after a reorganisation everything is that of the new chain", async () => {
  const owner = toLowerCase(devnet.users[STRANGER]!);
  await rpc("anvil_rollback", 1);
  await send(owner, owners[1]!, 9n);
  await rpc("anvil_mine", "0x2");
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  expect(await expectEqual(owners)).toBeGreaterThan(500);
  await expectListed(owner);
});

test("an owner who is removed leaves no rows, and is not stored again", async () => {
  const [removed, ...left] = owners as [Address, ...Address[]];
  expect(await removeFollowedOwners(partial.db, "eth", [removed])).toBe(1);
  const followed = [...left, toLowerCase(devnet.users[STRANGER]!)];
  expect(await listOthers(followed)).toEqual([]);
  await send(removed, left[0]!, 3n);
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  expect(await listOthers(followed)).toEqual([]);
  await expectEqual(left);
  owners = left;
});

test("owners are removed while the indexer runs", async () => {
  const owner = toLowerCase(devnet.users[STRANGER]!);
  const stop = new AbortController();
  const log = pino({ level: "error" });
  const running = runIndexer({
    db: partial.db,
    chains: listDevnetChains(devnet),
    log,
    signal: stop.signal,
    pollMs: 10,
  });
  try {
    await send(owner, owners[0]!, 2n);
    await untilHead();
    await removeFollowedOwners(partial.db, "eth", [owner]);
    await send(owner, owners[0]!, 1n);
    await untilHead();
    expect(await listOthers(owners)).toEqual([]);
  } finally {
    stop.abort();
    await running;
  }
});

async function untilHead(): Promise<void> {
  const { hash } = (await rpc("eth_getBlockByNumber", "latest", false)) as { hash: string };
  await vi.waitFor(async () => expect((await findChainState(partial.db, "eth"))?.balances?.hash).toBe(hash), 20_000);
}

async function pass(seconds: number): Promise<void> {
  const { timestamp } = (await rpc("eth_getBlockByNumber", "latest", false)) as { timestamp: string };
  await rpc("evm_setNextBlockTimestamp", Number(timestamp) + seconds);
  await rpc("evm_mine");
}

/** Of tokens that these owners hold, and the native coin; prices are of the same head. */
async function listPricesOf(db: Store, of: readonly Address[]): Promise<Map<string, number>> {
  const held = new Set(
    await Promise.all(of.map((owner) => readOwner(db, { owner, chains: ["eth"] }))).then((reads) =>
      reads.flatMap(({ balances }) => balances.map(({ token }) => token)),
    ),
  );
  const prices = await listPrices(db, ["eth"]);
  return new Map(prices.flatMap(({ token, usd }) => (held.has(token) ? [[token, usd] as const] : [])));
}

test("held tokens have the prices of the full index, by pools that are searched for", async () => {
  await pass(120); // the interval of lookups
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  const soon = await listPricesOf(partial.db, owners);
  const expected = await listPricesOf(full.db, owners);
  expect(expected.size).toBeGreaterThan(5);
  expect(new Set(soon.keys())).toEqual(new Set(expected.keys()));
  for (const [token, usd] of expected) expect([token, soon.get(token)! / usd]).toEqual([token, expect.closeTo(1, 3)]);
  await pass(1_900); // the window of pools' means
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  expect(await listPricesOf(partial.db, owners)).toEqual(await listPricesOf(full.db, owners));
});

const listHeldTokens = async (): Promise<Address[]> => {
  const { rows } = await sql<{ token: Address }>`
    select distinct '0x' || encode(token, 'hex') as token from balance where raw_amount > 0 order by token`.execute(
    full.db,
  );
  return rows.map(({ token }) => token).filter((token) => token !== NATIVE_TOKEN);
};
/** Steps of the side job, until no scan is due. */
async function scanAll(rpcUrl: string): Promise<void> {
  const node = createChainRpc("eth", [rpcUrl]);
  const [log, rounds] = [pino({ level: "error" }), createHolderRounds()];
  const list = () =>
    listDueHolderScans(partial.db, "eth", { refreshMinutes: 1, retryMinutes: 1, except: [], limit: 1 });
  while ((await list()).length > 0) {
    await scanDueHolders({ db: partial.db, ...node, log, signal: new AbortController().signal }, rounds);
  }
}
const readScan = (token: Address) => readHolderScan(partial.db, { chain: "eth", token, start: 0, limit: 10_000 });

/** Amounts of rebasing tokens are those of the chain: a full index has those of the last movement. */
async function listExpected(node: Rpc, token: Address, blockNumber: bigint): Promise<Holder[]> {
  const { holders } = await readTopHolders(full.db, { chain: "eth", token, start: 0, limit: 10_000 });
  const keys = holders.map(({ owner }) => ({ owner, token }));
  const amounts = await readBalances(node, keys, { blockNumber });
  const read = holders.map(({ owner }, index) => ({ owner, rawAmount: amounts[index]! }));
  return read.toSorted((a, b) => Number(b.rawAmount - a.rawAmount) || (a.owner < b.owner ? -1 : 1));
}

/** @returns the number of compared holders. */
async function expectHolders(tokens: readonly Address[]): Promise<number> {
  const { rpc: node } = createChainRpc("eth", [devnet.chains.eth!.rpcUrl]);
  let count = 0;
  for (const token of tokens) {
    const read = (await readScan(token))!;
    const expected = await listExpected(node, token, read.block!.blockNumber);
    expect([token, read.holders]).toEqual([token, expected]);
    count += expected.length;
  }
  return count;
}

test("holders of requested tokens are those of the full index, also after a reorganisation", async () => {
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  const tokens = await listHeldTokens();
  for (const token of tokens) await requestHolderScan(partial.db, "eth", token, { tokens: 1_000, perMinute: 1_000 });
  const proxy = await startNodeProfile(devnet.chains.eth!.rpcUrl, "public1000");
  try {
    await scanAll(proxy.url);
    expect(await expectHolders(tokens)).toBeGreaterThan(200);
    const [token] = listTokens("eth").map(({ address }) => toLowerCase(address));
    const page = await readHolderScan(partial.db, { chain: "eth", token: token!, start: 1, limit: 2 });
    expect(page?.holders).toEqual((await readScan(token!))?.holders.slice(1, 3));
    const read = (await readScan(token!))!.block!;
    expect(read.blockNumber).toBe((await findChainState(partial.db, "eth"))!.balances!.blockNumber);

    const again = [token!, ...tokens.slice(0, 3)];
    await sql`delete from holder_scan where '0x' || encode(token, 'hex') <> all(${again})`.execute(partial.db);
    await rpc("anvil_rollback", 1);
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [nameAddress("new holder"), 5n] });
    await rpc("eth_sendTransactionSync", { from: TREASURY, to: token, data });
    await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
    expect((await readScan(token!))?.block).toBeUndefined();
    await scanAll(proxy.url);
    expect(await expectHolders(again)).toBeGreaterThan(20);
    expect((await readScan(token!))!.holders.map(({ owner }) => owner)).toContain(
      toLowerCase(nameAddress("new holder")),
    );
  } finally {
    await proxy.stop();
  }
});

test("a node whose requests of logs are too small is not scanned, and the cause is reported", async () => {
  await sql`delete from holder_scan`.execute(partial.db);
  const token = toLowerCase(listTokens("eth")[0]!.address);
  await requestHolderScan(partial.db, "eth", token);
  const proxy = await startNodeProfile(devnet.chains.eth!.rpcUrl, "public10");
  try {
    await scanAll(proxy.url);
    expect(await readScan(token)).toMatchObject({
      scan: { refusal: expect.stringContaining("10 blocks") },
      block: undefined,
      holders: [],
    });
    expect(proxy.counts.get("eth_getLogs")?.requests).toBeLessThan(4);
  } finally {
    await proxy.stop();
  }
});

test("a switch to a full index stores everybody from the next block on, and one back deletes the others", async () => {
  const before = await readRows(partial.db, "leg", owners);
  await sync("full");
  await send(toLowerCase(devnet.users[STRANGER]!), toLowerCase(devnet.demoOwner), 4n);
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  expect((await listOthers(owners)).length).toBeGreaterThan(0);
  expect(await readRows(partial.db, "leg", owners)).toEqual(before);
  await sync("owners");
  expect(await listOthers(owners)).toEqual([]);
  await expectEqual(owners);
});
