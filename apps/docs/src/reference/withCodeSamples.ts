import { renderCodeSamples } from "./codeSamples.ts";
import { dereference } from "./dereference.ts";
import { METHODS, sampleRequest, type ApiDocument } from "./sampleRequest.ts";

/** Adds `x-codeSamples` to every operation of a copy of the contract. */
export function withCodeSamples(contract: ApiDocument): ApiDocument {
  const document = structuredClone(contract);
  const dereferenced = dereference(contract);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => name in item)) {
      const operation = item[method] as Record<string, unknown>;
      operation["x-codeSamples"] = renderCodeSamples(sampleRequest(dereferenced, path, method));
    }
  }
  return document;
}
