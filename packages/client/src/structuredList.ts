/** A list member: a token or a string, and its parameters. A parameter without a value is true. */
export type StructuredItem = {
  readonly value: string;
  readonly params: ReadonlyMap<string, string | number | true>;
};

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const PARAMS = String.raw`;[ ]*([a-z*][\w.*-]*)(?:=(${STRING}|[^;,"\s]+))?`;
const MEMBER = new RegExp(String.raw`(?:^|,)[ \t]*(${STRING}|[^;,"\s]+)((?:${PARAMS})*)[ \t]*(?=,|$)`, "g");

/**
 * Parses a header that is a list of tokens or strings with parameters, of integers, strings and flags: Portico's kinds.
 * Other members are left out.
 * @see https://www.rfc-editor.org/rfc/rfc9651#section-3.1
 */
export const parseStructuredList = (header: string): StructuredItem[] =>
  Array.from(header.matchAll(MEMBER), ([, value = "", params = ""]) => ({
    value: readString(value),
    params: new Map(Array.from(params.matchAll(new RegExp(PARAMS, "g")), ([, name = "", bare]) => [name, read(bare)])),
  }));

const read = (bare: string | undefined): string | number | true => {
  if (bare === undefined || bare === "?1") return true;
  return /^-?\d+$/.test(bare) ? Number(bare) : readString(bare);
};

const readString = (bare: string): string => (bare[0] === '"' ? bare.slice(1, -1).replaceAll(/\\(.)/g, "$1") : bare);
