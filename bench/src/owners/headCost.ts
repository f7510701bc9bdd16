import { setTimeout as sleep } from "node:timers/promises";
import { startDevnet } from "@portico/devnet";
import { startNodeProfile, type ProfiledNode } from "@portico/evm/testing/nodeProfiles";
import { findChainState, type Store } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres, type TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { type Benchmark, type Row, toRow } from "../benchmark.ts";
import { createNode, type Node } from "../chain/node.ts";
import { type RunningIndexer, startIndexer } from "../indexer/startIndexer.ts";
import { followOwners } from "./followOwners.ts";
import { createHeadTraffic } from "./headTraffic.ts";

const COUNTS = [100, 10_000, 100_000] as const;
const LABELS = ["100", "10k", "100k"] as const;
const POLL_MS = 2_000;
const ROUNDS = 4;
const BLOCKS = 12;
/** Blocks before the first round, while the work after a start goes on. */
const WARM_UP = 12;
/** What an indexer may send at most per poll, with any number of owners. */
const MAX_CALLS = 12;
const UNITS = { calls: "calls/block", bytes: "kB/block", cpu: "ms CPU/block" } as const;
type Cost = Record<keyof typeof UNITS, number>;
const KINDS = ["calls", "bytes", "cpu"] as const;

interface Side {
  readonly label: string;
  readonly proxy: ProfiledNode;
  readonly database: TestDatabase;
  readonly indexer: RunningIndexer;
  readonly costs: Cost[];
}

/**
 * What following the head costs for owners beside everything, on the same blocks: an indexer for each number of owners,
 * and one for everybody, poll one chain that has a block at each poll.
 */
export const ownersHeadCost: Benchmark = {
  names: [...LABELS.flatMap((label) => KINDS.map((kind) => `owners/${kind}-${label}`)), "owners/calls-per-poll"],
  async run({ log }) {
    const size = { people: 2, transactions: 0, days: 2, blocks: 2 };
    const [devnet, postgres] = await Promise.all([startDevnet({ chains: ["eth"], size }), startTestPostgres()]);
    const template = await createTemplate(postgres.url);
    const rpcUrl = devnet.chains.eth?.rpcUrl ?? "";
    const node = createNode(rpcUrl);
    const traffic = await createHeadTraffic(node, WARM_UP + ROUNDS * BLOCKS);
    const sides: Side[] = [];
    try {
      await traffic.setUp();
      const head = BigInt(await readHead(node));
      for (const [index, label] of [...LABELS, "full"].entries()) {
        const database = await createTestDatabase({ serverUrl: postgres.url, template });
        const count = COUNTS[index];
        if (count !== undefined) await followOwners(database.db, traffic.listOwners(count), head);
        const proxy = await startNodeProfile(rpcUrl, {});
        const env = { PORTICO_START_ETH: String(head), PORTICO_POLL_MS: String(POLL_MS), PORTICO_PRICE_DAYS: "0" };
        const indexer = startIndexer({ databaseUrl: database.url, rpcUrl: proxy.url, mode: "full", env });
        sides.push({ label, proxy, database, indexer, costs: [] });
      }
      await mineBlocks(WARM_UP, { node, sides, mine: traffic.mineBlock });
      for (const { database } of sides) await forgetChecks(database.db);
      for (let round = 1; round <= ROUNDS; round++) {
        const before = sides.map(readCost);
        await mineBlocks(BLOCKS, { node, sides, mine: traffic.mineBlock });
        for (const [index, side] of sides.entries()) side.costs.push(perBlock(before[index]!, readCost(side)));
        log(`round ${round} of ${ROUNDS}: ${sides.map(toText).join("; ")}`);
      }
      for (const { label, proxy } of sides) log(`${label}: ${JSON.stringify([...proxy.counts].map(toCount))}`);
      return toRows(sides);
    } finally {
      await Promise.all(sides.map(({ indexer }) => indexer.stop()));
      await Promise.all(sides.flatMap(({ proxy, database }) => [proxy.stop(), database.drop()]));
      node.close();
      await Promise.all([devnet.stop(), postgres.stop()]);
    }
  },
};

/**
 * The bundled token lists are new to these databases, so that the histories of all holders are to be checked again: once, for
 * minutes, whatever blocks bring.
 */
async function forgetChecks(db: Store): Promise<void> {
  await sql`delete from history_token`.execute(db);
  await sql`update owner_history set change_count = 0`.execute(db);
}

/** One at a time, as often as the indexers poll, and only once all have the previous one. */
async function mineBlocks(
  blocks: number,
  { node, sides, mine }: { node: Node; sides: readonly Side[]; mine: () => Promise<void> },
): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    const pause = sleep(POLL_MS);
    await mine();
    const head = BigInt(await readHead(node));
    await pause;
    for (const { database, indexer } of sides) {
      while (((await findChainState(database.db, "eth"))?.balances?.blockNumber ?? 0n) < head) {
        indexer.check();
        await sleep(20);
      }
    }
  }
}

const readHead = async (node: Node): Promise<string> => String((await node.batch([["eth_blockNumber", []]]))[0]);

function readCost({ proxy, indexer }: Side): Cost {
  const counts = [...proxy.counts.values()];
  return {
    calls: counts.reduce((sum, { requests }) => sum + requests, 0),
    bytes: counts.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
    cpu: indexer.readUsage().cpuSeconds * 1_000,
  };
}

const perBlock = (before: Cost, after: Cost): Cost => ({
  calls: (after.calls - before.calls) / BLOCKS,
  bytes: (after.bytes - before.bytes) / BLOCKS,
  cpu: (after.cpu - before.cpu) / BLOCKS,
});

const toText = ({ label, costs }: Side): string =>
  `${label} ${KINDS.map((kind) => `${costs.at(-1)?.[kind].toFixed(1)} ${UNITS[kind]}`).join(", ")}`;

const toCount = ([method, { requests, bytes }]: [string, { requests: number; bytes: number }]) =>
  `${method} ${requests} ${Math.round(bytes / 1_000)} kB`;

function toRows(sides: readonly Side[]): Row[] {
  const full = sides.at(-1)!;
  const ofOwners = sides.slice(0, -1);
  const rows = ofOwners.flatMap(({ label, costs }) =>
    KINDS.map((kind) =>
      toRow({
        name: `owners/${kind}-${label}`,
        unit: UNITS[kind],
        against: "full",
        goal: 1,
        kind: "cost",
        ours: costs.map((cost) => cost[kind]),
        theirs: full.costs.map((cost) => cost[kind]),
      }),
    ),
  );
  const most = full.costs.map((_, round) => Math.max(...ofOwners.map(({ costs }) => costs[round]!.calls)));
  const limit = { against: "its limit", theirs: [MAX_CALLS], goal: 1, kind: "cost" } as const;
  return [...rows, toRow({ ...limit, name: "owners/calls-per-poll", unit: "calls/poll", ours: most })];
}
