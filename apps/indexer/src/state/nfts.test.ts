import { setTimeout as sleep } from "node:timers/promises";
import { createRpc, getChain, readMany, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { APES, DEPLOYER, GALLERY, GALLERY_URIS, KITTIES, startDevnet, STOREFRONT, untilMined } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import {
  countStaleNfts,
  describeNftContracts,
  ensureChainState,
  inTransaction,
  listNftApprovals,
  listNfts,
  markNftsStale,
  upsertNftApprovals,
} from "@portico/store";
import type { BlockRef, NftKey } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { encodeFunctionData, numberToHex, parseAbi } from "viem";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { packLogs } from "../testing/blockLogs.ts";
import type { Changes } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { decodeLogs, WATCHED_TOPICS } from "../decode/decodeLogs.ts";
import { fetchBatch, runNftMetadata } from "../nftMetadata/runNftMetadata.ts";
import { fetchCollectionImages } from "../nftMetadata/fetchCollectionImages.ts";
import { createHosts } from "../nftMetadata/hosts.ts";
import { DEFAULT_NFT_SETTINGS } from "../nftMetadata/settings.ts";
import { startHost, type TestHost } from "@portico/safe-fetch/testing";
import { nfts } from "./nfts.ts";

const abi = parseAbi([
  "function ownerOf(uint256) view returns (address)",
  "function getApproved(uint256) view returns (address)",
  "function balanceOf(address, uint256) view returns (uint256)",
  "function hang(address to, uint256 tokenId, string uri)",
  "function approve(address to, uint256 tokenId)",
  "function transferFrom(address from, address to, uint256 tokenId)",
]);
const chain = getChain("eth");
const lower = (address: Address): Address => address.toLowerCase() as Address;
const log = pino({ level: "silent" });

let devnet: Devnet;
let database: TestDatabase;
let host: TestHost;
let rpc: Rpc;
let work: ChainWork;
/** All changes so far. */
let changes: Changes;

beforeAll(async () => {
  [devnet, database, host] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 3, size: { people: 8, transactions: 300, days: 2 } }),
    createTestDatabase(),
    startHost((request, response) => {
      const name = `Served at ${request.url}`;
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ name, image: host.url("/{id}.png") }));
    }),
  ]);
  rpc = createRpc({ chain, urls: [devnet.chains.eth!.rpcUrl] });
  const limits = { rangeBlocks: 100, balancePage: 20_000, sweepMs: 30_000 };
  const given: Partial<ChainWork> = { db: database.db, chain, rpc, limits };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the part uses of it
  work = given as ChainWork;
  await ensureChainState(database.db, { chain: "eth", chainId: 1, startBlock: 0n });
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop(), host.stop()]);
});

/** Decodes the logs of these blocks. */
async function decode(fromBlock: bigint): Promise<Changes> {
  const logs = await rpc.request({
    method: "eth_getLogs",
    params: [{ fromBlock: numberToHex(fromBlock), toBlock: "latest", topics: [WATCHED_TOPICS] }],
  });
  const found = createChanges();
  for (const one of logs) {
    const block = { blockNumber: BigInt(one.blockNumber!), hash: one.blockHash!, timeAt: 1, logs: packLogs([one]) };
    decodeLogs(chain, { ...block, ...EMPTY_BLOCK }, found);
  }
  return found;
}
const EMPTY_BLOCK = {
  parentHash: "0x",
  miner: undefined,
  withdrawals: [],
  rewards: [],
  transactions: [],
  internalTransfers: [],
  creations: [],
} as const;

async function getHead(): Promise<BlockRef> {
  const { number, hash, timestamp } = await rpc.getBlock();
  return { blockNumber: number, hash, timeAt: Number(timestamp) };
}

/** Mines one transaction. */
async function send(from: Address, to: Address, data: Hex): Promise<void> {
  const params = [{ from, to, data, gas: "0x200000" }];
  const hash = await rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({
    method: "eth_sendTransaction",
    params,
  });
  const { status } = await untilMined(rpc, hash);
  expect(status).toBe("success");
}

const keyOf = ({ owner, contract, tokenId }: Pick<NftKey, "contract" | "owner" | "tokenId">) =>
  `${owner} ${contract} ${tokenId}`;

/** All NFTs of all owners, with their approvals, by direct calls and from the store. */
async function expectEqualToChain(): Promise<{ held: number; approved: number }> {
  const blockNumber = await rpc.getBlockNumber();
  const keys = [...changes.nfts.values()];
  const answers = await readMany(
    rpc,
    keys.flatMap(({ owner, contract: address, tokenId, isErc1155 }) => [
      isErc1155
        ? ({ abi, address, functionName: "balanceOf", args: [owner, tokenId] } as const)
        : ({ abi, address, functionName: "ownerOf", args: [tokenId] } as const),
      { abi, address, functionName: "getApproved", args: [tokenId] } as const,
    ]),
    { blockNumber },
  );
  const held = new Map<string, bigint>();
  const approved = new Map<string, Address>();
  for (const [index, key] of keys.entries()) {
    const [first, spender] = [answers[index * 2]?.result, answers[index * 2 + 1]?.result];
    const amount = typeof first === "string" ? (lower(first) === key.owner ? 1n : 0n) : (first ?? 0n);
    if (amount > 0n) held.set(keyOf(key), amount);
    const isApproved = amount > 0n && typeof spender === "string" && spender !== ZERO_ADDRESS;
    if (isApproved) approved.set(keyOf(key), lower(spender));
  }
  const owners = [...new Set(keys.map(({ owner }) => owner))];
  const lists = await Promise.all(
    owners.map(async (owner) => (await listNfts(database.db, owner, ["eth"])).map((nft) => ({ ...nft, owner }))),
  );
  expect(new Map(lists.flat().map((nft) => [keyOf(nft), nft.rawAmount]))).toEqual(held);
  const approvals = await Promise.all(
    owners.map(async (owner) => (await listNftApprovals(database.db, owner, "eth")).map((it) => ({ ...it, owner }))),
  );
  const withGetApproved = approvals.flat().filter(({ contract }) => contract !== lower(KITTIES));
  expect(new Map(withGetApproved.map((it) => [keyOf(it), it.spender]))).toEqual(approved);
  return { held: held.size, approved: approved.size };
}

async function readAndStore(range?: Changes): Promise<boolean> {
  const { db } = database;
  const reading = await nfts.read(work, await getHead(), range);
  await inTransaction(db, async (tx) => {
    if (range !== undefined) await upsertNftApprovals(tx, "eth", [...range.nftApprovals.values()]);
    await reading.store(tx);
  });
  return reading.isLast;
}

test("all NFTs of all owners, with their approvals, equal the chain's", async () => {
  changes = await decode(0n);
  await markNftsStale(database.db, "eth", [...changes.nfts.values()]);
  await upsertNftApprovals(database.db, "eth", [...changes.nftApprovals.values()]);
  work.limits.balancePage = 15;
  let pages = 0;
  while (!(await readAndStore())) pages++;
  expect(pages).toBeGreaterThan(1);
  expect(await countStaleNfts(database.db, "eth")).toBe(0);
  const { held, approved } = await expectEqualToChain();
  expect(held).toBeGreaterThan(30);
  expect(approved).toBeGreaterThan(0);
  work.limits.balancePage = 20_000;
});

test("contracts are described by their own metadata, or else by their events", async () => {
  const rows = await database.db.selectFrom("nft_contract").selectAll().execute();
  const described = new Map(
    rows.map(({ address, name, symbol, is_erc1155 }) => [`0x${address.slice(2)}`, [name, symbol, is_erc1155]]),
  );
  expect(described.get(lower(APES))).toEqual(["BoredApeYachtClub", "BAYC", false]);
  expect(described.get(lower(KITTIES))).toEqual(["CryptoKitties", "CK", false]);
  expect(described.get(lower(STOREFRONT))).toEqual([null, null, true]);
});

test("NFTs in a range at the head are read with it, along with the queue; too many are refused", async () => {
  const from = (await rpc.getBlockNumber()) + 1n;
  const [alice, bob] = [
    lower(devnet.demoOwner),
    lower(devnet.users.find((it) => lower(it) !== lower(devnet.demoOwner))!),
  ];
  const call = (functionName: "approve" | "hang" | "transferFrom", args: readonly unknown[]) =>
    encodeFunctionData({ abi, functionName, args: args as never });
  await send(
    DEPLOYER,
    GALLERY,
    call("hang", [alice, 900n, "ipfs://QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq/900"]),
  );
  await send(DEPLOYER, GALLERY, call("hang", [alice, 901n, host.url("/{id}.json")]));
  await send(alice, GALLERY, call("approve", [bob, 900n]));
  await send(alice, GALLERY, call("approve", [bob, 901n]));
  await send(bob, GALLERY, call("transferFrom", [alice, bob, 901n]));
  const range = await decode(from);
  for (const [key, nft] of range.nfts) changes.nfts.set(key, nft);
  work.limits.balancePage = 2;
  expect(await readAndStore(range)).toBe(false);
  expect(await countStaleNfts(database.db, "eth")).toBe(2);
  work.limits.balancePage = 20_000;
  expect(await readAndStore(range)).toBe(true);
  expect(await countStaleNfts(database.db, "eth")).toBe(0);
  await expectEqualToChain();
  expect(await listNftApprovals(database.db, alice, "eth")).toContainEqual(
    expect.objectContaining({ contract: lower(GALLERY), tokenId: 900n, spender: bob, changedAt: 1 }),
  );
});

test("metadata is fetched from the contracts' URIs, and forbidden URIs are not fetched", async () => {
  const { db } = database;
  const resolve = async (name: string) => {
    if (name.endsWith("nft.test")) return [{ address: "127.0.0.1", family: 4 }];
    throw new Error(`${name} has no address`);
  };
  const ipfsGateway = host.url("/ipfs/");
  const settings = { ...DEFAULT_NFT_SETTINGS, ...host.rules, ipfsGateway, resolve, batch: 500, perHost: 500 };
  const worker = { db, log, settings, signal: new AbortController().signal, hosts: createHosts(settings) };
  expect(await fetchBatch(worker, "eth", rpc)).toBeGreaterThan(30);
  const rows = await db.selectFrom("nft").selectAll().orderBy("token_id").execute();
  const find = (contract: Address, tokenId: bigint) =>
    rows.find((row) => `0x${row.contract.slice(2)}` === lower(contract) && row.token_id === String(tokenId));
  const image = { content_type: "image_url", error: null };
  const data = { name: "On chain", content: expect.stringMatching(/^data:image\/svg\+xml;base64,/), ...image };
  const cid = "QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq";
  const id = `${"0".repeat(61)}385`;
  expect(find(GALLERY, 1n)).toMatchObject({ name: `Served at /ipfs/${cid}/1`, uri: GALLERY_URIS[0], attempts: 1 });
  expect(find(GALLERY, 2n)).toMatchObject({ ...data, attributes: [{ trait_type: "Kind", value: "data" }] });
  expect(find(GALLERY, 3n)).toMatchObject({ error: "nft.example has no address", fetched_at: null, attempts: 1 });
  expect(find(GALLERY, 4n)).toMatchObject(data);
  expect(find(GALLERY, 5n)).toMatchObject({ error: "an empty URI", fetched_at: expect.any(Date) });
  for (const refused of [6n, 7n, 9n, 10n]) {
    expect(find(GALLERY, refused)).toMatchObject({
      error: expect.any(String),
      fetched_at: expect.any(Date),
      content: null,
    });
  }
  expect(find(GALLERY, 8n)).toMatchObject({ name: "<img src=x onerror=alert(1)>", content: null, content_type: null });
  expect(find(GALLERY, 901n)).toMatchObject({
    name: `Served at /${id}.json`,
    content: host.url(`/${id}.png`),
    ...image,
  });
  expect(find(KITTIES, 1n)).toMatchObject({ error: "the contract returns no URI", fetched_at: expect.any(Date) });
  const listOf = (contract: Address) => rows.filter((row) => `0x${row.contract.slice(2)}` === lower(contract));
  expect(listOf(STOREFRONT).every(({ error }) => error === "api.opensea.io has no address")).toBe(true);
  const apes = listOf(APES).map(({ token_id, name }) => [token_id, name]);
  expect(apes).toEqual(apes.map(([tokenId]) => [tokenId, `Served at /ipfs/${cid}/${tokenId}`]));
  expect([apes.length > 0, listOf(STOREFRONT).length > 0]).toEqual([true, true]);
  expect(host.requests.every((path) => /^\/(?:ipfs\/Qm|0{61}385\.json)/.test(path))).toBe(true);
  expect(await fetchBatch(worker, "eth", rpc)).toBe(0);
});

test("a collection's image is that of its contract's metadata, once, and again after the contract changed", async () => {
  const { db } = database;
  const settings = {
    ...DEFAULT_NFT_SETTINGS,
    ...host.rules,
    ipfsGateway: host.url("/ipfs/"),
    batch: 500,
    perHost: 500,
  };
  const worker = { db, settings, signal: new AbortController().signal, hosts: createHosts(settings) };
  const imageOf = async (contract: Address) => {
    const rows = await db.selectFrom("nft_contract").select(["address", "image_url", "image_due_at"]).execute();
    const { address: _address, ...image } = rows.find(({ address }) => `0x${address.slice(2)}` === lower(contract))!;
    return image;
  };
  expect(await fetchCollectionImages(worker, "eth", rpc)).toBeGreaterThan(3);
  expect(await imageOf(GALLERY)).toEqual({ image_url: expect.stringMatching(/^data:image\/svg/), image_due_at: null });
  expect(await imageOf(KITTIES)).toEqual({ image_url: null, image_due_at: null }); // it has no contractURI
  expect(await fetchCollectionImages(worker, "eth", rpc)).toBe(0);
  await describeNftContracts(db, "eth", 1n, [
    { address: lower(GALLERY), isErc1155: false, name: "Gallery", symbol: "G" },
  ]);
  expect(await fetchCollectionImages(worker, "eth", rpc)).toBe(1);
});

test("the job retries failures, gives up in the end, and stops at the signal", async () => {
  const { db } = database;
  await db
    .updateTable("nft")
    .set({ fetched_at: null, next_attempt_at: new Date(0), attempts: 0 })
    .execute();
  const stop = new AbortController();
  const resolve = async () => Promise.reject(new Error("no DNS today"));
  const settings = {
    ...DEFAULT_NFT_SETTINGS,
    ...host.rules,
    ipfsGateway: host.url("/ipfs/"),
    resolve,
    maxAttempts: 2,
    firstRetrySeconds: 0,
    pollMs: 5,
    batch: 7,
    concurrency: 3,
  };
  const job = runNftMetadata({ db, chains: [{ chain: "eth", rpc }], log, signal: stop.signal, settings });
  const waiting = () => db.selectFrom("nft").select(["attempts", "error"]).where("fetched_at", "is", null).execute();
  const isDone = async () => (await waiting()).every(({ error }) => error === null); // those of hosts in backoff
  while (!(await isDone())) await sleep(20);
  stop.abort();
  await job;
  const rows = await db.selectFrom("nft").selectAll().where("error", "=", "no DNS today").execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ attempts, fetched_at }) => attempts === 2 && fetched_at !== null)).toBe(true);
});
