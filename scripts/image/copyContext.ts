import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";

const checkout = join(import.meta.dirname, "../..");

/** Copies the context of an image's build: the files of a clean checkout that the .dockerignore leaves. */
export function copyContext(target: string): void {
  const ignored = readFileSync(join(checkout, "deploy/Dockerfile.dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: checkout,
    encoding: "utf8",
  });
  const isIgnored = (path: string) => ignored.some((glob) => matchesGlob(path, glob) || path.startsWith(`${glob}/`));
  for (const path of list.split("\n").filter((name) => name !== "" && !isIgnored(name))) {
    if (!existsSync(join(checkout, path))) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(checkout, path), join(target, path));
  }
}
