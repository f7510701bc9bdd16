import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Checkout, checkOut } from "@portico/scripts/checkout";
import { type Benchmark, elapsed, toLimitRow, toRow } from "../benchmark.ts";

const rounds = 5;
/** In milliseconds, on two processors. */
const LIMITS = { edit: 5_000, noOp: 300 } as const;

/** Adds a field with a new name to a schema that many operations use, so that every type containing it changes. */
function editSpec({ folder }: Checkout, name: string): void {
  const file = join(folder, "spec/schemas/Token.yaml");
  const text = readFileSync(file, "utf8").replace(/^ {2}edit_.*\n/m, "");
  const field = `  edit_${name}: { type: string, description: "Of edit ${name}.", examples: [""] }\n`;
  writeFileSync(file, text.replace(/^properties:\n/m, `properties:\n${field}`));
  if (!readFileSync(file, "utf8").includes(field))
    throw new Error("spec/schemas/Token.yaml has no properties to add to");
}

const withTurbo = ({ run }: Checkout) => run("turbo", ["run", "generate", "check:types"]);
const withoutTurbo = ({ run }: Checkout) => {
  run("pnpm", ["-r", "run", "generate"]);
  run("pnpm", ["-r", "--include-workspace-root", "run", "check:types"]);
};

/**
 * From a spec edit until everything is regenerated and type-checked, and the same without an edit, against plain `pnpm
 * -r`.
 */
export const editOverNoTurbo: Benchmark = {
  names: ["loop/edit", "loop/no-op", "loop/edit-over-no-turbo", "loop/no-op-over-no-turbo"],
  async run(context) {
    context.log("installing a copy of the project");
    const project = checkOut(join(context.folder, "project"));
    withTurbo(project);
    const times = { edit: [] as number[], noOp: [] as number[], editPlain: [] as number[], noOpPlain: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      editSpec(project, `turbo_${round}`);
      times.edit.push(await elapsed(async () => withTurbo(project)));
      times.noOp.push(await elapsed(async () => withTurbo(project)));
      editSpec(project, `plain_${round}`);
      times.editPlain.push(await elapsed(async () => withoutTurbo(project)));
      times.noOpPlain.push(await elapsed(async () => withoutTurbo(project)));
      context.log(
        `round ${round} of ${rounds}: edit ${Math.round(times.edit.at(-1) ?? 0)} ms, no-op ${Math.round(times.noOp.at(-1) ?? 0)} ms`,
      );
    }
    const sides = { unit: "ms", against: "ms, pnpm -r", goal: 1, kind: "cost" } as const;
    return [
      toLimitRow({ name: "loop/edit", unit: "ms", ours: times.edit, limit: LIMITS.edit }),
      toLimitRow({ name: "loop/no-op", unit: "ms", ours: times.noOp, limit: LIMITS.noOp }),
      toRow({ ...sides, name: "loop/edit-over-no-turbo", ours: times.edit, theirs: times.editPlain }),
      toRow({ ...sides, name: "loop/no-op-over-no-turbo", ours: times.noOp, theirs: times.noOpPlain }),
    ];
  },
};
