import { createRpc, erc20Abi, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import {
  DEPLOYER,
  getNonstandardToken,
  HOSTILE_TOKEN,
  listTokens,
  nonstandardTokens,
  startDevnet,
  untilMined,
} from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import {
  advanceChain,
  applyTokenList,
  copyBlocks,
  describeNftContracts,
  ensureChainState,
  findToken,
  inTransaction,
  listNftDetails,
  listUntracedNftContracts,
  lockCursor,
  rewindChain,
  unknownToken,
  upsertTokens,
  writeSupplies,
} from "@portico/store";
import type { BlockRef, ListedToken, Store, Token } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { getContractAddress } from "viem";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getBlock } from "../source/blockRef.ts";
import { startFaultyProxy } from "../testing/faultyProxy.ts";
import { startRpcProxy } from "../testing/rpcProxy.ts";
import { findOrigins } from "./findOrigins.ts";
import { describeNative } from "./describeNative.ts";
import { createProgress, updateTokenMetadata, syncTokenMetadata } from "./syncTokenMetadata.ts";
import type { TokenMetadataJob } from "./syncTokenMetadata.ts";

const eth = getChain("eth");
const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;
const devnetTokens = listTokens("eth").map((token) => ({ ...token, address: toLowerCase(token.address) }));
const nonstandard = nonstandardTokens.map((token) => ({ ...token, address: toLowerCase(token.address) }));
const addressOf = (symbol: string) => devnetTokens.find((token) => token.symbol === symbol)!.address;
const NOT_HERE: Address = `0x${"ee".repeat(19)}01`;

let devnet: Devnet;
let database: TestDatabase;
let rpc: Rpc;
let job: TokenMetadataJob;

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 7, size: { people: 10, transactions: 100, days: 3 } }),
    createTestDatabase(),
  ]);
  rpc = createRpc({ chain: eth, urls: [devnet.chains.eth!.rpcUrl] });
  const signal = new AbortController().signal;
  job = { db: database.db, chain: eth, rpc, log: pino({ level: "silent" }), signal };
  await upsertTokens(database.db, [describeNative(eth)]);
  await storeHead(database.db, rpc);
  const met = [...devnetTokens, ...nonstandard].map(({ address }) => unknownToken("eth", address));
  await upsertTokens(database.db, met);
  const tokens = [addressOf("USDC"), addressOf("USDT"), NOT_HERE].map(listed);
  await updateTokenMetadata({ ...job, lists: Promise.resolve({ listFor: () => tokens }) }, createProgress());
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop()]);
});

/** The stored state of a synced chain. */
async function storeHead(db: Store, node: Rpc): Promise<BlockRef> {
  const head = await getBlock(node, "latest");
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  await copyBlocks(db, "eth", [await getBlock(node, head.blockNumber - 1n), head]);
  await advanceChain(db, "eth", { logs: head, balances: head });
  return head;
}

const listed = (address: Address): ListedToken => ({
  address,
  name: "By The List",
  symbol: "LISTED",
  decimals: 1,
  logoUrl: null,
  isCore: true,
});
const find = async (address: Address): Promise<Token> => (await findToken(database.db, "eth", address))!;

test("every devnet token is described as in its table, with its contract's supply", async () => {
  for (const { address, name, symbol, decimals } of devnetTokens) {
    const totalSupply = await rpc.readContract({ address, abi: erc20Abi, functionName: "totalSupply" });
    const expected = { name, symbol, decimals, standard: "erc20", totalSupply };
    expect(await find(address)).toMatchObject(expected);
  }
});

test("nonstandard tokens are described as far as possible", async () => {
  const plain = nonstandard.filter(({ kind }) => !["bare", "longName", "proxy"].includes(kind));
  for (const { address, name, symbol, decimals } of plain) {
    const known = decimals <= 255n ? Number(decimals) : null;
    expect(await find(address)).toMatchObject({ name, symbol, decimals: known, standard: "erc20" });
  }
  const bare = await find(toLowerCase(getNonstandardToken("bare").address));
  expect(bare).toMatchObject({ name: null, symbol: null, decimals: null, totalSupply: null, standard: "erc20" });
  expect((await find(toLowerCase(getNonstandardToken("longName").address))).name).toMatch(/^A{1,256}$/);
});

test("deployments are found in old blocks, with the creator if a transaction shows it", async () => {
  for (const { address } of nonstandard) {
    expect((await find(address)).creator).toBe(toLowerCase(DEPLOYER));
  }
  const { address } = nonstandard[0]!;
  const [block, before] = await findBlocks((await find(address)).timeAt!);
  expect(await rpc.getCode({ address, blockNumber: block })).toBeDefined();
  expect(await rpc.getCode({ address, blockNumber: before })).toBeUndefined();
  expect(await find(addressOf("USDC"))).toMatchObject({ timeAt: expect.any(Number) as number, creator: null });
});

test("origins are searched together, with at most the requested number of calls at once", async () => {
  const addresses = nonstandard.map(({ address }) => address);
  const calls = { running: 0, atOnce: 0, all: 0 };
  const counting = {
    ...rpc,
    send: async (query: { method: string }) => {
      if (query.method !== "eth_call") return await rpc.send(query);
      calls.all++;
      calls.atOnce = Math.max(calls.atOnce, ++calls.running);
      return await rpc.send(query).finally(() => void calls.running--);
    },
  } as Rpc;
  const head = await rpc.getBlockNumber();
  const search = { head, signal: job.signal, maxAtOnce: 1 };
  const origins = await findOrigins(counting, addresses, search);
  expect(calls.atOnce).toBe(1);
  const rounds = Math.ceil(Math.log2(Number(head))) + 2;
  expect(calls.all).toBeLessThan((addresses.length * rounds) / 2);
  for (const origin of origins.slice(0, 2))
    expect([origin]).toEqual(await findOrigins(rpc, [origin.address], { ...search, maxAtOnce: 4 }));
});

test("on a node of a limited rate, searches for deployments wait for histories, but not for long", async () => {
  const { address } = nonstandard[0]!;
  const { db } = database;
  const limited: Rpc = { ...rpc, readLimits: async () => ({ ...(await rpc.readLimits()), rate: 25, batchRate: 25 }) };
  const progress = createProgress();
  const isFoundBy = async (client: Rpc): Promise<boolean> => {
    const bytes = Buffer.from(address.slice(2), "hex");
    await sql`update token set creator = null, is_traced = false where address = ${bytes}`.execute(db);
    await updateTokenMetadata({ ...job, rpc: client }, progress);
    return (await find(address)).creator !== null;
  };
  expect(await isFoundBy(limited)).toBe(true);
  await sql`insert into owner_history (chain, owner, to_block) values ('eth', decode(repeat('01', 20), 'hex'), 9)`.execute(
    db,
  );
  expect([await isFoundBy(limited), await isFoundBy(rpc), await isFoundBy(limited)]).toEqual([false, true, false]);
  progress.tracedAt -= 3_600_000;
  expect(await isFoundBy(limited)).toBe(true);
  await sql`update owner_history set calls_from = 0, logs_from = 0`.execute(db);
  expect(await isFoundBy(limited)).toBe(true);
  await sql`delete from owner_history`.execute(db);
});

/** Deploys a contract that creates another one while it is deployed. */
async function deployByFactory(): Promise<{ factory: Address; child: Address }> {
  const childInit = "600160005360016000f3"; // code: one byte
  const init = `0x69${childInit}5f52600a60165ff05060015f5360015ff3`;
  const params = [{ from: DEPLOYER, data: init, gas: "0x200000" }];
  const hash = await rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({
    method: "eth_sendTransaction",
    params,
  });
  const { contractAddress } = await untilMined(rpc, hash);
  const factory = toLowerCase(contractAddress!);
  return { factory, child: toLowerCase(getContractAddress({ from: factory, nonce: 1n })) };
}

test("the creator of a contract that a contract created is found in traces of either kind, if the node has them", async () => {
  const { factory, child } = await deployByFactory();
  const refused: string[] = [];
  const proxy = await startRpcProxy(devnet.chains.eth!.rpcUrl, async (body, forward) => {
    const { id } = JSON.parse(body) as { id: number };
    if (!refused.some((method) => body.includes(method))) return forward(body);
    const error = { code: -32_601, message: "the method does not exist" };
    return { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id, error }) };
  });
  const limited = createRpc({ chain: eth, urls: [proxy.url], baseDelayMs: 1 });
  const creators: (Address | null)[] = [];
  for (const method of ["none", "trace_block", "debug_traceBlockByHash"]) {
    refused.push(method);
    const [origin] = await findOrigins(limited, [child], { head: await rpc.getBlockNumber(), signal: job.signal });
    expect(origin?.timeAt).toEqual(expect.any(Number));
    creators.push(origin!.creator);
  }
  expect(creators).toEqual([factory, factory, null]);
  await proxy.stop();
});

test("an NFT collection that a factory made before the first block has a creator, until a reorg removes it", async () => {
  const { db, drop } = await createTestDatabase();
  const { factory, child } = await deployByFactory();
  const head = await storeHead(db, rpc);
  const collection = { address: child, isErc1155: false, name: "Made", symbol: null };
  await describeNftContracts(db, "eth", head.blockNumber, [collection]);
  const read = async () =>
    (await listNftDetails(db, [{ chain: "eth", contract: child, tokenId: 1n }]))[0]?.collection ?? undefined;
  expect(await read()).toMatchObject({ creator: null, timeAt: null });
  await updateTokenMetadata({ ...job, db }, createProgress());
  expect(await read()).toMatchObject({ creator: factory, timeAt: expect.any(Number) as number });
  expect(await listUntracedNftContracts(db, "eth", 9)).toEqual([]);
  await rewindChain(db, "eth", { ...head, timeAt: (await read())!.timeAt! });
  expect(await read()).toMatchObject({ creator: null, timeAt: null });
  expect(await listUntracedNftContracts(db, "eth", 9)).toEqual([child]);
  await drop();
});

/** The block at a time, and the one before it. */
async function findBlocks(timeAt: number): Promise<[bigint, bigint]> {
  for (let block = await rpc.getBlockNumber(); block > 0n; block--) {
    if (Number((await rpc.getBlock({ blockNumber: block })).timestamp) === timeAt) return [block, block - 1n];
  }
  throw new Error(`No block at ${timeAt}`);
}

test("a listed token's contract overrides the list, which is used where there is no contract", async () => {
  expect(await find(addressOf("USDT"))).toMatchObject({
    name: "Tether USD",
    symbol: "USDT",
    decimals: 6,
    isVerified: true,
  });
  expect(await find(NOT_HERE)).toMatchObject({ name: "By The List", decimals: 1, standard: "unknown", timeAt: null });
});

test("the devnet's fake tokens are distinguished from the tokens that they imitate", async () => {
  const [scam, fake] = ["Visit claim-usdt.com", "USD Coin"].map(
    (name) => nonstandard.find((token) => token.name === name)!.address,
  );
  expect(await find(scam!)).toMatchObject({ name: "Visit claim-usdt.com", isScam: true, isSuspicious: true });
  expect(await find(fake!)).toMatchObject({ symbol: "USDC", isScam: false, isSuspicious: true });
  expect(await find(addressOf("USDC"))).toMatchObject({ symbol: "USDC", isScam: false, isSuspicious: false });
  expect(await find(toLowerCase(HOSTILE_TOKEN.address))).toMatchObject({ isScam: true, isSuspicious: true });
  expect(await find(addressOf("AMPL"))).toMatchObject({ isScam: false, isSuspicious: false });
});

test("a changed list makes other tokens suspicious, without a restart", async () => {
  const stop = new AbortController();
  const running = syncTokenMetadata({ ...job, signal: stop.signal, pollMs: 5 });
  await applyTokenList(database.db, "eth", [listed(addressOf("AMPL")), listed(addressOf("USDT"))]);
  const usdc = nonstandard.find(({ name }) => name === "USD Coin")!.address;
  await expect.poll(() => find(usdc)).toMatchObject({ isSuspicious: false });
  await expect
    .poll(() => find(addressOf("USDC")))
    .toMatchObject({ isVerified: false, isScam: false, name: "USD Coin" });
  stop.abort();
  await running;
});

test("a node that returns another block than requested is called again", async () => {
  const { db, drop } = await createTestDatabase();
  const faults = ["wrongBlock"] as const;
  const proxy = await startFaultyProxy(devnet.chains.eth!.rpcUrl, { seed: 3, rate: 0.25, faults });
  const disturbed = createRpc({ chain: eth, urls: [proxy.url], baseDelayMs: 1 });
  await storeHead(db, rpc);
  await upsertTokens(
    db,
    nonstandard.map(({ address }) => unknownToken("eth", address)),
  );
  const progress = createProgress();
  // a round in which the node was wrong too often in succession ends, and the next continues
  for (let round = 0; round < 5; round++)
    await updateTokenMetadata({ ...job, db, rpc: disturbed }, progress).catch(() => {});
  for (const { address } of nonstandard) {
    const { creator, timeAt } = await find(address);
    expect(await findToken(db, "eth", address)).toMatchObject({ creator, timeAt });
  }
  expect(proxy.injected.wrongBlock).toBeGreaterThan(0);
  await Promise.all([proxy.stop(), drop()]);
});

test("a node without historical states leaves deployments unknown until another responds, and all else is read", async () => {
  const pruning = await startDevnet({
    chains: ["eth"],
    maxPersistedStates: 4,
    size: { people: 10, transactions: 10, days: 2 },
  });
  const { db, drop } = await createTestDatabase();
  const weth = addressOf("WETH");
  await upsertTokens(db, [unknownToken("eth", weth)]);
  const progress = createProgress();
  const url = pruning.chains.eth!.rpcUrl;
  const pruningRpc = createRpc({ chain: eth, urls: [url], baseDelayMs: 1 });
  await storeHead(db, pruningRpc);
  await updateTokenMetadata({ ...job, db, rpc: pruningRpc }, progress);
  expect(await findToken(db, "eth", weth)).toMatchObject({ symbol: "WETH", timeAt: null, creator: null });
  for (const timeAt of [null, expect.any(Number)]) {
    await updateTokenMetadata({ ...job, db }, progress); // the first round after a refusal is skipped
    expect(await findToken(db, "eth", weth)).toMatchObject({ timeAt });
  }
  await Promise.all([pruning.stop(), drop()]);
});

test("token metadata of a block that is dropped before it is stored is not stored", async () => {
  const { db, drop } = await createTestDatabase();
  const head = await storeHead(db, rpc);
  const fork = await getBlock(rpc, head.blockNumber - 1n);
  let isDropped = false;
  const proxy = await startRpcProxy(devnet.chains.eth!.rpcUrl, async (body, forward) => {
    const answer = await forward(body);
    if (!isDropped && body.includes("eth_call")) {
      isDropped = true;
      await inTransaction(db, async (tx) => {
        await rewindChain(tx, "eth", fork);
        await advanceChain(tx, "eth", { balances: fork });
      });
    }
    return answer;
  });
  const weth = addressOf("WETH");
  await upsertTokens(db, [unknownToken("eth", weth)]);
  const behind = { ...job, db, rpc: createRpc({ chain: eth, urls: [proxy.url], baseDelayMs: 1 }) };
  await updateTokenMetadata(behind, createProgress());
  expect(await findToken(db, "eth", weth)).toMatchObject({ name: null, metadataBlock: null });
  await updateTokenMetadata(behind, createProgress());
  expect(await findToken(db, "eth", weth)).toMatchObject({ symbol: "WETH", metadataBlock: fork.blockNumber });
  await Promise.all([proxy.stop(), drop()]);
});

test("writers of token metadata and of a head wait for each other, without a deadlock", async () => {
  const { db, drop } = await createTestDatabase();
  const head = await storeHead(db, rpc);
  const [first, second] = [addressOf("WETH"), addressOf("USDC")].toSorted();
  await upsertTokens(
    db,
    [first!, second!].map((address) => unknownToken("eth", address)),
  );
  const listing = await inTransaction(db, async (tx) => {
    await lockCursor(tx, "eth", head.blockNumber);
    await writeSupplies(tx, "eth", [{ token: second!, totalSupply: 1n }]);
    const lists = Promise.resolve({ listFor: () => [listed(first!), listed(second!)] });
    const done = updateTokenMetadata({ ...job, db, lists }, createProgress());
    await expect.poll(() => countWaiting(db)).toBe(1);
    await writeSupplies(tx, "eth", [{ token: first!, totalSupply: 1n }]);
    return { done };
  });
  await listing.done;
  expect(await findToken(db, "eth", first!)).toMatchObject({
    isVerified: true,
    totalSupply: expect.anything() as bigint,
  });
  await drop();
});

async function countWaiting(db: Store): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
