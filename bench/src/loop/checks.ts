import { appendFileSync, globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Checkout, checkOut } from "@portico/scripts/checkout";
import { type Benchmark, elapsed, toLimitRow } from "../benchmark.ts";

const rounds = 3;
/** In milliseconds, on two processors. */
const LIMIT = 20_000;
/** A module of one app. */
const EDITED = "apps/api/src/http/createApp.ts";

/** As in a new clone: nothing is known from an earlier check. */
function forget({ folder }: Checkout): void {
  for (const file of globSync("**/*.tsbuildinfo", { cwd: folder, exclude: ["**/node_modules/**"] }))
    rmSync(join(folder, file));
  for (const cache of [".turbo", "node_modules/.cache"]) rmSync(join(folder, cache), { recursive: true, force: true });
}

const check = ({ run }: Checkout): void => run("pnpm", ["run", "check"]);

/** `pnpm check` of an installed copy, for the first time, and after an edit of one source. */
export const checks: Benchmark = {
  names: ["loop/check", "loop/check-again"],
  async run(context) {
    context.log("installing a copy of the project");
    const project = checkOut(join(context.folder, "project"));
    const times = { first: [] as number[], again: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      forget(project);
      times.first.push(await elapsed(async () => check(project)));
      appendFileSync(join(project.folder, EDITED), `\n// Of round ${round}.\n`);
      times.again.push(await elapsed(async () => check(project)));
    }
    return [
      toLimitRow({ name: "loop/check", unit: "ms", limit: LIMIT, ours: times.first }),
      toLimitRow({ name: "loop/check-again", unit: "ms", limit: LIMIT, ours: times.again }),
    ];
  },
};
