import { type Benchmark, type Context, type Row, toRow } from "../benchmark.ts";
import { indexOnce } from "./indexOnce.ts";
import { installPonder } from "./ponder/installPonder.ts";
import type { PonderVersion } from "./ponder/ponderApp.ts";
import { runPonder } from "./ponder/runPonder.ts";
import { type IndexerSetUp, setUpIndexer } from "./setUp.ts";

const rounds = 3;
const peers: readonly { name: string; version: PonderVersion; goal: number }[] = [
  { name: "indexer/events-over-ponder", version: "0.17.7", goal: 12 },
  { name: "indexer/events-over-ponder-0.10", version: "1.0.0", goal: 6 },
];

type Rates = { ours: number[]; ponder: number[] };

/** Our events/s, from the start of the process until all events are stored. */
async function measureOurs({ chain, replay, transfers, withDatabase }: IndexerSetUp): Promise<number> {
  const { headBlock } = chain.info;
  const { ms } = await withDatabase(({ url }) =>
    indexOnce({ databaseUrl: url, rpcUrl: replay.url, headBlock, mode: "events" }),
  );
  return transfers / (ms / 1000);
}

/** Ponder's events/s, measured alike: of the events that it considers final, which are all except the last blocks'. */
async function measurePonder(
  { chain, replay, withEmptyDatabase }: IndexerSetUp,
  peer: { version: PonderVersion; installed: string },
): Promise<number> {
  const { tokens } = chain.info;
  const { ms, events } = await withEmptyDatabase(({ url }) =>
    runPonder({ ...peer, databaseUrl: url, rpcUrl: replay.url, tokens }),
  );
  return events / (ms / 1000);
}

async function measurePeer(setUp: IndexerSetUp, peer: (typeof peers)[number], { log }: Context): Promise<Row> {
  const { name, version, goal } = peer;
  const installed = await installPonder(version, log);
  const rates: Rates = { ours: [], ponder: [] };
  for (let round = 1; round <= rounds; round++) {
    rates.ours.push(await measureOurs(setUp));
    rates.ponder.push(await measurePonder(setUp, { version, installed }));
    const [ours, ponder] = [rates.ours.at(-1) ?? 0, rates.ponder.at(-1) ?? 0];
    log(`round ${round} of ${rounds}: ${Math.round(ours)} events/s, Ponder ${version} ${Math.round(ponder)}`);
  }
  const against = `events/s, Ponder ${version}`;
  return toRow({ name, unit: "events/s", against, kind: "rate", goal, ours: rates.ours, theirs: rates.ponder });
}

const overPonder = (peer: (typeof peers)[number]): Benchmark => ({
  names: [peer.name],
  async run(context) {
    const setUp = await setUpIndexer(context.log, ["events"]);
    try {
      return [await measurePeer(setUp, peer, context)];
    } finally {
      await setUp.stop();
    }
  },
});

/** From spawn until all events can be queried, over the same blocks, ERC-20 events and PostgreSQL. */
export const eventsOverPonder = peers.map(overPonder);
