/** What is looked for in a list, in the page's address: there it stays for who comes back. */
export interface ListSearch {
  readonly q?: string;
}

const MOST = 200;

/** Reads the page's own address, in which the router takes digits for a number, "true" for what it says. */
export function readListSearch({ q }: Record<string, unknown>): ListSearch {
  const text = typeof q === "string" || typeof q === "number" || typeof q === "boolean" ? String(q) : "";
  return text === "" ? {} : { q: text.slice(0, MOST) };
}
