/** An index that starts in the middle of a chain: its responses for addresses that were not requested before. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createApi, createHttpServer } from "@portico/api";
import { createClient, type PorticoClient, unwrap } from "@portico/client";
import { runIndexer } from "@portico/indexer";
import { HOSTILE_TOKEN, listTokens, type Devnet, startDevnet, TREASURY, untilMined } from "@portico/devnet";
import { applyTokenList, createAccessKey, findChainState, listListedTokens } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseAbiItem,
  publicActions,
  toHex,
} from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OrderlyProxy, startOrderlyProxy } from "./orderlyProxy.ts";

const transferEvent = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");
const rebaseAbi = parseAbi(["function rebase(uint256 epoch, int256 supplyDelta) returns (uint256)"]);

let devnet: Devnet;
let database: TestDatabase;
let proxy: OrderlyProxy;
let chain: ReturnType<typeof openChain>;
let client: PorticoClient;
let get: (path: string) => Promise<Response>;
let stop: () => Promise<void>;
let since: bigint;

const lower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;
const tokenOf = (symbol: string): Address => lower(listTokens("eth").find((token) => token.symbol === symbol)!.address);
const unlisted: Address[] = [lower(HOSTILE_TOKEN.address), tokenOf("PEPE")];

const openChain = (url: string) =>
  createTestClient({ mode: "anvil", transport: http(url, { batch: true }), pollingInterval: 20 }).extend(publicActions);

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 31, size: { people: 14, transactions: 300 } }),
    createTestDatabase(),
  ]);
  const { rpcUrl } = devnet.chains.eth!;
  proxy = await startOrderlyProxy(rpcUrl);
  chain = openChain(rpcUrl);
  since = (await chain.getBlockNumber()) / 2n;
  const log = pino({ level: "silent" });
  const ending = new AbortController();
  const chains = [{ chain: "eth", rpcUrls: [proxy.url], startBlock: since }];
  const indexing = runIndexer({ db: database.db, chains, log, signal: ending.signal, pollMs: 20 });
  const { key } = await createAccessKey(database.db, { name: "truth", isUnlimited: true });
  const api = await createApi({ databaseUrl: database.url, log, checkReplies: true });
  const server = createHttpServer(api.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createClient({ baseUrl, accessKey: key });
  get = (path) => fetch(baseUrl + path, { headers: { AccessKey: key } });
  stop = async () => {
    ending.abort();
    await indexing;
    server.close();
    server.closeAllConnections();
    await api.close();
  };
  await untilHead();
  const listed = listTokens("eth").map(({ address }) => lower(address));
  await applyTokenList(
    database.db,
    "eth",
    listed
      .filter((address) => !unlisted.includes(address))
      .map((address) => ({ address, name: null, symbol: null, decimals: null, logoUrl: null, isCore: false })),
  );
});

afterAll(async () => {
  await stop();
  await Promise.all([proxy.stop(), devnet.stop(), database.drop()]);
});

/**
 * Waits until the index is at the chain's head, and so are the responses about these owners: a cached one is valid until
 * the service is notified.
 */
async function untilHead(owners: readonly Address[] = []): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { hash, number } = await chain.getBlock();
      if ((await findChainState(database.db, "eth"))?.balances?.hash !== hash) return false;
      const blocks = await Promise.all(owners.map(async (owner) => blockOf(await getTokenList(owner))));
      return blocks.every((block) => block === number);
    },
    { timeout: 30_000, interval: 20 },
  );
}

/** The request that `request` makes, to the letter: cached responses are found by it. */
const getTokenList = async (owner: Address): Promise<Response> =>
  await get(`/v1/user/token_list?id=${owner}&chain_id=eth`);

const blockOf = (response: Response): bigint =>
  BigInt(/;block=(\d+)/.exec(response.headers.get("portico-chains") ?? "")?.[1] ?? "-1");

async function send(from: Address, to: Address, data: Hex): Promise<void> {
  const params: SendTransaction["Parameters"] = [{ from, to, data, gas: toHex(1_000_000) }];
  const { status } = await proxy.apart(async () => {
    const hash = await chain.request<SendTransaction>({ method: "eth_sendTransaction", params });
    return await untilMined(chain, hash);
  });
  expect(status).toBe("success");
}

const transfer = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });

const balanceOf = (token: Address, owner: Address, blockNumber?: bigint): Promise<bigint> =>
  token === "0x"
    ? chain.getBalance({ address: owner, blockNumber })
    : chain.readContract({ abi: erc20Abi, address: token, functionName: "balanceOf", args: [owner], blockNumber });

/** The service's balances by token; the native coin is `0x`. */
async function request(owner: Address): Promise<Map<Address, bigint>> {
  const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id: owner, chain_id: "eth" } } }));
  return new Map(tokens.map(({ id, raw_amount }) => [id === "eth" ? "0x" : (id as Address), raw_amount]));
}

const listCompared = async (): Promise<Address[]> => ["0x", ...(await listListedTokens(database.db, "eth"))];

/** Listed tokens and the native coin of an owner whose balances differ between service and chain. */
async function listDifferences(owner: Address): Promise<string[]> {
  const [answered, tokens] = [await request(owner), await listCompared()];
  const differences = await Promise.all(
    tokens.map(async (token) => {
      const [ours, theirs] = [answered.get(token) ?? 0n, await balanceOf(token, owner).catch(() => 0n)];
      return ours === theirs ? [] : [`${owner} ${token}: ${ours}, but ${theirs} on chain`];
    }),
  );
  return differences.flat();
}

/** As listDifferences, at the block that the response names instead of the head. */
async function compareAtItsBlock(owner: Address): Promise<string[]> {
  const response = await getTokenList(owner);
  const blockNumber = blockOf(response);
  const tokens = (await response.json()) as { id: Address; raw_amount_str: string }[];
  const answered = new Map(tokens.map(({ id, raw_amount_str }) => [id, BigInt(raw_amount_str)]));
  const listed = await listListedTokens(database.db, "eth");
  const differences = await Promise.all(
    listed.map(async (token) => {
      const [ours, theirs] = [answered.get(token) ?? 0n, await balanceOf(token, owner, blockNumber).catch(() => 0n)];
      return ours === theirs ? [] : [`${owner} ${token} at ${blockNumber}: ${ours}, but ${theirs} on chain`];
    }),
  );
  return differences.flat();
}

/** Addresses that received tokens before the start block and are named by no event since. */
async function listQuiet(): Promise<Address[]> {
  const [before, after] = await Promise.all([
    chain.getLogs({ event: transferEvent, fromBlock: 0n, toBlock: since - 1n }),
    chain.getLogs({ fromBlock: since }),
  ]);
  const named = new Set(after.flatMap(({ topics }) => topics.map((topic) => `0x${topic.slice(-40)}`)));
  const receivers = before.flatMap(({ args: { to } }) => (to === undefined ? [] : [lower(to)]));
  return [...new Set(receivers)].filter((address) => !named.has(address));
}

async function compareUnlisted(owner: Address) {
  const answered = await request(owner);
  return await Promise.all(
    unlisted.map(async (token) => ({
      owner,
      token,
      ours: answered.get(token),
      theirs: await balanceOf(token, owner),
      hasInteracted: await hasMovedSince(token, owner),
    })),
  );
}

async function hasMovedSince(token: Address, owner: Address): Promise<boolean> {
  const logs = await chain.getLogs({ address: token, event: transferEvent, fromBlock: since });
  return logs.some(({ args: { from, to } }) => [from, to].some((who) => who?.toLowerCase() === owner.toLowerCase()));
}

test("while blocks arrive, the first response about each owner is correct at the block that it names", async () => {
  const dai = tokenOf("DAI");
  const differences: string[] = [];
  const pending = (async () => {
    for (const owner of devnet.users) differences.push(...(await compareAtItsBlock(owner)));
  })();
  for (let n = 0; n < 25; n++) await send(devnet.demoOwner, dai, transfer(devnet.users[n % 14]!, 1_000n));
  await pending;
  await untilHead();
  expect(differences).toEqual([]);
});

test("every listed token of all owners equals the chain; an unlisted one with transfers only before the start is not invented", async () => {
  const differences = await Promise.all(devnet.users.map(listDifferences));
  const others = (await Promise.all(devnet.users.map(compareUnlisted))).flat();
  const leftOut = others.filter(({ ours, theirs }) => ours === undefined && theirs > 0n);
  const compared = devnet.users.length * (await listCompared()).length;
  console.log(`initial scan: ${compared} balances compared, ${leftOut.length} unlisted ones are left out`);
  expect(differences.flat()).toEqual([]);
  expect(leftOut.filter(({ hasInteracted }) => hasInteracted)).toEqual([]);
  expect(others.filter(({ ours, theirs }) => ours !== undefined && ours !== theirs)).toEqual([]);
  expect(leftOut.length).toBeGreaterThan(0);
});

test("the response states since which block logs are indexed, and that earlier ones are collected", async () => {
  const response = await get(`/v1/user/token_list?chain_id=eth&id=${devnet.demoOwner}`);
  expect(response.headers.get("portico-chains")).toMatch(
    new RegExp(`^eth;block=\\d+;time=\\d+;since=${since};history=partial;collecting;ledger=closed$`),
  );
});

test("addresses without events since the start are scanned on request", async () => {
  const quiet = await listQuiet();
  const answers = await Promise.all(quiet.map(request));
  const differences = await Promise.all(quiet.map(listDifferences));
  console.log(`initial scan: ${quiet.length} addresses without events`);
  expect(differences.flat()).toEqual([]);
  expect(answers.filter((answer) => answer.size > 0).length).toBeGreaterThan(0);
  expect(await request("0x00000000000000000000000000000000000dead1")).toEqual(new Map());
});

test("after the initial scan, transfers are followed, and so is a rebase of a token that was only scanned", async () => {
  const ampl = tokenOf("AMPL");
  await send(devnet.demoOwner, tokenOf("DAI"), transfer(devnet.users[2]!, 12_345n));
  await untilHead([devnet.demoOwner, devnet.users[2]!]);
  for (const owner of [devnet.demoOwner, devnet.users[2]!]) expect(await listDifferences(owner)).toEqual([]);

  const isScannedOnly = await Promise.all(devnet.users.map(async (owner) => !(await hasMovedSince(ampl, owner))));
  const before = await Promise.all(devnet.users.map(async (owner) => (await request(owner)).get(ampl) ?? 0n));
  await send(TREASURY, ampl, encodeFunctionData({ abi: rebaseAbi, functionName: "rebase", args: [99n, 10n ** 15n] }));
  await untilHead(devnet.users);
  const after = await Promise.all(devnet.users.map(async (owner) => (await request(owner)).get(ampl) ?? 0n));
  const grown = devnet.users.filter((_, n) => isScannedOnly[n] === true && after[n]! > before[n]!);
  expect(grown.length).toBeGreaterThan(0);
  expect((await Promise.all(devnet.users.map(listDifferences))).flat()).toEqual([]);
});

test("owners scanned at blocks that a reorg replaced have the balances of the new blocks", async () => {
  const newOwner: Address = "0x00000000000000000000000000000000000f0110";
  const late: Address = "0x00000000000000000000000000000000000f0111";
  for (const to of [newOwner, late]) await send(devnet.demoOwner, tokenOf("DAI"), transfer(to, 5n));
  await untilHead();
  expect(await request(newOwner)).toEqual(new Map([[tokenOf("DAI"), 5n]]));
  await chain.request<Rollback>({ method: "anvil_rollback", params: [2] });
  for (const amount of [1n, 2n, 3n]) await send(devnet.demoOwner, tokenOf("LINK"), transfer(newOwner, amount));
  await untilHead([newOwner, late, devnet.demoOwner]);
  expect(await request(newOwner)).toEqual(new Map([[tokenOf("LINK"), 6n]]));
  expect(await request(late)).toEqual(new Map());
  expect(await listDifferences(devnet.demoOwner)).toEqual([]);
});

interface SendTransaction {
  Method: "eth_sendTransaction";
  Parameters: [{ from: Address; to: Address; data: Hex; gas: Hex }];
  ReturnType: Hex;
}

interface Rollback {
  Method: "anvil_rollback";
  Parameters: [number];
  ReturnType: null;
}
