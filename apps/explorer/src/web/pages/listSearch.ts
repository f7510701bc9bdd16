/** A list's search text, in the page's address: it survives navigation. */
export interface ListSearch {
  readonly q?: string;
}

const MAX = 200;

/** Reads the page's search parameters, in which the router parses digits as a number and "true" as a boolean. */
export function readListSearch({ q }: Record<string, unknown>): ListSearch {
  const text = typeof q === "string" || typeof q === "number" || typeof q === "boolean" ? String(q) : "";
  return text === "" ? {} : { q: text.slice(0, MAX) };
}
