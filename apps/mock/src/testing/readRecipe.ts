import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";

const GUIDE = join(import.meta.dirname, "../../../docs/qa.md");
const FENCE = /^```ts check given ([\w, ]+)\n([^]*?)^```$/gm;

/**
 * A runnable recipe of the QA guide: the sample under this heading, with these names injected.
 * @param mockUrl - Replaces the guide's URL.
 * @param results - Names in the sample to return.
 */
export async function readRecipe(
  { heading, given, mockUrl }: { heading: string; given: Readonly<Record<string, unknown>>; mockUrl: string },
  results: readonly string[] = [],
): Promise<() => Record<string, unknown>> {
  const guide = await readFile(GUIDE, "utf8");
  const section = guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const names = Object.keys(given);
  const [, , source] = [...section.matchAll(FENCE)].find(([, declared]) => declared === names.join(", ")) ?? [];
  if (source === undefined)
    throw new Error(`The guide has no recipe under ${heading} that is given ${names.join(", ")}`);
  const code = stripTypeScriptTypes(source).replaceAll("http://127.0.0.1:4004", mockUrl);
  const run = compileFunction(`${code}\nreturn { ${results.join(", ")} };`, names) as (
    ...values: unknown[]
  ) => Record<string, unknown>;
  return () => run(...Object.values(given));
}
