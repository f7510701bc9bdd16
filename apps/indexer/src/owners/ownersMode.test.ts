/** A chain that is indexed for some owners only, compared with the same chain indexed in full. */
import { listTokens, nameAddress, startDevnet, TREASURY } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { NATIVE_TOKEN, readBalances } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import type { ProfiledNode } from "@portico/evm/testing/nodeProfiles";
import {
  findBlockAt,
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
import type { Holder, IndexMode, Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { encodeFunctionData, erc20Abi, numberToHex } from "viem";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createChainRpc } from "../chain/chainWork.ts";
import { createNamedAccounts } from "../holders/namedAccounts.ts";
import { readNewestAccounts } from "../holders/readNamedAccounts.ts";
import { createHolderRounds, scanDueHolders } from "../holders/syncHolderScans.ts";
import { runIndexer } from "../runIndexer.ts";
import type { IndexerOptions } from "../runIndexer.ts";
import { toLowerCase } from "../testing/compare.ts";
import { countBlocks, followFrom, listHeld, OWNED, readRows } from "../testing/ownerRows.ts";
import { listDevnetChains, syncToHead } from "../testing/sync.ts";

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
  await followFrom(partial.db, 1n, owners);
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

const sync = (mode?: IndexMode, limits: IndexerOptions["limits"] = {}) =>
  syncToHead(
    partial.db,
    listDevnetChains(devnet).map((chain) => ({ ...chain, startBlock: 1n, mode })),
    { limits },
  );

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
  const { rows } = await sql<{ others: bigint; total: bigint }>`
    select count(*) filter (where hash not in (select tx_hash from leg)) as others, count(*) as total
    from transaction`.execute(partial.db);
  expect(rows[0]!.others).toBe(0n);
  expect(rows[0]!.total).toBeGreaterThan(50n);
  expect(await countBlocks(partial.db)).toBeLessThan((await countBlocks(full.db)) - 20); // where something of theirs changed
});

const OTHER = 4;

test("an owner is followed from its first request on", async () => {
  const owner = toLowerCase(devnet.users[OTHER]!);
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
  const owner = toLowerCase(devnet.users[OTHER]!);
  await rpc("anvil_rollback", 1);
  await send(owner, owners[1]!, 9n);
  await rpc("anvil_mine", "0x2");
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  expect(await expectEqual(owners)).toBeGreaterThan(500);
  await expectListed(owner);
});

test("balances that change without a log are read again in rotation", async () => {
  const listAll = async () => (await Promise.all(owners.map((owner) => listHeld(partial.db, owner)))).flat();
  const before = await listAll();
  await rpc("evm_increaseTime", 86_400);
  await rpc("anvil_mine", "0x1");
  await sync();
  expect(await listAll()).toEqual(before);
  await rpc("anvil_mine", "0x1");
  await sync(undefined, { sweepMs: 0 });
  expect(await listAll()).not.toEqual(before);
  for (const owner of owners) expect(await listHeld(partial.db, owner)).toEqual(await readHeld(owner));
});

/** Reads at the head what is stored. */
async function readHeld(owner: Address): Promise<string[]> {
  const head = await findChainState(partial.db, "eth");
  const tokens = (await listHeld(partial.db, owner)).map((text) => text.split(" ")[0] as Address);
  const keys = tokens.map((token) => ({ owner, token }));
  const amounts = await readBalances(client(), keys, head!.balances!);
  return tokens.map((token, at) => `${token} ${amounts[at]}`);
}

test("an owner who is removed leaves no rows, and is not stored again", async () => {
  const [removed, ...left] = owners as [Address, ...Address[]];
  expect(await removeFollowedOwners(partial.db, "eth", [removed])).toBe(1);
  const followed = [...left, toLowerCase(devnet.users[OTHER]!)];
  expect(await listOthers(followed)).toEqual([]);
  await send(removed, left[0]!, 3n);
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  expect(await listOthers(followed)).toEqual([]);
  await expectEqual(left);
  owners = left;
});

test("owners are removed while the indexer runs", async () => {
  const owner = toLowerCase(devnet.users[OTHER]!);
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

async function untilHead(db = partial.db): Promise<void> {
  const { hash } = (await rpc("eth_getBlockByNumber", "latest", false)) as { hash: string };
  await vi.waitFor(async () => expect((await findChainState(db, "eth"))?.balances?.hash).toBe(hash), 20_000);
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

test("logs of the newest blocks are read by block hash, also of blocks that are not stored", async () => {
  await rpc("anvil_mine", "0x3");
  await sync();
  const node = createChainRpc("eth", [devnet.chains.eth!.rpcUrl]);
  const head = (await findChainState(partial.db, "eth"))!.logs!;
  expect(await findBlockAt(partial.db, "eth", head.blockNumber - 1n)).toBeUndefined();
  const sent = vi.spyOn(node.rpc, "send");
  const given = { db: partial.db, ...node, signal: new AbortController().signal };
  const range = { head, fromBlock: head.blockNumber - 3n, found: createNamedAccounts() };
  await readNewestAccounts(given, toLowerCase(listTokens("eth")[0]!.address), range);
  const hashes = sent.mock.calls.flatMap(([{ method, params }]) => (method === "eth_getLogs" ? params : []));
  expect(new Set(hashes.map((filter) => (filter as { blockHash: string }).blockHash)).size).toBe(4);
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
  await send(toLowerCase(devnet.users[OTHER]!), toLowerCase(devnet.demoOwner), 4n);
  await Promise.all([syncToHead(full.db, listDevnetChains(devnet)), sync()]);
  expect((await listOthers(owners)).length).toBeGreaterThan(0);
  expect(await readRows(partial.db, "leg", owners)).toEqual(before);
  await sync("owners");
  expect(await listOthers(owners)).toEqual([]);
  await expectEqual(owners);
});

const client = () => createChainRpc("eth", [devnet.chains.eth!.rpcUrl]).rpc;

/** Of a chain with four blocks a second that is polled every two. */
const BLOCKS = 8;

test("a poll takes at most twelve requests, whatever the number of owners", async () => {
  const node = await startNodeProfile(devnet.chains.eth!.rpcUrl, "public10");
  const { db, drop } = await createTestDatabase();
  const [stop, ready] = [new AbortController(), Promise.withResolvers<void>()];
  let wake: () => void = () => undefined;
  const woken = () => {
    ready.resolve();
    return new Promise<void>((resolve) => (wake = resolve));
  };
  const startBlock = BigInt((await rpc("eth_blockNumber")) as string);
  await followFrom(db, startBlock, []);
  const chains = [{ chain: "eth", rpcUrls: [node.url], startBlock }];
  const log = pino({ level: "error" });
  const running = runIndexer({ db, chains, log, signal: stop.signal, pollMs: NEVER_MS, woken });
  onTestFinished(async () => {
    stop.abort();
    await running;
    await Promise.all([node.stop(), drop()]);
  });
  const poll = async (): Promise<number> => {
    await rpc("anvil_mine", numberToHex(BLOCKS));
    const before = countRequests(node);
    wake();
    await untilHead(db);
    return countRequests(node) - before;
  };
  const follow = async (count: number): Promise<void> => {
    const head = await findChainState(db, "eth");
    await sql`insert into followed_owner (chain, owner, since_block)
      select 'eth', decode(lpad(to_hex(n), 40, 'a'), 'hex'), ${head!.logs!.blockNumber} from generate_series(1, ${count}::integer) n
      on conflict do nothing`.execute(db);
    await poll(); // reads their states for the first time
  };
  await ready.promise;
  const counts: number[] = [];
  for (const count of [3, 300, 3_000, 20_000]) {
    await follow(count);
    counts.push(await poll());
  }
  expect(counts).toEqual([10, 10, 12, 12]);
  expect(node.repeated()).toEqual([]);
});

const NEVER_MS = 2_000_000_000;

const countRequests = ({ counts }: ProfiledNode): number =>
  counts.values().reduce((sum, { requests }) => sum + requests, 0);
