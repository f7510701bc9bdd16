/** Forks of the catalogue: two of each family, at their own addresses, read through HTTP and by direct calls. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createApi, createHttpServer } from "@portico/api";
import { createClient, unwrap, type PorticoClient } from "@portico/client";
import { createRpc, getChain, toAmount, type Address } from "@portico/evm";
import { startBareChain, type BareChain } from "@portico/devnet";
import { runIndexer, syncCatalogue, syncProtocols } from "@portico/indexer";
import { listRows, type CatalogueRow } from "@portico/protocols";
import { createAccessKey, findChainState, listProtocolChecks, listUnclassified } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createForkChain, type Fork, type ForkScene } from "./forkScene.ts";
import { scenes } from "./scenes.ts";

const log = pino({ level: "silent" });
const SETTLING = { timeout: 20_000, interval: 100 };
const POLL_MS = 50;

interface Installed {
  readonly row: CatalogueRow;
  readonly fork: Fork;
}

let chain: BareChain;
let database: TestDatabase;
let client: PorticoClient;
let stop: () => Promise<void>;
const installed = new Map<string, Installed[]>();

/** The first two protocols on Ethereum that only this family reads. */
function listTwo({ family }: ForkScene): CatalogueRow[] {
  const all = Map.groupBy(listRows(), ({ id }) => id);
  const own = [...all.values()].filter((rows) => rows.length === 1).flat();
  return own
    .filter((row) => row.family === family && row.chain === "eth" && !Object.values(row.addresses).some(Array.isArray))
    .slice(0, 2);
}

beforeAll(async () => {
  [chain, database] = await Promise.all([startBareChain(1), createTestDatabase()]);
  const on = await createForkChain(chain, createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] }));
  for (const scene of scenes) {
    const forks: Installed[] = [];
    for (const row of listTwo(scene)) forks.push({ row, fork: await scene.install(on, row) });
    installed.set(scene.family, forks);
  }
  const ending = new AbortController();
  const indexing = runIndexer({
    db: database.db,
    chains: [{ chain: "eth", rpcUrls: [chain.rpcUrl], startBlock: 0n }],
    log,
    signal: ending.signal,
    pollMs: POLL_MS,
    sideJobs: [syncCatalogue, syncProtocols].map((job) => (work) => job({ ...work, pollMs: POLL_MS })),
  });
  const rpcUrls = new Map([["eth", [chain.rpcUrl]]]);
  const api = await createApi({ databaseUrl: database.url, log, checkReplies: true, rpcUrls });
  const server = createHttpServer(api.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { key } = await createAccessKey(database.db, { name: "forks", isUnlimited: true });
  client = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accessKey: key });
  stop = async () => {
    ending.abort();
    await indexing;
    server.close();
    server.closeAllConnections();
    await api.close();
  };
});
afterAll(async () => {
  await stop();
  await Promise.all([chain.stop(), database.drop()]);
});

/** Until the head is indexed, and everything on it identified. */
async function catchUp(): Promise<void> {
  const head = await chain.rpc.call<{ hash: string }>("eth_getBlockByNumber", ["latest", false]);
  await vi.waitFor(async () => {
    expect((await findChainState(database.db, "eth"))?.balances?.hash).toBe(head.hash);
    expect((await listProtocolChecks(database.db, "eth")).size).toBeGreaterThan(100);
    expect(await listUnclassified(database.db, "eth", 1)).toEqual([]);
  }, SETTLING);
}

/** Amounts in the protocols of an owner: `protocol token` to base units. */
async function readAnswers(owner: Address): Promise<Map<string, number>> {
  const query = { id: owner, chain_id: "eth" };
  const protocols = await unwrap(client.GET("/v1/user/complex_protocol_list", { params: { query } }));
  const amounts = new Map<string, number>();
  for (const { id, portfolio_item_list: items } of protocols) {
    for (const [token, amount] of items.flatMap(({ asset_dict: assets = {} }) => Object.entries(assets))) {
      const key = `${id} ${token}`;
      amounts.set(key, (amounts.get(key) ?? 0) + amount);
    }
  }
  return amounts;
}

async function readTruth(owner: Address, forks: readonly Installed[]): Promise<Map<string, number>> {
  const truth = new Map<string, number>();
  for (const { row, fork } of forks) {
    for (const [token, rawAmount] of await fork.readTruth(owner)) {
      if (rawAmount > 0n) truth.set(`${row.id} ${token}`, toAmount(rawAmount, 18));
    }
  }
  return truth;
}

const sorted = (amounts: ReadonlyMap<string, number>) => [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1));

async function expectTruth(owner: Address, forks: readonly Installed[], places: number): Promise<void> {
  await catchUp();
  const theirs = await readTruth(owner, forks);
  const ours = await vi.waitFor(async () => {
    const answers = await readAnswers(owner);
    expect(sorted(answers)).toEqual(sorted(theirs));
    return answers;
  }, SETTLING);
  expect(ours.size).toBeGreaterThanOrEqual(places);
}

const ownerOf = (index: number): Address => `0x${(0xf0_0000 + index).toString(16).padStart(40, "0")}`;

test.each(scenes.map((scene, index) => ({ ...scene, index })))(
  "positions in two forks of $family are what their contracts say, through a reorganisation",
  async ({ family, index }) => {
    const forks = installed.get(family)!;
    expect(forks).toHaveLength(2);
    const owner = ownerOf(index);
    await chain.setBalance(owner, 10n ** 20n);
    await forks[0]!.fork.use(owner);
    await expectTruth(owner, forks, 1);
    const before = BigInt(await chain.rpc.call<string>("eth_blockNumber", []));
    await forks[1]!.fork.use(owner);
    await expectTruth(owner, forks, 2);
    const after = BigInt(await chain.rpc.call<string>("eth_blockNumber", []));
    await chain.rpc.call("anvil_rollback", [Number(after - before)]);
    await forks[0]!.fork.use(owner);
    await chain.mine(Number(after - before) + 1);
    await expectTruth(owner, forks, 1);
  },
);
