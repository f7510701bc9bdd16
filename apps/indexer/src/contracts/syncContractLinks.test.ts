import { createRpc, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import {
  DEPLOYER,
  getNonstandardToken,
  startDevnet,
  uniswapV2Deployments,
  uniswapV3Deployments,
  untilMined,
} from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { createContractNames } from "@portico/protocols";
import { findChainState, findLinkScan, listContractMetadata, listUnreadLinks } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { encodeFunctionData, parseAbi } from "viem";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { syncToHead } from "../testing/sync.ts";
import { createScanPace, planScan } from "./scanHistory.ts";
import { updateContractLinks } from "./syncContractLinks.ts";

const eth = getChain("eth");
const lower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;
const tokenOf = (kind: "implementation" | "proxy" | "upgrade") => lower(getNonstandardToken(kind).address);
const PROXY = tokenOf("proxy");
const abi = parseAbi(["function upgradeTo(address implementation)"]);

let devnet: Devnet;
let database: TestDatabase;
let rpc: Rpc;
/** After the pools were created: their creators are unknown. */
let startBlock: bigint;
let work: Parameters<typeof updateContractLinks>[0];

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 5, size: { people: 6, transactions: 80, days: 2 } }),
    createTestDatabase(),
  ]);
  rpc = createRpc({ chain: eth, urls: [devnet.chains.eth!.rpcUrl] });
  work = { db: database.db, chain: eth, rpc };
  startBlock = (await rpc.getBlockNumber()) / 2n;
  await upgradeTo("upgrade");
  await readAll();
});

afterAll(() => Promise.all([devnet.stop(), database.drop()]));

const sync = () => syncToHead(database.db, [{ chain: "eth", rpcUrls: [devnet.chains.eth!.rpcUrl], startBlock }]);

/** Indexes up to the head, and reads what waits. @returns the number of rounds. */
async function readAll(): Promise<number> {
  await sync();
  const pace = createScanPace();
  let rounds = 0;
  while ((await updateContractLinks(work, pace)) > 0) rounds++;
  expect(await listUnreadLinks(database.db, "eth", 9)).toEqual([]);
  return rounds;
}

async function linksOf(address: Address) {
  const [found] = await listContractMetadata(database.db, [{ chain: "eth", address }]);
  return { implementation: found?.implementation, factory: found?.factory };
}

async function listKnown(): Promise<Address[]> {
  const { rows } = await sql<{ address: Address }>`
    select '0x' || encode(address, 'hex') as address from contract_link where chain = 'eth'`.execute(database.db);
  return rows.map(({ address }) => address);
}

/** Mines one transaction of the deployer in its own block. */
async function send(to: Address, data: Hex): Promise<void> {
  const params = [{ from: DEPLOYER, to, data, gas: "0x100000" }];
  const hash = await rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({
    method: "eth_sendTransaction",
    params,
  });
  await untilMined(rpc, hash);
}

const upgradeTo = (kind: "implementation" | "upgrade") =>
  send(PROXY, encodeFunctionData({ abi, functionName: "upgradeTo", args: [tokenOf(kind)] }));

test("nothing is read of a chain that is not synced", async () => {
  expect(await updateContractLinks({ ...work, chain: getChain("base") }, createScanPace())).toBe(0);
});

test("contracts of the history that no table names are read, others are not", async () => {
  const names = createContractNames();
  const known = await listKnown();
  expect(known.length).toBeGreaterThan(5);
  expect(known.filter((address) => names.find("eth", address) !== undefined)).toEqual([]);
  const head = (await findChainState(database.db, "eth"))!.balances!.blockNumber;
  expect(await findLinkScan(database.db, "eth")).toEqual({ firstBlock: startBlock, lastBlock: head });
  expect(await readAll()).toBe(0);
});

test("real pools lead to the factory that made them, and a real proxy to its code", async () => {
  const [v2, v3] = [uniswapV2Deployments["eth"].factory, uniswapV3Deployments["eth"].factory].map(lower);
  const links = await Promise.all((await listKnown()).map(linksOf));
  const factories = new Set(links.flatMap(({ factory }) => factory ?? []));
  expect(factories).toEqual(new Set([v2, v3]));
  expect(await linksOf(PROXY)).toEqual({ implementation: tokenOf("upgrade"), factory: undefined });
});

test("an upgrade is read, and taken back by a reorg", async () => {
  await upgradeTo("implementation");
  expect(await readAll()).toBe(1);
  expect((await linksOf(PROXY)).implementation).toBe(tokenOf("implementation"));
  await rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: null }>({
    method: "anvil_rollback",
    params: [1],
  });
  await send(tokenOf("upgrade"), "0x");
  await send(tokenOf("upgrade"), "0x");
  await sync();
  expect((await linksOf(PROXY)).implementation).toBeUndefined();
  expect(await readAll()).toBe(1);
  expect((await linksOf(PROXY)).implementation).toBe(tokenOf("upgrade"));
});

test.each([
  ["the newest first", undefined, [91n, 100n]],
  ["then new ones", [91n, 95n], [96n, 100n]],
  ["a part of many new ones", [41n, 60n], [61n, 70n]],
  ["then older ones", [41n, 100n], [31n, 40n]],
  ["down to the first", [8n, 100n], [5n, 7n]],
  ["and no more", [5n, 100n], undefined],
] as const)("blocks are searched in turn: %s", (_, searched, next) => {
  const toSpan = (span: readonly [bigint, bigint] | undefined) => span && { firstBlock: span[0], lastBlock: span[1] };
  expect(planScan(toSpan(searched), toSpan([5n, 100n])!, 10n)).toEqual(toSpan(next));
});
