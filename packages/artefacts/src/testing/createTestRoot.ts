import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A repository in which only the artefact `docs` can be built: its main prints 1. */
export function createTestRoot(parent: string): string {
  const root = mkdtempSync(join(parent, "root-"));
  mkdirSync(join(root, "apps/docs/src"), { recursive: true });
  writeFileSync(join(root, "LICENSE"), "");
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "apps/docs/src/serveMain.ts"), `import { one } from "./one.ts"; console.log(one);`);
  writeFileSync(join(root, "apps/docs/src/one.ts"), "export const one: number = 1;");
  return root;
}
