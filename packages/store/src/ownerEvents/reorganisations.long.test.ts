import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { alice, bob } from "../testing/history.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { listEventStreams } from "./eventStreams.ts";
import {
  emptyEvents,
  hashAt,
  listAllEvents,
  mine,
  openStreams,
  replayEvents,
  storeMined,
  toReplayed,
} from "./testing/eventScene.ts";
import type { Mined } from "./testing/eventScene.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const KILLED = "Error: killed";

interface Step {
  depth: number;
  /** Owners of the transactions of each new block: bits. */
  blocks: number[];
  /** Whether the transaction fails at its end, as when a process is killed: then it is done again. */
  isKilled: boolean;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    depth: fc.nat(5),
    blocks: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
    isKilled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

test("after any reorganisations, the events of each owner, applied and taken back in order, are its history", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2), steps, async (begin, list) => {
      await emptyEvents(db);
      let chain: Mined[] = [mine(0, 0, [])];
      await storeMined(db, chain, undefined);
      let since = 0n;
      const opensAt = Math.min(begin, list.length - 1);
      for (const [nth, { depth, blocks, isKilled }] of list.entries()) {
        if (nth === opensAt) {
          await openStreams(db, [alice, bob]);
          since = chain.at(-1)!.blockNumber;
        }
        const kept = chain.slice(0, Math.max(1, chain.length - depth));
        const fork = kept.at(-1)!;
        const added = blocks.map((owners, index) =>
          mine(
            kept.length + index,
            nth + 1,
            [alice, bob].filter((_, bit) => (owners & (1 << bit)) !== 0),
          ),
        );
        const work = async (tx: Store) => {
          await rewindChain(tx, "eth", fork);
          await storeMined(tx, added, fork);
          if (isKilled) throw new Error("killed");
        };
        const end = isKilled ? await inTransaction(db, work).catch((error: unknown) => String(error)) : KILLED;
        expect(end).toBe(KILLED);
        await inTransaction(db, async (tx) => {
          await rewindChain(tx, "eth", fork);
          await storeMined(tx, added, fork);
        });
        if (nth >= opensAt && fork.blockNumber < since) since = fork.blockNumber;
        chain = [...kept, ...added];
      }
      for (const owner of [alice, bob]) {
        const history = chain.flatMap(({ owners, ...block }) =>
          block.blockNumber > since && owners.includes(owner)
            ? [`${block.hash} ${hashAt(block.blockNumber, owners.indexOf(owner))}`]
            : [],
        );
        expect(replayEvents((await listAllEvents(db, owner)).map(toReplayed))).toEqual(history);
        const [stream] = await listEventStreams(db, owner, ["eth"]);
        expect(stream?.sinceBlock).toBe(since);
      }
    }),
    { numRuns: 40 },
  );
}, 600_000);
