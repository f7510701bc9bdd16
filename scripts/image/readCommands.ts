import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The commands of a section of deploy/README.md, one per line. */
export function readCommands(title: string): string[] {
  const readme = readFileSync(join(import.meta.dirname, "../../deploy/README.md"), "utf8");
  const section = readme.slice(readme.indexOf(`## ${title}\n`));
  const [, block = ""] = /```sh[^\n]*\n([^]*?)```/.exec(section)!;
  return block.replaceAll("\\\n", "").trim().split("\n");
}
