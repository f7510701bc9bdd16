/**
 * Names of the properties that are uint256 integers wherever they occur, for clients that must parse them exactly from
 * JSON text. Throws if a name is exact in one schema and a plain number in another: a parser couldn't distinguish them.
 */
export function listExactProperties(document: unknown): string[] {
  const exact = new Set<string>();
  const rounded = new Set<string>();
  collect(document, { exact, rounded, seen: new Set() });
  const ambiguous = [...exact].filter((name) => rounded.has(name));
  if (ambiguous.length > 0) {
    throw new Error(`Exact (format: uint256) in one schema and a plain number in another: ${ambiguous.join(", ")}`);
  }
  return [...exact].toSorted();
}

interface Names {
  readonly exact: Set<string>;
  readonly rounded: Set<string>;
  /** Visited objects: a dereferenced document shares many of them. */
  readonly seen: Set<object>;
}

function collect(node: unknown, names: Names): void {
  if (typeof node !== "object" || node === null || names.seen.has(node)) return;
  names.seen.add(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === "properties") collectNames(value, names);
    collect(value, names);
  }
}

function collectNames(properties: object, { exact, rounded }: Names): void {
  for (const [name, schema] of Object.entries(properties) as [string, { type?: unknown; format?: unknown }][]) {
    const types = new Set([schema.type].flat());
    if (schema.format === "uint256" && types.has("integer")) exact.add(name);
    else if (types.has("integer") || types.has("number")) rounded.add(name);
  }
}
