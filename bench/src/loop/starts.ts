import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { checkOut } from "@portico/scripts/checkout";
import { interrupt, startPortico, untilReady } from "@portico/scripts/startPortico";
import { type Benchmark, elapsed, toRow } from "../benchmark.ts";

const rounds = 3;
/** In milliseconds, on two processors. */
const LIMITS = { fresh: 30_000, again: 8_000 } as const;

/** `pnpm start` of a new copy until it is ready, its installation included, and the start after that. */
export const starts: Benchmark = {
  names: ["loop/start-fresh", "loop/start-again"],
  async run(context) {
    const times = { fresh: [] as number[], again: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      const folder = join(context.folder, `project-${round}`);
      const running: ChildProcess[] = [];
      const start = async () => {
        const state = join(folder, ".portico");
        const started = await startPortico(state, {}, folder);
        running.push(started.child);
        await untilReady(state, started);
      };
      const stop = async () => {
        for (const child of running.splice(0)) await interrupt(child);
      };
      try {
        times.fresh.push(
          await elapsed(async () => {
            checkOut(folder);
            await start();
          }),
        );
        await stop();
        times.again.push(await elapsed(start));
      } finally {
        await stop();
      }
      context.log(
        `round ${round} of ${rounds}: first ${Math.round(times.fresh.at(-1) ?? 0)} ms, again ${Math.round(times.again.at(-1) ?? 0)} ms`,
      );
    }
    const sides = { unit: "ms", against: "its limit", goal: 1, kind: "cost" } as const;
    return [
      toRow({ ...sides, name: "loop/start-fresh", ours: times.fresh, theirs: [LIMITS.fresh] }),
      toRow({ ...sides, name: "loop/start-again", ours: times.again, theirs: [LIMITS.again] }),
    ];
  },
};
