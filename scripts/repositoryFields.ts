/**
 * Part of `pnpm release`: derives `repository`, `homepage` and `bugs` of the published packages from `repository` of the root
 * package.json, the only place where the URL is set. Without it they are unchanged.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  readonly private?: boolean;
  readonly repository?: unknown;
}

/** @param url - Of the repository, `https://github.com/owner/name`. @param directory - The package's, from the root. */
export function repositoryFields(url: string, directory: string) {
  if (!/^https:\/\/[^/]+\/[^/]+\/[^/.]+$/.test(url)) {
    throw new Error(`package.json: 'repository' is '${url}', must be https://host/owner/name`);
  }
  return {
    homepage: `${url}/tree/main/${directory}#readme`,
    bugs: `${url}/issues`,
    repository: { type: "git", url: `git+${url}.git`, directory },
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
  const { repository: url } = read("package.json");
  if (typeof url !== "string")
    console.log("package.json has no `repository`: set it before you publish, see CONTRIBUTING.md");
  else {
    for (const path of globSync("packages/*/package.json", { cwd: root })) {
      const manifest = read(path);
      if (manifest.private === true) continue;
      const fields = repositoryFields(url, dirname(path));
      writeFileSync(join(root, path), `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`);
    }
  }
}
