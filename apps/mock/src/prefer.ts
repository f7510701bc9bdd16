/** Preferences that the header `Prefer` may have. */
export type Preferences = {
  /** The status to return. */
  readonly code?: number;
  /** The name of the example to return. */
  readonly example?: string;
  /** Whether to generate the response from its schema. */
  readonly dynamic?: boolean;
  /** Equal seeds generate equal responses. */
  readonly seed?: string;
};

/**
 * Parses `Prefer: code=429, example="RateLimited"`. As the RFC requires, unknown preferences are ignored, and the first
 * of duplicates counts.
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-2
 */
export function parsePrefer(header: string): Preferences {
  const given = new Map(header.split(/[,;]/).map(readPair).toReversed());
  const status = given.get("code") ?? "";
  const code = status === "" ? Number.NaN : Number(status);
  return {
    ...(Number.isInteger(code) && { code }),
    ...textOf(given, "example"),
    ...textOf(given, "seed"),
    ...(given.has("dynamic") && { dynamic: given.get("dynamic") !== "false" }),
  };
}

function readPair(pair: string): [name: string, value: string] {
  const [name = "", ...value] = pair.trim().split("=");
  return [name.trim().toLowerCase(), value.join("=").trim().replaceAll(/^"|"$/g, "")];
}

const textOf = <Name extends string>(given: ReadonlyMap<string, string>, name: Name): { [K in Name]?: string } => {
  const value = given.get(name);
  return (value === undefined || value === "" ? {} : { [name]: value }) as { [K in Name]?: string };
};
