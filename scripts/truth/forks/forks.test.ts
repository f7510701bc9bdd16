/** Forks of the catalogue: two of each family, at their own addresses, read through HTTP and by direct calls. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createApi, createHttpServer } from "@portico/api";
import { createClient, unwrap, type PorticoClient } from "@portico/client";
import { createRpc, getChain, toAmount, type Address } from "@portico/evm";
import { startBareChain, type BareChain } from "@portico/devnet";
import { runIndexer, syncCatalogue, syncProtocols } from "@portico/indexer";
import { addCatalogue } from "@portico/protocols";
import { createAccessKey, findChainState, listProtocolChecks, listUnclassified } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createForkChain, type Fork } from "./forkScene.ts";
import { chooseRows, type ChosenRow } from "./chooseRows.ts";
import { scenes } from "./scenes.ts";
import { shareBlocks, type SharedBlocks } from "./shareBlocks.ts";

const log = pino({ level: "silent" });
const SETTLING = { timeout: 20_000, interval: 100 };
/** Blocks are indexed many at once, not each as it is mined. */
const POLL_MS = 500;
/** Mined after those with transactions, so that a long chain is reorganised. */
const EXTRA_BLOCKS = 100;

interface Installed extends ChosenRow {
  readonly fork: Fork;
}

let chain: BareChain;
let blocks: SharedBlocks;
let database: TestDatabase;
let client: PorticoClient;
let stop: () => Promise<void>;
const installed = new Map<string, Installed[]>();

beforeAll(async () => {
  [chain, database] = await Promise.all([startBareChain(1), createTestDatabase()]);
  blocks = shareBlocks(chain);
  const on = await createForkChain(blocks.chain, createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl] }));
  const chosen = scenes.map((scene) => ({ scene, rows: chooseRows(scene) }));
  addCatalogue(chosen.flatMap(({ rows }) => rows.flatMap(({ row, isOwn }) => (isOwn ? [] : [row]))));
  for (const { scene, rows } of chosen) {
    const forks: Installed[] = [];
    for (const one of rows) forks.push({ ...one, fork: await scene.install(on, one.row) });
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
  addCatalogue([]);
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
      if (rawAmount !== 0n) truth.set(`${row.id} ${token}`, toAmount(rawAmount, 18));
    }
  }
  return truth;
}

const sorted = (amounts: ReadonlyMap<string, number>) => [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Sums of an answer's doubles may differ from a sum of integers by a few units in the last place. */
const MAX_ROUNDING = 4 * Number.EPSILON;

const withoutRounding = (amounts: ReadonlyMap<string, number>, truth: ReadonlyMap<string, number>) =>
  new Map(
    [...amounts].map(([key, amount]) => {
      const exact = truth.get(key) ?? 0;
      return [key, Math.abs(amount - exact) <= MAX_ROUNDING * Math.abs(exact) ? exact : amount];
    }),
  );

const ownerOf = (index: number): Address => `0x${(0xf0_0000 + index).toString(16).padStart(40, "0")}`;
const owners = scenes.map(({ family }, index) => ({ family, owner: ownerOf(index) }));

/** Gives the owner of each family a position in its first or its last fork. */
async function useForks(at: 0 | -1): Promise<void> {
  await blocks.together(() =>
    Promise.all(owners.map(({ family, owner }) => installed.get(family)!.at(at)!.fork.use(owner))),
  );
  await catchUp();
}

async function expectTruth({ family, owner }: { family: string; owner: Address }): Promise<void> {
  const theirs = await readTruth(owner, installed.get(family)!);
  await vi.waitFor(
    async () => expect(sorted(withoutRounding(await readAnswers(owner), theirs))).toEqual(sorted(theirs)),
    SETTLING,
  );
}

const isIn = async (owner: Address, { row }: Installed) =>
  [...(await readAnswers(owner)).keys()].some((key) => key.startsWith(`${row.id} `));

describe("positions in forks are what their contracts say", () => {
  beforeAll(async () => {
    for (const { owner } of owners) await chain.setBalance(owner, 10n ** 20n);
    await useForks(0);
  });

  test.each(owners)("in one fork of $family", async (one) => {
    await expectTruth(one);
    expect(await isIn(one.owner, installed.get(one.family)![0]!)).toBe(true);
  });

  describe("and in another", () => {
    let added: number;
    let snapshot: string;
    const readHead = async () => Number(await chain.rpc.call<string>("eth_blockNumber", []));
    beforeAll(async () => {
      const before = await readHead();
      snapshot = await chain.rpc.call<string>("evm_snapshot", []); // anvil_rollback loses code after 500 blocks
      await useForks(-1);
      await chain.mine(EXTRA_BLOCKS);
      await catchUp();
      added = (await readHead()) - before;
    });

    test.each(owners)("of $family", async (one) => {
      await expectTruth(one);
      expect(await isIn(one.owner, installed.get(one.family)!.at(-1)!)).toBe(true);
    });

    describe("and in the first alone after a reorganisation", () => {
      beforeAll(async () => {
        await chain.rpc.call("evm_revert", [snapshot]);
        await useForks(0);
        await chain.mine(added + 1);
        await catchUp();
      });

      test.each(owners)("of $family", async (one) => {
        await expectTruth(one);
        const forks = installed.get(one.family)!;
        const isThere = await Promise.all(forks.map(async (fork) => await isIn(one.owner, fork)));
        expect(isThere).toEqual([true, false].slice(0, forks.length));
      });
    });
  });
});
