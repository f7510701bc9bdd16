import { canReadBalanceTable, createRpc, erc20Abi, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { listTokens as listDevnetTokens, startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import {
  advanceChain,
  applyTokenList,
  requestInitialScan,
  ensureChainState,
  findBalance,
  inTransaction,
  listBalances,
  listPartialScans,
  listPendingScans,
  readOwner,
  writeBalances,
} from "@portico/store";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../chain/chainWork.ts";
import type { WorkLimits } from "../chain/chainWork.ts";
import { indexChain } from "../chain/indexChain.ts";
import { createProgressMeter } from "../status/progress.ts";
import { listenForInitialScans } from "../initialScanListener.ts";
import { compareWithChain, toLowerCase } from "../testing/compare.ts";
import { startCountingProxy } from "../testing/countingProxy.ts";
import type { CountingProxy } from "../testing/countingProxy.ts";
import { startRewritingProxy } from "../testing/rewritingProxy.ts";
import { initialScans } from "./initialScans.ts";

const chain = getChain("eth");
const tokens = listDevnetTokens("eth").map((row) => ({ ...row, address: toLowerCase(row.address) }));
const unlisted = tokens.find(({ symbol }) => symbol === "PEPE")!.address;
const listed = tokens.map(({ address }) => address).filter((address) => address !== unlisted);
/** Addresses without code. */
const elsewhere = Array.from({ length: 1_500 - listed.length }, (_, n): Address => {
  return `0x00000000000000000000000000000000005e${n.toString(16).padStart(4, "0")}`;
});

let devnet: Devnet;
let database: TestDatabase;
let db: Store;
let proxy: CountingProxy;
let rpc: Rpc;
let head: { blockNumber: bigint; hash: Hex; timeAt: number };

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 5, size: { people: 8, transactions: 120, days: 2 } }),
    createTestDatabase(),
  ]);
  db = database.db;
  proxy = await startCountingProxy(devnet.chains.eth!.rpcUrl);
  rpc = createRpc({ chain, urls: [proxy.url] });
  const { number, hash, timestamp } = await rpc.getBlock();
  head = { blockNumber: number, hash, timeAt: Number(timestamp) };
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: number });
  await advanceChain(db, "eth", { logs: head, balances: head });
});

beforeEach(async () => {
  await db.deleteFrom("balance").execute();
  await db.deleteFrom("sight").execute();
  await list([...listed, ...elsewhere]);
  proxy.posts.length = 0;
});

afterAll(async () => {
  await Promise.all([proxy.stop(), devnet.stop(), database.drop()]);
});

/** Three owners of 1,501 tokens at once. */
const FEW = { ...DEFAULT_LIMITS, balancePage: 460 };

const list = (addresses: readonly Address[], core: readonly Address[] = []) =>
  applyTokenList(
    db,
    "eth",
    addresses.map((address) => {
      const isCore = core.includes(address);
      return { address, name: null, symbol: null, decimals: null, logoUrl: null, isCore };
    }),
  );

/** The loop's work at a head. */
async function look(client: Rpc = rpc, limits: WorkLimits = DEFAULT_LIMITS): Promise<number> {
  const reading = await initialScans.read({ db, chain, rpc: client, limits }, head);
  await inTransaction(db, (tx) => reading.store(tx));
  expect(reading.isLast).toBe(true);
  return reading.count;
}

const request = (owner: Address) => requestInitialScan(db, toLowerCase(owner), ["eth"]);

const readScanState = async (owner: Address) =>
  (await readOwner(db, { owner: toLowerCase(owner), chains: [] })).syncStatuses[0];

const isScanned = async (owner: Address) => (await readScanState(owner))?.isScanned;

const compare = (owners: readonly Address[], compared = listed) =>
  compareWithChain(db, { chain: "eth", rpcUrl: devnet.chains.eth!.rpcUrl, owners, tokens: compared });

test("1,500 listed tokens and the native coin of an owner take one call, and equal the chain; nothing is invented", async () => {
  const owner = devnet.demoOwner;
  expect(
    await rpc.readContract({ address: unlisted, abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
  ).not.toBe(0n);
  await canReadBalanceTable(rpc, head);
  await request(owner);
  proxy.posts.length = 0;
  expect(await look()).toBe(1_501);
  expect(proxy.posts.flat()).toEqual(["eth_call"]);
  expect(await isScanned(owner)).toBe(true);
  const comparison = await compare([owner]);
  expect([comparison.compared, comparison.differences]).toEqual([listed.length + 1, []]);
  expect(comparison.held).toBeGreaterThan(8);
  expect(await findBalance(db, { owner: toLowerCase(owner), chain: "eth", token: unlisted })).toBeUndefined();
  expect(await listBalances(db, toLowerCase(owner), ["eth"])).toHaveLength(comparison.held);
});

test("many owners are scanned a few at a time, in the order of their requests", async () => {
  for (const user of devnet.users) await request(user);
  const owners = devnet.users.map(toLowerCase);
  for (let left = owners.slice(3); left.length > 0; left = left.slice(3)) {
    await look(rpc, FEW);
    expect(await listPendingScans(db, "eth", 100)).toEqual(left);
  }
  await look(rpc, FEW);
  expect(await listPendingScans(db, "eth", 100)).toEqual([]);
  expect((await compare(owners)).differences).toEqual([]);
});

test("of many owners the common tokens are read first, then all", async () => {
  const owners = [...devnet.users.map(toLowerCase), ...elsewhere.slice(0, 30)];
  const common = listed.slice(0, 5);
  await list([...listed, ...elsewhere], common);
  for (const owner of owners) await request(owner);
  await look(rpc, FEW);
  expect([await listPendingScans(db, "eth", 100), await listPartialScans(db, "eth", 100)]).toEqual([[], owners]);
  expect((await compare(devnet.users, common)).differences).toEqual([]);
  expect(await readScanState(devnet.demoOwner)).toMatchObject({ isScanned: true, isScanning: true });
  await request(elsewhere.at(-1)!);
  await look(rpc, FEW);
  expect(await listPendingScans(db, "eth", 100)).toEqual([]); // a new one does not wait for them
  expect(await listPartialScans(db, "eth", 100)).toEqual(owners.slice(2));
  await look();
  expect(await listPartialScans(db, "eth", 100)).toEqual([]);
  expect((await compare(devnet.users)).differences).toEqual([]);
  expect(await readScanState(devnet.demoOwner)).not.toHaveProperty("isScanning");
});

test("a node without state overrides is read in multicalls, to the same result", async () => {
  const ignoring = await startRewritingProxy(devnet.chains.eth!.rpcUrl, ({ method, params }, result) =>
    method === "eth_call" && params.length > 2 ? "0x" : result,
  );
  try {
    await list(listed);
    const plain = createRpc({ chain, urls: [ignoring.url] });
    await request(devnet.demoOwner);
    await look(plain);
    expect((await compare([devnet.demoOwner])).differences).toEqual([]);
  } finally {
    await ignoring.stop();
  }
});

test("a stored balance that is zero now becomes zero, one that is unknown stays", async () => {
  const [token] = listed;
  const gone = elsewhere[0]!;
  const nobody: Address = "0x00000000000000000000000000000000000dead2";
  const stored = [token!, gone].map((one) => ({ owner: nobody, token: one, rawAmount: 9n }));
  await writeBalances(db, "eth", head.blockNumber, stored);
  await request(nobody);
  await look();
  const read = await Promise.all(
    [token!, gone].map((one) => findBalance(db, { owner: nobody, chain: "eth", token: one })),
  );
  expect(read.map((balance) => balance?.rawAmount)).toEqual([0n, 9n]);
});

test("no calls are made when no owner waits", async () => {
  expect([await look(), proxy.posts]).toEqual([0, []]);
});

test("an owner without balances is marked as scanned too, without rows", async () => {
  const nobody: Address = "0x00000000000000000000000000000000000dead1";
  await request(nobody);
  await look();
  expect([await isScanned(nobody), await listBalances(db, nobody, ["eth"])]).toEqual([true, []]);
});

test("a token that joins the list invalidates earlier scans, and one that uses up all gas affects only itself", async () => {
  await request(devnet.demoOwner);
  await look();
  const greedy: Address = "0x0000000000000000000000000000000000009a55";
  await rpc.request<SetCode>({ method: "anvil_setCode", params: [greedy, "0xfe"] }); // INVALID
  await list([...listed, unlisted, greedy]);
  await look();
  expect(await isScanned(devnet.demoOwner)).toBe(false);
  await request(devnet.demoOwner);
  await look();
  expect(await isScanned(devnet.demoOwner)).toBe(true);
  expect((await compare([devnet.demoOwner], [...listed, unlisted])).differences).toEqual([]);
  expect(await findBalance(db, { owner: toLowerCase(devnet.demoOwner), chain: "eth", token: greedy })).toBeUndefined();
});

test("a chain's idle loop is woken by a request", async () => {
  const stop = new AbortController();
  const log = pino({ level: "silent" });
  const listener = await listenForInitialScans(database.url, { onError: (error) => expect.fail(error.message) });
  const reached = Promise.withResolvers<void>();
  const indexing = indexChain({
    db,
    chain,
    rpc,
    startBlock: undefined,
    pollMs: 1_000_000,
    limits: DEFAULT_LIMITS,
    meter: createProgressMeter("eth", ({ phase }) => phase === "head" && reached.resolve()),
    log,
    signal: stop.signal,
    woken: () => listener.woken("eth"),
  });
  try {
    await reached.promise;
    for (const owner of devnet.users) {
      await request(owner);
      await expect.poll(() => isScanned(owner), { timeout: 20_000 }).toBe(true);
    }
    expect((await compare(devnet.users)).differences).toEqual([]);
  } finally {
    stop.abort();
    await indexing;
    await listener.stop();
  }
});

interface SetCode {
  Method: "anvil_setCode";
  Parameters: [Address, Hex];
  ReturnType: null;
}
