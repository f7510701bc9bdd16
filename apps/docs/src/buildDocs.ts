import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { renderReference } from "./reference/renderReference.ts";
import type { ApiDocument } from "./reference/sampleRequest.ts";
import { renderSite } from "./site/renderSite.ts";
import { writeFolder } from "./writeFolder.ts";

const contractFile = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
/** Of the repository. */
export const ROOT = join(import.meta.dirname, "..", "..", "..");

/**
 * Builds the site into a folder, which holds nothing else then. Every page is one file that needs no other but for the search.
 * @returns links that lead nowhere and the like, one line each; none, when all is well.
 */
export async function buildDocs(out: string): Promise<readonly string[]> {
  const json = await readFile(contractFile, "utf8");
  const contract = JSON.parse(json) as ApiDocument;
  const reference = referenceOf(json, contract); // in a process of its own: the rest is done meanwhile
  const { files, problems } = await renderSite(ROOT, contract);
  files.set("openapi.json", json);
  files.set("openapi.yaml", stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0 }));
  files.set("reference.html", await reference);
  await writeFolder(out, files);
  return problems;
}

let last: { readonly json: string; readonly page: string } | undefined;

/** Who builds again because a text changed has the reference already. */
async function referenceOf(json: string, contract: ApiDocument): Promise<string> {
  if (last?.json !== json) last = { json, page: await renderReference(contract) };
  return last.page;
}
