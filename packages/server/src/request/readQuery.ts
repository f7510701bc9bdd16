import type { ParameterKind, QuerySpec } from "./querySpec.ts";
import { splitQuery } from "./splitQuery.ts";

type Value = string | number | boolean | readonly string[];

export interface ReadQuery {
  /** Declared parameters only, typed; an empty one is absent. */
  readonly values: Record<string, Value>;
  /** Parameter → what to do about it. */
  readonly errors: Record<string, string>;
}

/**
 * Parses the raw query of a URL into typed values: stricter than a validator's coercion (`0x10` is not an integer) and
 * more
 * lenient where clients differ (`True` is a boolean). Unknown parameters are ignored.
 */
export function readQuery(raw: string, spec: QuerySpec): ReadQuery {
  const given = splitQuery(raw, (name) => spec.has(name));
  const values: Record<string, Value> = {};
  const errors: Record<string, string> = {};
  for (const [name, kind] of spec) {
    const texts = given.get(name)?.filter((text) => text !== "") ?? [];
    if (texts.length === 0) continue;
    const result = readParameter(kind, texts);
    if (typeof result === "object" && "error" in result) errors[name] = result.error;
    else values[name] = result;
  }
  return { values, errors };
}

type Refusal = { readonly error: string };

function readParameter(kind: ParameterKind, texts: readonly string[]): Value | Refusal {
  if (texts.some((text) => text.includes("\0"))) return { error: "must not contain NUL" };
  if (kind === "list") return readList(texts);
  const [text = "", ...repeats] = texts;
  if (repeats.length > 0) return { error: "is given more than once; send it once" };
  if (kind === "integer") return readInteger(text);
  return kind === "boolean" ? readBoolean(text) : text;
}

/** Drops duplicates; addresses are compared in any case. */
function readList(texts: readonly string[]): readonly string[] | Refusal {
  const entries = texts.flatMap((text) => text.split(",")).map((entry) => entry.trim());
  if (entries.includes("")) return { error: "has an empty entry" };
  return [...new Map(entries.map((entry) => [/^0x/i.test(entry) ? entry.toLowerCase() : entry, entry])).values()];
}

/** Values outside the safe integer range are clamped: they exceed every limit of the contract and still do. */
const readInteger = (text: string): number | Refusal =>
  /^-?\d+$/.test(text)
    ? Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
    : { error: "must be an integer in decimal digits" };

function readBoolean(text: string): boolean | Refusal {
  const word = text.length > 5 ? "" : text.toLowerCase();
  if (word === "true" || word === "1" || word === "on") return true;
  if (word === "false" || word === "0" || word === "off") return false;
  return { error: "must be true or false" };
}
