import { readFileSync } from "node:fs";
import { findChain, type Address } from "@portico/evm";
import { PROTOCOL_USES, toProtocolKey, type OperatorName } from "@portico/protocols";

const SETTING = "PORTICO_CONTRACT_NAMES";
const FIELDS = ["chain", "address", "protocol", "name", "use"] as const;
const NAME_MAX = 100;

/**
 * The operator's names of contracts, from a JSON file; none if `path` is undefined or "".
 * @throws Error that names the row and the field.
 */
export function readOperatorNames(path: string | undefined): OperatorName[] {
  if (path === undefined || path === "") return [];
  return parseOperatorNames(readText(path), path);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(`${SETTING}: ${path} could not be read: ${toMessage(cause)}`, { cause });
  }
}

/** @throws Error that names the row and the field. */
export function parseOperatorNames(text: string, path: string): OperatorName[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${SETTING}: ${path} is not JSON: ${toMessage(cause)}`, { cause });
  }
  if (!Array.isArray(json)) throw new Error(`${SETTING}: ${path} must be a list of rows`);
  const rows = json.map((row: unknown, index) => readRow(row, `${SETTING}: ${path}, row ${index + 1}`));
  const seen = new Set<string>();
  for (const [index, { chain, address }] of rows.entries()) {
    const key = `${chain} ${address}`;
    if (seen.has(key)) throw new Error(`${SETTING}: ${path}, row ${index + 1}: address is named twice on ${chain}`);
    seen.add(key);
  }
  return rows;
}

function readRow(row: unknown, place: string): OperatorName {
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw new Error(`${place} must be an object`);
  const fields = new Map(Object.entries(row));
  const unknown = [...fields.keys()].find((field) => !(FIELDS as readonly string[]).includes(field));
  if (unknown !== undefined) {
    throw new Error(`${place}: ${JSON.stringify(unknown)} is not a field; there are ${FIELDS.join(", ")}`);
  }
  const read = (field: (typeof FIELDS)[number], isValid: (text: string) => boolean, form: string): string => {
    const value = fields.get(field);
    if (typeof value === "string" && isValid(value)) return value;
    throw new Error(`${place}: ${field} must be ${form}, not ${JSON.stringify(value) ?? "missing"}`);
  };
  const readOptional = (...given: Parameters<typeof read>) =>
    fields.get(given[0]) === undefined ? undefined : read(...given);
  const use = readOptional("use", (text) => isUse(text), `one of ${PROTOCOL_USES.join(", ")}`);
  return {
    chain: read("chain", (text) => findChain(text) !== undefined, "a chain id, such as eth"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just tested
    address: read("address", (text) => /^0x[0-9a-f]{40}$/i.test(text), "0x and 40 hex digits").toLowerCase() as Address,
    protocol: read("protocol", isProtocolKey, "a-z, 0-9 and _, at most 64, without a chain's prefix"),
    name: readOptional("name", isName, `1 to ${NAME_MAX} printable characters`),
    use: use !== undefined && isUse(use) ? use : undefined,
  };
}

const isProtocolKey = (text: string): boolean => /^[a-z0-9][a-z0-9_]{0,63}$/.test(text) && toProtocolKey(text) === text;

type Use = (typeof PROTOCOL_USES)[number];
const isUse = (text: string): text is Use => (PROTOCOL_USES as readonly string[]).includes(text);
const isName = (text: string): boolean => text.trim() !== "" && text.length <= NAME_MAX && !/\p{C}/u.test(text);
const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
