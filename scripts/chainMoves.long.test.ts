/**
 * Kills the indexer that holds a chain while blocks arrive and several APIs answer: records when another one goes on, for
 * apps/docs/scaling.md, without time limits.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ensureArtefact } from "@portico/artefacts";
import { type BareChain, startBareChain } from "@portico/devnet";
import { startProcess, type TestProcess } from "@portico/server/testing";
import { createAccessKey, readLeases } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { type Address, type Hex, numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";

const KILLS = 8;
const BLOCK_MS = 250;
const READ_MS = 20;
const PAYER: Address = "0x00000000000000000000000000000000000000aa";
const PAYEE: Address = "0x00000000000000000000000000000000000000bb";

let chain: BareChain;
let database: TestDatabase;
let apis: TestProcess[];
const indexers = new Map<number, TestProcess>();
const running = { isOver: false };
const load = { answers: 0, failed: [] as string[], stepsBack: 0, wrong: [] as string[] };
/** Each later block pays the payee 1 wei, so that its balance tells which blocks are indexed. */
let firstBlock: bigint;

beforeAll(async () => {
  [chain, database] = await Promise.all([startBareChain(1), createTestDatabase()]);
  firstBlock = await readHead();
  for (let n = 0; n < 3; n++) await addIndexer();
  const api = await ensureArtefact("api");
  apis = [1, 2].map(() => startProcess(api, [], { ...environment(), PORTICO_API_PORT: "0" }));
});

afterAll(async () => {
  const processes = [...indexers.values(), ...apis];
  for (const { child } of processes) child.kill("SIGTERM");
  await Promise.all(processes.map(({ end }) => end));
  await Promise.all([chain.stop(), database.drop()]);
});

const environment = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  PORTICO_RPC_ETH: chain.rpcUrl,
  PORTICO_START_ETH: "0",
  PORTICO_TOKEN_LISTS: "none",
});

async function addIndexer(): Promise<void> {
  const started = startProcess(await ensureArtefact("indexer"), [], environment());
  indexers.set(started.child.pid ?? 0, started);
}

const readHead = async (): Promise<bigint> => BigInt(await chain.rpc.call("eth_blockNumber"));

async function addBlocks(): Promise<void> {
  while (!running.isOver) {
    await chain.send({ from: PAYER, to: PAYEE, value: 1n });
    await sleep(BLOCK_MS);
  }
}

/** The payee's balance, and the block that the answer is as of. */
async function ask(url: string, key: string): Promise<{ amount: bigint; block: bigint }> {
  const response = await fetch(`${url}/v1/user/token_list?id=${PAYEE}&chain_id=eth&is_all=true`, {
    headers: { AccessKey: key },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const [, amount = "0"] = /"raw_amount":(\d+)/.exec(text) ?? [];
  const [, block = "0"] = /\beth;block=(\d+)/.exec(response.headers.get("portico-chains") ?? "") ?? [];
  return { amount: BigInt(amount), block: BigInt(block) };
}

async function read(url: string, key: string): Promise<void> {
  let last = 0n;
  while (!running.isOver) {
    const answer = await ask(url, key).catch((error: unknown) => void load.failed.push(String(error)));
    load.answers++;
    if (answer !== undefined) {
      const { amount, block } = answer;
      if (block < last) load.stepsBack++;
      if (amount !== block - firstBlock) load.wrong.push(`${amount} at block ${block}`);
      last = block;
    }
    await sleep(READ_MS);
  }
}

/** The process that holds the chain, other than `than`; waits for it. */
async function untilHeld(than?: TestProcess): Promise<TestProcess> {
  for (;;) {
    const { holders } = await readLeases(database.db);
    const holder = indexers.get(Number(holders.get("eth")?.split("/")[1]));
    if (holder !== undefined && holder !== than) return holder;
    await sleep(10);
  }
}

async function untilAnswered(url: string, key: string, block: bigint): Promise<void> {
  while ((await ask(url, key)).block < block) await sleep(10);
}

const render = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b).map((ms) => (ms / 1_000).toFixed(1));
  return `${sorted[sorted.length >> 1]} s (${sorted[0]} to ${sorted.at(-1)})`;
};

test("a chain moves from a killed indexer to another: no request fails, no block is missed", async () => {
  const { key } = await createAccessKey(database.db, { name: "test", isUnlimited: true });
  const urls = await Promise.all(apis.map((api) => api.url()));
  const adding = addBlocks();
  await untilAnswered(urls[0]!, key, firstBlock + 1n);
  await untilAnswered(urls[1]!, key, firstBlock + 1n);
  const reading = urls.map((url) => read(url, key));

  const [heldAfter, answeredAfter]: [number[], number[]] = [[], []];
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(2_000 + Math.random() * 1_000);
    const victim = await untilHeld();
    victim.child.kill("SIGKILL");
    const [killedAt, head] = [performance.now(), await readHead()];
    await untilHeld(victim);
    heldAfter.push(performance.now() - killedAt);
    await untilAnswered(urls[kill % 2]!, key, head + 1n);
    answeredAfter.push(performance.now() - killedAt);
    indexers.delete(victim.child.pid ?? 0);
    await addIndexer();
  }
  running.isOver = true;
  await Promise.all([adding, ...reading]);
  const head = await readHead();
  for (const url of urls) await untilAnswered(url, key, head);

  const { rows: blocks } = await sql<{ block: bigint; hash: Hex }>`
    select block_number as block, '0x' || encode(hash, 'hex') as hash from block
    where chain = 'eth' and block_number > ${firstBlock} order by block_number`.execute(database.db);
  expect(blocks.map(({ block }) => block)).toEqual(
    Array.from({ length: Number(head - firstBlock) }, (_, n) => firstBlock + 1n + BigInt(n)),
  );
  const chains = await chain.rpc.batch<{ hash: Hex }>(
    blocks.map(({ block }) => ["eth_getBlockByNumber", [numberToHex(block), false]]),
  );
  expect(blocks.map(({ hash }) => hash)).toEqual(chains.map(({ hash }) => hash));
  const last = await Promise.all(urls.map((url) => ask(url, key)));
  expect(last.map(({ amount }) => amount)).toEqual([head - firstBlock, head - firstBlock]);
  console.log(
    `${KILLS} kills: another process holds the chain after ${render(heldAfter)}, a block from after the kill is answered after ${render(answeredAfter)}; ` +
      `${blocks.length} blocks, 0 missed; ${load.answers} answers, ${load.failed.length} failed, ${load.stepsBack} steps back, ${load.wrong.length} wrong`,
  );
  expect(load).toMatchObject({ failed: [], stepsBack: 0, wrong: [] });
});
