import { invalidParams } from "@portico/server/errors";

const DELAY_MAX = 60_000;

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
  /** Milliseconds before the response. */
  readonly delay?: number;
};

/**
 * Parses `Prefer: code=429, example="RateLimited"`. As the RFC requires, unknown preferences are ignored, and the first
 * of duplicates counts.
 * @throws ServiceError for a delay that is no time, or too long a one: a test would measure nothing.
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
    ...delayOf(given.get("delay")),
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

function delayOf(text: string | undefined): Pick<Preferences, "delay"> {
  if (text === undefined) return {};
  if (/^\d+$/.test(text) && Number(text) <= DELAY_MAX) return { delay: Number(text) };
  throw invalidParams({ Prefer: "delay must be milliseconds, such as 200, at most 60000" });
}
