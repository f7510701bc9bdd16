import { invalidParams } from "../problem/errors.ts";

/**
 * Splits the raw query of a URL into the decoded values of declared parameters: `+` is a space. Names are literal
 * (`id[]` is a name); undeclared parameters are not decoded.
 * @throws ServiceError invalid_params for malformed percent-encoding and invalid UTF-8.
 */
export function splitQuery(raw: string, isDeclared: (name: string) => boolean): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of raw.split("&")) {
    const at = pair.indexOf("=");
    const name = decode(at === -1 ? pair : pair.slice(0, at));
    if (name === undefined || !isDeclared(name)) continue;
    const value = at === -1 ? "" : decode(pair.slice(at + 1));
    if (value === undefined) throw invalidParams({ [name]: "is not valid percent-encoded UTF-8" });
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [value]);
    else earlier.push(value);
  }
  return values;
}

/** Undefined if malformed. */
function decode(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
