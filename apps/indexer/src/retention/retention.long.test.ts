import { startBareChain } from "@portico/devnet";
import { findChainState } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createBareIndexer } from "../testing/bareIndexer.ts";
import { compareScene } from "../testing/compareScene.ts";
import { countEarlier, dropAll, listCandidates, readKnown, writeSteadyPrices } from "../testing/keptScene.ts";
import { playActs, playTokenScene } from "../testing/tokenScene.ts";

const MARGIN = 12;

const step = fc.record({
  /** Blocks that are replaced, of the newest MARGIN that the chain ever had, and transactions since. */
  depth: fc.nat(MARGIN),
  acts: fc.integer({ min: 1, max: 20 }),
  keepBlocks: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 4, nil: undefined }),
  isDropped: fc.boolean(),
  seed: fc.integer(),
});

/** A pair that was first read at the head, after dropped blocks had named it. */
const FIRST_READ_LATE = [
  { depth: 1, acts: 6, keepBlocks: 39, isDropped: true, seed: 899147995 },
  { depth: 9, acts: 7, keepBlocks: 6, isDropped: true, seed: -412416790 },
  { depth: 5, acts: 2, keepBlocks: 1, isDropped: true, seed: -990926063 },
  { depth: 6, acts: 4, keepBlocks: 2, isDropped: true, seed: 1839478784 },
];

test("whatever is kept and reorganised, what is known equals the chain and an index that keeps all", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const [chain, whole, kept] = await Promise.all([startBareChain(1), createTestDatabase(), createTestDatabase()]);
      try {
        const scene = await playTokenScene(chain, 30);
        await Promise.all([writeSteadyPrices(whole.db, scene), writeSteadyPrices(kept.db, scene)]);
        let highest = 0;
        for (const { depth, acts, keepBlocks, isDropped, seed } of steps) {
          const count = Number(await chain.rpc.call("eth_blockNumber", []));
          highest = Math.max(highest, count);
          const replaced = Math.min(depth, count - Math.max(40, highest - MARGIN));
          if (replaced > 0) await chain.rpc.call("anvil_rollback", [replaced]);
          await playActs(scene, { numRuns: acts, seed });
          await createBareIndexer(chain, whole.db).sync();
          await createBareIndexer(chain, kept.db).sync(
            keepBlocks === undefined ? {} : { keepBlocks: BigInt(keepBlocks) },
          );
          const start = isDropped
            ? await dropAll(kept.db, BigInt(MARGIN))
            : (await findChainState(kept.db, "eth"))!.startBlock;
          const head = (await findChainState(kept.db, "eth"))!.balances!.blockNumber;
          const blocks = [start - 1n, start, (start + head) / 2n, head].filter((block) => block >= 0n);
          expect(await readKnown(kept.db, start, blocks)).toEqual(await readKnown(whole.db, start, blocks));
          const { stored, direct } = await compareScene(kept.db, scene);
          for (const name of ["balances", "nfts", "allowances", "approved", "operators"])
            expect([name, stored[name]]).toEqual([name, direct[name]]);
          for (const block of blocks) {
            const known = await listCandidates(kept.db, block);
            expect([...(await listCandidates(whole.db, block))].filter((one) => !known.has(one))).toEqual([]);
          }
          expect(await countEarlier(kept.db, start)).toEqual({ leg: 0n, transaction: 0n, block: 0n });
        }
      } finally {
        await Promise.all([chain.stop(), whole.drop(), kept.drop()]);
      }
    }),
    { numRuns: 8, endOnFailure: true, examples: [[FIRST_READ_LATE]] },
  );
}, 1_200_000);
