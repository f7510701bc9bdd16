import { setTimeout as sleep } from "node:timers/promises";
import { type Devnet, startDevnet } from "@portico/devnet";
import { type NodeProfile, startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import { startExplorerServer } from "@portico/indexer/testing/explorerServer";
import { findChainState, requestInitialScan, type Store } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { sql } from "kysely";
import type { Address } from "viem";
import { type Benchmark, type Row, toRow } from "../benchmark.ts";
import { startIndexer } from "../indexer/startIndexer.ts";
import { listCounts } from "./listCounts.ts";

const LIMITS = { rps: 25, delayMs: 50 };
const EXPLORER = { style: "etherscan", ratePerSecond: 3 } as const;
const COUNTS = [10, 1_000] as const;
const LONG = 100_000;
const NAMES = new Map([
  [10, "10"],
  [1_000, "1k"],
  [LONG, "100k"],
]);
/** Seconds; of more transactions in proportion, for the record. */
const LIMIT_S = 60;
/** Once the node is no longer busy with the work after a start. */
const PAUSE_MS = 30_000;
/**
 * The node's own index; an explorer; and the node's index where a batch of up to ten calls counts as one request, as some
 * providers count.
 */
const SOURCES = ["ots", "explorer", "batches"] as const;
type Source = (typeof SOURCES)[number];
const PROFILES: Record<Source, NodeProfile> = {
  ots: LIMITS,
  explorer: { ...LIMITS, lacks: /^(ots_|trace_filter)/ },
  batches: { ...LIMITS, rpsOf: "requests", maxBatch: 10 },
};

interface Measured {
  readonly name: string;
  readonly count: number;
  readonly seconds: number;
}

/** From the first request of an owner until its whole history is stored and checked; of all sources at once, which mostly wait. */
export const ownersHistories: Benchmark = {
  names: SOURCES.flatMap((source) => [...NAMES.values()].map((count) => `owners/history-${count}-${source}`)),
  async run({ log, isLong }) {
    const activeOwners = isLong ? [...COUNTS, LONG] : COUNTS;
    const size = { people: 12, transactions: 300, days: 30, activeOwners };
    const [devnet, postgres] = await Promise.all([startDevnet({ chains: ["eth"], size }), startTestPostgres()]);
    try {
      const template = await createTemplate(postgres.url);
      const measureOne = async (source: Source): Promise<Measured[]> => {
        const database = await createTestDatabase({ serverUrl: postgres.url, template });
        try {
          return await measureSource({ source, devnet, database, log });
        } finally {
          await database.drop();
        }
      };
      return (await Promise.all(SOURCES.map(measureOne))).flat().map(toLimitRow);
    } finally {
      await Promise.all([devnet.stop(), postgres.stop()]);
    }
  },
};

interface Setting {
  readonly source: Source;
  readonly devnet: Devnet;
  readonly database: { readonly url: string; readonly db: Store };
  readonly log: (line: string) => void;
}

/** One owner after the other. */
async function measureSource({ source, devnet, database, log }: Setting): Promise<Measured[]> {
  const { db } = database;
  const { rpcUrl = "" } = devnet.chains.eth ?? {};
  const [proxy, explorer] = await Promise.all([
    startNodeProfile(rpcUrl, PROFILES[source]),
    source === "explorer" ? startExplorerServer(rpcUrl, EXPLORER) : undefined,
  ]);
  const env = {
    PORTICO_INDEX_ETH: "owners",
    PORTICO_START_ETH: String(devnet.chains.eth?.blockCount),
    PORTICO_PRICE_DAYS: "0",
    ...(explorer && { PORTICO_EXPLORER_ETH: explorer.url }),
  };
  const indexer = startIndexer({ databaseUrl: database.url, rpcUrl: proxy.url, mode: "full", env });
  try {
    while ((await findChainState(db, "eth"))?.balances === undefined) {
      indexer.check();
      await sleep(50);
    }
    await sleep(PAUSE_MS);
    const measured: Measured[] = [];
    for (const { address, transactionCount } of devnet.activeOwners) {
      const owner: Address = `0x${address.slice(2).toLowerCase()}`;
      const before = new Map([...proxy.counts].map(([method, { requests }]) => [method, requests]));
      const [began, requested] = [performance.now(), explorer?.requests() ?? 0];
      await requestInitialScan(db, owner, ["eth"]);
      const { state, reason, count } = await untilCollected(db, owner, indexer.check);
      const seconds = (performance.now() - began) / 1_000;
      measured.push({
        name: `owners/history-${NAMES.get(transactionCount)}-${source}`,
        count: transactionCount,
        seconds,
      });
      const sent = explorer === undefined ? "" : `, ${explorer.requests() - requested} to the explorer`;
      log(
        `${source}: ${count} of ${transactionCount} transactions in ${seconds.toFixed(1)} s, ${state}` +
          `${reason === null ? "" : ` (${reason})`}: ${listCounts(proxy, before)}${sent}`,
      );
    }
    return measured;
  } finally {
    await indexer.stop();
    await Promise.all([proxy.stop(), explorer?.stop()]);
  }
}

interface Collected {
  readonly state: string;
  readonly reason: string | null;
  readonly count: bigint;
}

async function untilCollected(db: Store, owner: Address, check: () => void): Promise<Collected> {
  for (;;) {
    const { rows } = await sql<Collected>`
      select state, reason, transaction_count as count from owner_history
      where chain = 'eth' and owner = ${Buffer.from(owner.slice(2), "hex")}`.execute(db);
    const [row] = rows;
    if (row !== undefined && row.state !== "collecting") return row;
    check();
    await sleep(100);
  }
}

function toLimitRow({ name, count, seconds }: Measured): Row {
  const limit = (LIMIT_S * Math.max(count, 1_000)) / 1_000;
  const goal = count > 1_000 ? 0 : 1;
  return toRow({ name, unit: "s", against: "its limit", goal, kind: "cost", ours: [seconds], theirs: [limit] });
}
