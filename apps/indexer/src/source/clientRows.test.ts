/** A chain through the results of other clients: what is stored is the same as by anvil. */
import { startBareChain } from "@portico/devnet";
import type { Hash, Hex } from "@portico/evm";
import type { Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CLIENT_SHAPES, shapeResult } from "../testing/clientShapes.ts";
import { startRewritingProxy } from "../testing/rewritingProxy.ts";
import { syncToHead } from "../testing/sync.ts";
import { playTokenScene } from "../testing/tokenScene.ts";
import type { TokenScene } from "../testing/tokenScene.ts";

const STATE = ["approval", "balance", "nft_approval", "nft_balance", "operator_approval"];
const TABLES = ["block", "contract", "leg", "transaction", ...STATE];

let scene: TokenScene;
let prices: Map<Hash, Hex>;
let expected: Record<string, string[]>;

beforeAll(async () => {
  scene = await playTokenScene(await startBareChain(1), 30);
  prices = await readPrices();
  expected = await index(scene.chain.rpcUrl);
});
afterAll(() => scene.chain.stop());

async function readPrices(): Promise<Map<Hash, Hex>> {
  const { rpc } = scene.chain;
  const head = Number(await rpc.call("eth_blockNumber"));
  const numbers = Array.from({ length: head + 1 }, (_, number) => numberToHex(number));
  const receipts = await rpc.batch<{ transactionHash: Hash; effectiveGasPrice: Hex }[]>(
    numbers.map((number) => ["eth_getBlockReceipts", [number]]),
  );
  return new Map(receipts.flat().map(({ transactionHash, effectiveGasPrice }) => [transactionHash, effectiveGasPrice]));
}

/** @returns the stored rows by table. */
async function index(rpcUrl: string): Promise<Record<string, string[]>> {
  const { db, drop } = await createTestDatabase();
  try {
    const waits = { baseDelayMs: 1, maxDelayMs: 2, restartMs: 1 };
    await syncToHead(db, [{ chain: "eth", rpcUrls: [rpcUrl], startBlock: 0n }], { waits });
    return await readTables(db);
  } finally {
    await drop();
  }
}

async function readTables(db: Store): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(t)::text as text from ${sql.table(table)} t order by text`.execute(db);
    tables[table] = rows.map(({ text }) => text);
  }
  return tables;
}

test("the scene has rows of each kind", () => {
  const counts = Object.fromEntries(Object.entries(expected).map(([table, rows]) => [table, rows.length]));
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

test.each(CLIENT_SHAPES)("the same rows are stored by a node like $client", async (shape) => {
  const proxy = await startRewritingProxy(scene.chain.rpcUrl, ({ method }, result) =>
    shapeResult(shape, method, result, prices),
  );
  onTestFinished(() => proxy.stop());
  expect(await index(proxy.url)).toEqual(expected);
});
