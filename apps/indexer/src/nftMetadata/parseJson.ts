import { refuse } from "@portico/safe-fetch";

const MAX_DEPTH = 32;

/**
 * Parses JSON that is an object of limited depth.
 * @throws FetchError that is permanent.
 */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  const text = new TextDecoder().decode(bytes);
  if (measureDepth(text) > MAX_DEPTH) throw refuse("JSON that is nested too deeply");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("not JSON");
  }
  if (!isRecord(value)) throw refuse("JSON, but not an object");
  return value;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Nesting depth of brackets outside of strings. */
function measureDepth(text: string): number {
  let [depth, deepest, isString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isString && char === "\\") at++;
    else if (char === '"') isString = !isString;
    else if (!isString && (char === "{" || char === "[")) deepest = Math.max(deepest, ++depth);
    else if (!isString && (char === "}" || char === "]")) depth--;
  }
  return deepest;
}
