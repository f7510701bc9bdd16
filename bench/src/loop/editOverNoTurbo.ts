import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Benchmark, type Context, elapsed, toRow } from "../benchmark.ts";

const root = join(import.meta.dirname, "../../..");
const rounds = 5;

/** A checkout of its own, installed, so that the reader's working tree and caches stay as they are. */
function checkout({ folder, log }: Context): string {
  const project = join(folder, "project");
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of list.split("\n").filter(Boolean)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(root, path), join(project, path));
  }
  log("installing a copy of the project");
  run(project, "git", ["init", "-q"]);
  run(project, "git", ["add", "-A"]);
  run(project, "pnpm", ["install", "--frozen-lockfile", "--prefer-offline"]);
  return project;
}

function run(project: string, command: string, args: readonly string[]): void {
  const { PATH = "", ...env } = process.env;
  const options = {
    cwd: project,
    env: { ...env, PATH: `${join(project, "node_modules/.bin")}:${PATH}` },
    encoding: "utf8",
  } as const;
  const { status, stdout, stderr } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}

/** Says something new in the description of a schema that many operations use. */
function editSpec(project: string, mark: string): void {
  const file = join(project, "spec/schemas/Token.yaml");
  const text = readFileSync(file, "utf8").replace(/ ?\(edit [^)]*\)/g, "");
  writeFileSync(file, text.replace(/^description: (.*)$/m, `description: $1 (edit ${mark})`));
  if (!readFileSync(file, "utf8").includes(mark))
    throw new Error("spec/schemas/Token.yaml has no one-line description to edit");
}

const withTurbo = (project: string) => run(project, "turbo", ["run", "generate", "check:types"]);
const withoutTurbo = (project: string) => {
  run(project, "pnpm", ["-r", "run", "generate"]);
  run(project, "pnpm", ["-r", "run", "check:types"]);
};

/** A spec edit until everything is regenerated and type-checked, and the same with nothing edited, against plain `pnpm -r`. */
export const editOverNoTurbo: Benchmark = {
  names: ["loop/edit-over-no-turbo", "loop/no-op-over-no-turbo"],
  async run(context) {
    const project = checkout(context);
    withTurbo(project);
    const times = { edit: [] as number[], noOp: [] as number[], editPlain: [] as number[], noOpPlain: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      editSpec(project, `turbo ${round}`);
      times.edit.push(await elapsed(async () => withTurbo(project)));
      times.noOp.push(await elapsed(async () => withTurbo(project)));
      editSpec(project, `plain ${round}`);
      times.editPlain.push(await elapsed(async () => withoutTurbo(project)));
      times.noOpPlain.push(await elapsed(async () => withoutTurbo(project)));
      context.log(
        `round ${round} of ${rounds}: edit ${Math.round(times.edit.at(-1) ?? 0)} ms, no-op ${Math.round(times.noOp.at(-1) ?? 0)} ms`,
      );
    }
    const sides = { unit: "ms", against: "ms, pnpm -r", goal: 1, kind: "cost" } as const;
    return [
      toRow({ ...sides, name: "loop/edit-over-no-turbo", ours: times.edit, theirs: times.editPlain }),
      toRow({ ...sides, name: "loop/no-op-over-no-turbo", ours: times.noOp, theirs: times.noOpPlain }),
    ];
  },
};
