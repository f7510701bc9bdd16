import { builtFrom } from "./builtFrom.ts";
import { ROOT } from "./root.ts";

/** Builds the site unless it is built from the present sources. @returns as `buildDocs` does. */
export async function ensureDocs(out: string): Promise<readonly string[]> {
  const problems = await builtFrom(ROOT, out);
  if (problems !== undefined) return problems;
  const { buildDocs } = await import("./buildDocs.ts"); // loads Vite
  return buildDocs(out);
}
