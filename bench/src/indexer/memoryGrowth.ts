import { ensureArtefact } from "@portico/artefacts";
import { startReplay } from "../chain/startReplay.ts";
import { type Benchmark, toLimitRow, toRow } from "../benchmark.ts";
import { indexOnce } from "./indexOnce.ts";
import { type IndexerSetUp, setUpIndexer } from "./setUp.ts";

const rounds = 3;
const FEW = 10_000;
const LIMIT_MIB = 300;

/** The first block by which this many transactions have occurred. */
function findBlockOf(transactionsByBlock: readonly number[], transactions: number): number {
  let sum = 0;
  return transactionsByBlock.findIndex((count) => (sum += count) >= transactions);
}

/** Peak resident memory of the process that indexes in full, MiB. */
async function measure({ chain, withDatabase }: IndexerSetUp, headBlock: number): Promise<number> {
  const [replay, main] = await Promise.all([startReplay(chain, headBlock), ensureArtefact("indexer")]);
  try {
    const { peakMiB } = await withDatabase(({ url }) =>
      indexOnce({ databaseUrl: url, rpcUrl: replay.url, headBlock, mode: "full", main }),
    );
    return peakMiB;
  } finally {
    await replay.stop();
  }
}

/** How much memory a backfill takes, and whether it grows with the chain, or only with the work in progress. */
export const memoryGrowth: Benchmark = {
  names: ["indexer/memory-growth", "indexer/memory-peak"],
  async run({ log }) {
    const setUp = await setUpIndexer(log, ["full"]);
    const { headBlock, transactionsByBlock } = setUp.chain.info;
    const fewBlocks = findBlockOf(transactionsByBlock, FEW);
    const peaks = { many: [] as number[], few: [] as number[] };
    try {
      await setUp.replay.stop(); // two of them would use gigabytes
      for (let round = 1; round <= rounds; round++) {
        peaks.few.push(await measure(setUp, fewBlocks));
        peaks.many.push(await measure(setUp, headBlock));
        const [least, max] = [peaks.few.at(-1) ?? 0, peaks.many.at(-1) ?? 0];
        log(`round ${round} of ${rounds}: ${Math.round(least)} MiB, after all transactions ${Math.round(max)} MiB`);
      }
    } finally {
      await setUp.stop();
    }
    const sides = { unit: "MiB", kind: "cost", ours: peaks.many } as const;
    const few = { against: "MiB, 10 k transactions", theirs: peaks.few, goal: 0.77 };
    return [
      toRow({ ...sides, ...few, name: "indexer/memory-growth" }),
      toLimitRow({ name: "indexer/memory-peak", unit: "MiB", ours: peaks.many, limit: LIMIT_MIB }),
    ];
  },
};
