import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { checkOut } from "@portico/scripts/checkout";
import { interrupt, startPortico, untilReady } from "@portico/scripts/startPortico";
import { type Benchmark, elapsed, toLimitRow } from "../benchmark.ts";

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
    return [
      toLimitRow({ name: "loop/start-fresh", unit: "ms", ours: times.fresh, limit: LIMITS.fresh }),
      toLimitRow({ name: "loop/start-again", unit: "ms", ours: times.again, limit: LIMITS.again }),
    ];
  },
};
