import { METHODS, type ApiDocument } from "./sampleRequest.ts";
import { withCodeSamples } from "./withCodeSamples.ts";

type Node = Record<string, unknown>;

/** Without a colour: Redoc's own is readable on light and dark. */
const BADGE = { name: "extension" };

/**
 * Adds information for readers to a copy of the contract: path, code samples and price of every operation, and a badge
 * on everything with `x-extension: true`.
 */
export function decorate(contract: ApiDocument): ApiDocument {
  const document = withCodeSamples(contract);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => name in item)) {
      const operation = item[method] as Node;
      // on a phone the samples, which show the path, are far below
      operation["description"] = `\`${method.toUpperCase()} ${path}\`\n\n${textOf(operation["description"])}`;
    }
  }
  addBadges(document);
  return document;
}

const textOf = (description: unknown): string => (typeof description === "string" ? description : "");

/** `x-units` as a badge. */
function priceOf({ "x-units": units, "x-units-per": per }: Node): readonly object[] {
  if (typeof units !== "number") return [];
  const price = `${units} ${units === 1 ? "unit" : "units"}`;
  return [{ name: typeof per === "string" ? `${price} per ${per}` : price }];
}

function addBadges(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  const marks = (node as Node)["x-extension"] === true ? [BADGE] : [];
  const badges = [...marks, ...priceOf(node as Node)];
  if (badges.length > 0) (node as Node)["x-badges"] = badges;
  for (const [key, child] of Object.entries(node)) if (key !== "x-codeSamples") addBadges(child);
}
