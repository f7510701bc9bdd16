/**
 * Owners' events, pushed to a webhook and streamed, while processes are killed and the chain reorganises: compared with the
 * chain itself.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readEvents } from "@portico/api/testing/readEvents";
import { startReceiver, type Receiver } from "@portico/api/testing/startReceiver";
import { ensureArtefact } from "@portico/artefacts";
import type { OwnerEvent, SubscriptionWithSecret } from "@portico/contract";
import { type BareChain, startBareChain } from "@portico/devnet";
import {
  closeDatabase,
  createAccessKey,
  migrate,
  openDatabase,
  type Postgres,
  startPostgres,
  type Store,
} from "@portico/store";
import { freePort, replayEvents } from "@portico/store/testing";
import { sql } from "kysely";
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";

type Address = `0x${string}`;
const OWNERS: readonly Address[] = [1, 2, 3].map((n) => `0x${`a11ce${n}`.padStart(40, "0")}` as const);
const ROUNDS = 15;
const VICTIMS = ["api", "indexer", "postgres"] as const;

const folder = mkdtempSync(join(tmpdir(), "portico-events-"));
const [apiMain, indexerMain] = await Promise.all([ensureArtefact("api"), ensureArtefact("indexer")]);
const stopping = new AbortController();
const children = new Set<ChildProcess>();
let chain: BareChain;
let postgres: Postgres;
let receiver: Receiver;
let env: Record<string, string | undefined>;
let key: string;

beforeAll(async () => {
  [chain, receiver, postgres] = await Promise.all([
    startBareChain(1),
    startReceiver(),
    startPostgres({ dataDir: folder, port: await freePort(), log: () => undefined }),
  ]);
  const db = openDatabase(postgres.url);
  await migrate(db);
  ({ key } = await createAccessKey(db, { name: "test", isUnlimited: true }));
  await closeDatabase(db);
  env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    PORTICO_RPC_ETH: chain.rpcUrl,
    PORTICO_START_ETH: "0",
    PORTICO_TOKEN_LISTS: "none",
    PORTICO_POLL_MS: "50",
    PORTICO_EVENT_WEBHOOK_PRIVATE: "on",
    PORTICO_LOG_LEVEL: "error",
  };
}, 120_000);

afterAll(async () => {
  stopping.abort();
  await Promise.all([...children].map((child) => end(child, "SIGKILL")));
  await postgres.stop();
  await Promise.all([chain.stop(), receiver.stop()]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function start(main: string, more: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [main], { env: { ...env, ...more }, stdio: "ignore" });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** A process that is started again whenever it ends, as a supervisor does. */
function keepRunning(main: string, more: Record<string, string> = {}): { kill: () => Promise<void> } {
  let child = start(main, more);
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await once(child, "exit");
      if (!stopping.signal.aborted) child = start(main, more);
    }
  };
  void follow();
  return { kill: () => end(child, "SIGKILL") };
}

/** Kills the postmaster and all its children at once, and starts the server again. */
async function killPostgres(): Promise<void> {
  const db = openDatabase(postgres.url, { max: 1 });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const postmaster = await parentOf(rows[0]!.pid);
  process.kill(postmaster, "SIGKILL");
  await closeDatabase(db).catch(() => undefined);
  await postgres.untilEnded();
  const { port } = new URL(postgres.url);
  for (;;) {
    try {
      postgres = await startPostgres({ dataDir: folder, port: Number(port), log: () => undefined });
      return;
    } catch {
      await sleep(200); // its former processes end by themselves
    }
  }
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

async function untilAnswered<T>(work: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const result = await work().catch(() => undefined);
    if (result !== undefined) return result;
    await sleep(50);
  }
}

/** A client of the stream of an owner: it connects again after each interruption, to any of the servers. */
function followStream(owner: Address, urls: readonly string[]): { events: OwnerEvent[]; connections: () => number } {
  const events: OwnerEvent[] = [];
  let [lastId, connections] = ["eth:0", 0];
  const follow = async (): Promise<void> => {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      try {
        const response = await fetch(`${urls[attempt % urls.length]}/v1/user/events?id=${owner}&chain_ids=eth`, {
          headers: { AccessKey: key, "Last-Event-ID": lastId },
          signal: stopping.signal,
        });
        if (response.status !== 200) throw new Error(String(response.status));
        connections++;
        for await (const { event, id, data } of readEvents(response)) {
          if (event === "activity" || event === "reverted") events.push(JSON.parse(data) as OwnerEvent);
          lastId = id ?? lastId;
        }
      } catch {
        await sleep(50, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  void follow();
  return { events, connections: () => connections };
}

/** Waits until more was delivered, for some seconds at most: then nothing can be. */
async function untilMoreCame({ received }: Receiver): Promise<void> {
  const before = received.length;
  for (let waited = 0; waited < 20_000 && received.length === before; waited += 50) await sleep(50);
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

interface NodeBlock {
  number: string;
  hash: string;
  transactions: { hash: string; from: string; to: string | null }[];
}

const readBlock = (number: string): Promise<NodeBlock> => chain.rpc.call("eth_getBlockByNumber", [number, true]);

/** Blocks with some payments among the owners. */
async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    await chain.rpc.call("evm_setAutomine", [false]);
    const payments = 1 + Math.floor(Math.random() * 2);
    for (let payment = 0; payment < payments; payment++) {
      const from = pick(OWNERS);
      const value = numberToHex(BigInt(1 + Math.floor(Math.random() * 1e9)));
      await chain.rpc.call("eth_sendTransaction", [{ from, to: pick(OWNERS), value, gas: "0x5208" }]);
    }
    await chain.mine();
  }
}

/** The owner's transactions on the chain, in the form of `replayEvents`. */
async function readTruth(owner: Address): Promise<string[]> {
  const head = Number(BigInt((await readBlock("latest")).number));
  const texts: string[] = [];
  for (let number = 0; number <= head; number++) {
    const { hash, transactions } = await readBlock(numberToHex(number));
    for (const { hash: tx, from, to } of transactions) if (from === owner || to === owner) texts.push(`${hash} ${tx}`);
  }
  return texts;
}

const toReplayed = ({ number, reverts, block, tx }: OwnerEvent) => ({
  number: BigInt(number),
  reverts: reverts === null ? undefined : BigInt(reverts),
  text: `${block.hash} ${tx?.hash}`,
});

/** Each event once, in order of number, and how many came again. @throws Error if a new one came before an earlier one. */
function withoutRepeats(events: readonly OwnerEvent[]): { once: OwnerEvent[]; repeats: number } {
  const known = new Map<number, string>();
  const first: OwnerEvent[] = [];
  for (const event of events) {
    const text = JSON.stringify({ ...event, previous_number: 0 });
    const before = known.get(event.number);
    if (before !== undefined && before !== text) throw new Error(`Event ${event.id} came with other contents`);
    if (before === undefined) first.push(event);
    known.set(event.number, text);
  }
  const isInOrder = first.every(({ number }, index) => number === index + 1);
  if (!isInOrder) throw new Error(`Order: ${first.map(({ number }) => number).join(" ")}`);
  return { once: first, repeats: events.length - first.length };
}

const countStored = async (db: Store, owner: Address): Promise<number> => {
  const { rows } = await sql<{ last: bigint }>`
    select last_number as last from event_stream where chain = 'eth' and owner = ${`\\x${owner.slice(2)}`}`.execute(db);
  return Number(rows[0]?.last ?? 0n);
};

test("kills and reorganisations lose no event; what comes twice has the same number", async () => {
  for (const owner of OWNERS) {
    await chain.setBalance(owner, 10n ** 24n);
    await chain.rpc.call("anvil_impersonateAccount", [owner]);
  }
  const ports = [String(await freePort()), String(await freePort())];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const apis = ports.map((port) => keepRunning(apiMain, { PORTICO_API_PORT: port }));
  const indexer = keepRunning(indexerMain);
  const subscribed = await untilAnswered(async () => {
    const response = await fetch(`${urls[0]}/v1/account/subscriptions`, {
      method: "POST",
      headers: { AccessKey: key, "Content-Type": "application/json" },
      body: JSON.stringify({ url: receiver.url, owners: OWNERS, chain_ids: ["eth"] }),
    });
    return response.status === 201 ? ((await response.json()) as SubscriptionWithSecret) : undefined;
  });
  receiver.setSecret(subscribed.secret);
  await chain.mine();
  await untilAnswered(async () => {
    const db = openDatabase(postgres.url, { max: 1 });
    const { rows } = await sql`select from event_stream where since_block is null`.execute(db);
    await closeDatabase(db);
    return rows.length === 0 ? true : undefined;
  });
  const streams = OWNERS.map((owner) => followStream(owner, urls));

  const kills = { api: 0, indexer: 0, postgres: 0 };
  let reorganisations = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const victim = VICTIMS[round % VICTIMS.length]!;
    const snapshot = await chain.rpc.call<string>("evm_snapshot", []);
    await mine(1 + Math.floor(Math.random() * 4));
    if (round % 3 !== 0) await untilMoreCame(receiver); // otherwise the kill interrupts the recovery from the last one
    const kill = async (): Promise<void> => {
      await sleep(Math.random() * 800);
      kills[victim]++;
      await (victim === "api" ? pick(apis).kill() : victim === "indexer" ? indexer.kill() : killPostgres());
    };
    const killing = kill();
    await sleep(Math.random() * 800);
    if (round % 2 === 0) {
      await chain.rpc.call("evm_revert", [snapshot]);
      reorganisations++;
      await chain.rpc.call("anvil_setCoinbase", [
        pick(["0x00000000000000000000000000000000000000c1", "0x00000000000000000000000000000000000000c2"]),
      ]);
      await mine(1 + Math.floor(Math.random() * 5));
    }
    await mine(1);
    await killing;
  }
  await chain.mine();
  const { hash } = await readBlock("latest");
  const db = openDatabase(postgres.url, { max: 2 });
  try {
    await untilAnswered(async () => {
      const { rows } = await sql<{
        hash: string;
      }>`select logs_hash as hash from chain_state where chain = 'eth'`.execute(db);
      return rows[0]?.hash === `\\x${hash.slice(2)}` ? true : undefined;
    });
    const table: Record<string, Record<string, number>> = {};
    for (const [index, owner] of OWNERS.entries()) {
      const stored = await countStored(db, owner);
      const pushed = (): OwnerEvent[] =>
        receiver.received.map(({ data }) => data).filter((event) => event.user_addr === owner);
      const { events: streamed, connections } = streams[index]!;
      const isComplete = (events: readonly OwnerEvent[]) => new Set(events.map(({ number }) => number)).size >= stored;
      while (!isComplete(pushed()) || !isComplete(streamed)) await sleep(200);
      const truth = await readTruth(owner);
      const [byWebhook, byStream] = [withoutRepeats(pushed()), withoutRepeats(streamed)];
      expect(replayEvents(byWebhook.once.map(toReplayed))).toEqual(truth);
      expect(replayEvents(byStream.once.map(toReplayed))).toEqual(truth);
      table[owner.slice(-7)] = {
        events: stored,
        reverted: byWebhook.once.filter(({ type }) => type === "reverted").length,
        transactions: truth.length,
        lost: stored - byWebhook.once.length + (stored - byStream.once.length),
        repeatedByWebhook: byWebhook.repeats,
        repeatedByStream: byStream.repeats,
        connections: connections(),
      };
    }
    console.table({ ...table, all: { ...kills, reorganisations } });
    expect(receiver.refused).toEqual([]);
    expect(Object.values(table).every(({ reverted = 0 }) => reverted > 0)).toBe(true);
  } finally {
    await closeDatabase(db);
  }
}, 1_200_000);
