import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { markBuilt } from "./builtFrom.ts";
import { contractYaml } from "./contractYaml.ts";
import { renderReference } from "./reference/renderReference.ts";
import type { ApiDocument } from "./reference/sampleRequest.ts";
import { withCodeSamples } from "./reference/withCodeSamples.ts";
import { withConstEnums } from "./reference/withConstEnums.ts";
import { securePage } from "./reference/securePage.ts";
import { ROOT } from "./root.ts";
import { buildWeb } from "./site/buildWeb.ts";
import { renderSite } from "./site/renderSite.ts";
import { writeFolder } from "./writeFolder.ts";

const contractFile = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));
const liveContractFile = fileURLToPath(import.meta.resolve("@portico/contract/openapi.live.json"));

/**
 * Builds the site into a folder, replacing its content. Every page is one self-contained file, except for the search and the font.
 * @returns broken links and similar problems, one line each; empty if there are none.
 */
export const buildDocs = (out: string): Promise<readonly string[]> => markBuilt(ROOT, out, () => writeDocs(out));

async function writeDocs(out: string): Promise<readonly string[]> {
  const json = await readFile(contractFile, "utf8");
  const contract = JSON.parse(json) as ApiDocument;
  const [reference, { web, files, problems }] = await Promise.all([
    referenceOf(json, contract), // in a separate process, while this one does the rest
    renderPages(contract),
  ]);
  files.set("arazzo.yaml", await readFile(join(ROOT, "spec/arazzo.yaml"), "utf8")); // refers to openapi.yaml beside it
  const served = withConstEnums(withCodeSamples(contract));
  files.set("openapi.json", JSON.stringify(served, undefined, 2));
  files.set("openapi.yaml", contractYaml(served));
  files.set("openapi.live.json", await readFile(liveContractFile, "utf8"));
  files.set("reference.html", securePage(reference, web));
  await writeFolder(out, new Map<string, Buffer | string>([...files, ...web.fonts]));
  return problems;
}

async function renderPages(contract: ApiDocument) {
  const web = await buildWeb();
  return { web, ...(await renderSite(ROOT, contract, web)) };
}

let last: { readonly json: string; readonly page: string } | undefined;

/** Reuses the reference if only a text changed. */
async function referenceOf(json: string, contract: ApiDocument): Promise<string> {
  if (last?.json !== json) last = { json, page: await renderReference(contract) };
  return last.page;
}
