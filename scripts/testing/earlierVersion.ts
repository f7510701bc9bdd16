import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const MIGRATIONS = "packages/store/src/migrations";
const isMigration = (name: string): boolean => /^\d{4}_.+\.ts$/.test(name);

const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });

/** Undefined if this clone has no such commit. */
export const findCommit = (name: string): string | undefined =>
  git("rev-parse", "--verify", "--quiet", `${name}^{commit}`).stdout.trim() || undefined;

/** Undefined if no version is released, or this clone doesn't have its tag. */
export const findLastTag = (): string | undefined =>
  git("describe", "--tags", "--abbrev=0", "--match=v*").stdout.trim() || undefined;

/**
 * The last release, or before the first one the last commit, that lacks the newest migrations. A commit between merges, which
 * has later ones without earlier ones, was never a version to upgrade from. Undefined in a shallow clone.
 */
export function findPreviousSchema(): string | undefined {
  const tag = findLastTag();
  const present = readdirSync(join(root, MIGRATIONS)).filter(isMigration).toSorted();
  const changes = git("log", "--format=%H^", "--", MIGRATIONS)
    .stdout.split("\n")
    .filter((name) => name !== "");
  return (tag === undefined ? ["HEAD", ...changes] : [tag]).find((name) => {
    const { status, stdout } = git("ls-tree", "--name-only", `${name}:${MIGRATIONS}`);
    const names = stdout.split("\n").filter(isMigration).toSorted();
    const isEarlier = names.length < present.length && names.every((one, nth) => one === present[nth]);
    return status === 0 && names.length > 0 && isEarlier;
  });
}

/** @throws Error with what git or pnpm reports. */
export function checkOutEarlier(commit: string, folder: string): void {
  const { status, stderr } = git("worktree", "add", "--detach", folder, commit);
  if (status !== 0) throw new Error(stderr);
  const install = spawnSync("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (install.status !== 0) throw new Error(`pnpm install failed:\n${install.stdout}${install.stderr}`);
}

export const removeEarlier = (folder: string): void => void git("worktree", "remove", "--force", folder);
