/* oxlint-disable typescript/no-misused-promises -- who calls them waits for what they return */
import { Client } from "pg";
import { type Benchmark, elapsed, type Row, toRow } from "../benchmark.ts";
import { indexOnce } from "./indexOnce.ts";
import { type IndexerSetUp, setUpIndexer } from "./setUp.ts";
import type { Mode } from "./startIndexer.ts";
import { copyIn, copyOut, emptyTables, findServerFolder, readBytes } from "./tables.ts";

const rounds = 5;

const goals: Record<"events" | "full", number> = { events: 0.8, full: 0.5 };

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Indexes, then copies the same rows into the same tables of another database. */
async function measureRound({ chain, replay, withDatabase }: IndexerSetUp, mode: Mode) {
  let [folder, counts, legBytes] = ["", new Map<string, number>(), 0];
  const { ms: ours, cpuSeconds } = await withDatabase(({ url }) =>
    indexOnce({
      databaseUrl: url,
      rpcUrl: replay.url,
      headBlock: chain.info.headBlock,
      mode,
      isWarm: true,
      onReached: async (client) => {
        folder = await findServerFolder(client);
        counts = await copyOut(client, folder);
        legBytes = (await readBytes(client, "leg")) / (counts.get("leg") ?? 1);
      },
    }),
  );
  const copy = await withDatabase(({ url }) =>
    withClient(url, async (client) => {
      await emptyTables(client, counts.keys());
      return await elapsed(() => copyIn(client, folder, counts.keys()));
    }),
  );
  return { ours, copy, counts, cpuSeconds, legBytes };
}

async function measureMode(setUp: IndexerSetUp, mode: "events" | "full", log: (line: string) => void): Promise<Row> {
  const times = { ours: [] as number[], copy: [] as number[] };
  const perSecond = (ms: number): number => setUp.transfers / (ms / 1000);
  for (let round = 1; round <= rounds; round++) {
    const { ours, copy, counts, cpuSeconds, legBytes } = await measureRound(setUp, mode);
    times.ours.push(ours);
    times.copy.push(copy);
    if (round === 1) {
      log(`${mode}: rows ${[...counts].map(([table, count]) => `${table} ${count}`).join(", ")}`);
      log(`${mode}: ${Math.round(legBytes)} bytes a leg, with its indexes`);
    }
    log(
      `${mode}, round ${round} of ${rounds}: ${(ours / 1000).toFixed(2)} s (${cpuSeconds} s of processor), COPY ${(copy / 1000).toFixed(2)} s`,
    );
  }
  return toRow({
    name: `indexer/${mode}-over-copy`,
    unit: "transfers/s",
    against: "transfers/s, COPY",
    kind: "rate",
    goal: goals[mode],
    ours: times.ours.map(perSecond),
    theirs: times.copy.map(perSecond),
  });
}

/**
 * Transfers/s of the pipeline, without its start, against COPY of the rows that it wrote, from the server's own disk.
 */
const overCopy = (mode: "events" | "full"): Benchmark => ({
  names: [`indexer/${mode}-over-copy`],
  async run({ log }) {
    const setUp = await setUpIndexer(log, [mode]);
    try {
      return [await measureMode(setUp, mode, log)];
    } finally {
      await setUp.stop();
    }
  },
});

export const eventsOverCopy = overCopy("events");
export const fullOverCopy = overCopy("full");
