/** A query as sent: a repeated parameter is a list. */
export type Query = Readonly<Record<string, string | string[]>>;
/** Prism's description of a query parameter. */
export type QueryParameter = { readonly name: string; readonly schema?: { readonly type?: unknown } };

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["1", "true"],
  ["on", "true"],
  ["false", "false"],
  ["0", "false"],
  ["off", "false"],
]);

/**
 * Reads a query as leniently as the API, which Prism does not: booleans in any letter case and as 1, 0, on, off; an
 * empty
 * list is absent.
 */
export function lenientQuery(query: Query, parameters: readonly QueryParameter[]): Record<string, string | string[]> {
  const types = new Map(parameters.map(({ name, schema }) => [name, schema?.type]));
  const entries = Object.entries(query).map(([name, value]) => [name, read(value, types.get(name))] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string | string[]] => entry[1] !== undefined));
}

function read(value: string | string[], type: unknown): string | string[] | undefined {
  if (typeof value !== "string") return value;
  if (type === "array" && value === "") return undefined;
  return type === "boolean" ? (BOOLEANS.get(value.toLowerCase()) ?? value) : value;
}
