import { rmSync } from "node:fs";
import { ensureArtefact } from "@portico/artefacts";
import { type Benchmark, type Context, type Row, toRow } from "../benchmark.ts";
import { buildHyperindex } from "./hyperindex/buildHyperindex.ts";
import { VERSION as HYPERINDEX } from "./hyperindex/hyperindexApp.ts";
import { runHyperindex } from "./hyperindex/runHyperindex.ts";
import { indexOnce } from "./indexOnce.ts";
import { installPonder } from "./ponder/installPonder.ts";
import type { PonderVersion } from "./ponder/ponderApp.ts";
import { runPonder } from "./ponder/runPonder.ts";
import { type IndexerSetUp, setUpIndexer } from "./setUp.ts";

const rounds = 3;

interface Indexed {
  readonly ms: number;
  readonly events: number;
}

interface PreparedPeer {
  /** Indexes the chain into this database, in a process of its own. */
  readonly index: (databaseUrl: string) => Promise<Indexed>;
  readonly remove?: () => void;
}

interface Peer {
  readonly name: string;
  /** Name and version. */
  readonly title: string;
  readonly goal: number;
  readonly prepare: (setUp: IndexerSetUp, log: Context["log"]) => Promise<PreparedPeer>;
}

/** Its events are those that it considers final, which are all except the last blocks'. */
const toPonder = (name: string, version: PonderVersion, goal: number): Peer => ({
  name,
  title: `Ponder ${version}`,
  goal,
  async prepare({ chain, replay }, log) {
    const installed = await installPonder(version, log);
    const options = { version, installed, rpcUrl: replay.url, tokens: chain.info.tokens };
    return { index: (databaseUrl) => runPonder({ ...options, databaseUrl }) };
  },
});

const hyperindex: Peer = {
  name: "indexer/events-over-hyperindex",
  title: `HyperIndex ${HYPERINDEX}`,
  goal: 2,
  async prepare({ chain, replay }, log) {
    const { tokens, headBlock } = chain.info;
    const folder = await buildHyperindex({ rpcUrl: replay.url, tokens, log });
    return {
      index: (databaseUrl) => runHyperindex({ folder, databaseUrl, headBlock }),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

const peers: readonly Peer[] = [
  toPonder("indexer/events-over-ponder", "0.17.7", 12),
  toPonder("indexer/events-over-ponder-0.10", "1.0.0", 6),
  hyperindex,
];

const toRate = ({ ms, events }: Indexed): number => events / (ms / 1000);

async function indexOurs({ chain, replay, transfers, withDatabase }: IndexerSetUp): Promise<Indexed> {
  const main = await ensureArtefact("indexer");
  const options = { rpcUrl: replay.url, headBlock: chain.info.headBlock, mode: "events", main } as const;
  const { ms } = await withDatabase(({ url }) => indexOnce({ ...options, databaseUrl: url }));
  return { ms, events: transfers };
}

async function measurePeer(setUp: IndexerSetUp, peer: Peer, { log }: Context): Promise<Row> {
  const { name, title, goal } = peer;
  const { index, remove } = await peer.prepare(setUp, log);
  const rates = { ours: [] as number[], theirs: [] as number[] };
  try {
    for (let round = 1; round <= rounds; round++) {
      const ours = toRate(await indexOurs(setUp));
      const theirs = toRate(await setUp.withEmptyDatabase(({ url }) => index(url)));
      rates.ours.push(ours);
      rates.theirs.push(theirs);
      log(`round ${round} of ${rounds}: ${Math.round(ours)} events/s, ${title} ${Math.round(theirs)}`);
    }
  } finally {
    remove?.();
  }
  return toRow({ name, unit: "events/s", against: `events/s, ${title}`, kind: "rate", goal, ...rates });
}

const overPeer = (peer: Peer): Benchmark => ({
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
export const eventsOverPeers = peers.map(overPeer);
