import { renderCodeSamples } from "./codeSamples.ts";
import { dereference } from "./dereference.ts";
import { METHODS, sampleRequest, type ApiDocument } from "./sampleRequest.ts";

type Node = Record<string, unknown>;

const BADGE = { name: "extension", color: "#0b6e99" };

/**
 * Adds to a copy of the contract what only a reader needs: code samples for every operation, and a badge on everything
 * that carries `x-extension: true`.
 */
export function decorate(contract: ApiDocument): ApiDocument {
  const document = structuredClone(contract);
  const dereferenced = dereference(contract);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => name in item)) {
      (item[method] as Node)["x-codeSamples"] = renderCodeSamples(sampleRequest(dereferenced, path, method));
    }
  }
  addBadges(document);
  return document;
}

function addBadges(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ((node as Node)["x-extension"] === true) (node as Node)["x-badges"] = [BADGE];
  for (const [key, child] of Object.entries(node)) if (key !== "x-codeSamples") addBadges(child);
}
