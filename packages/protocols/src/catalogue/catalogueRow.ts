import { chains } from "@portico/evm";
import type { Address } from "@portico/evm";
import { CATEGORIES } from "../adapter.ts";
import type { Category } from "../adapter.ts";
import type { Family, RoleAddresses } from "../family.ts";

/** A protocol on one chain, as far as one family reads it. A protocol that several families read has several rows. */
export interface CatalogueRow {
  /** Public id, with the chain's prefix outside Ethereum: `matic_quickswap3`. */
  id: string;
  /** Null: unknown. */
  name: string | null;
  siteUrl: string | null;
  category: Category;
  /** `uniswap-v2`. */
  family: string;
  /** Slug. */
  chain: string;
  addresses: Readonly<Record<string, Address | readonly Address[]>>;
  /** Where the addresses are from. */
  source: string;
  /** The version of the contracts, where a family has several that are read differently. */
  variant?: string;
}

const FIELDS = ["id", "name", "siteUrl", "category", "family", "chain", "addresses", "source", "variant"] as const;
const MAX_TEXT = 200;

/**
 * Rows of a catalogue in a JSON text: a list.
 * @param file - For messages.
 * @throws Error that names the file, the row's line and the field.
 */
export function parseCatalogue(text: string, file: string, families: ReadonlyMap<string, Family>): CatalogueRow[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (!Array.isArray(json)) throw new Error(`${file} must be a list of rows`);
  const lines = findLines(text, json.length);
  const rows = json.map((row: unknown, index) => readRow(row, `${file}:${lines[index] ?? 1}`, families));
  const seen = new Map<string, number>();
  for (const [index, { family, chain, addresses, variant }] of rows.entries()) {
    const key = JSON.stringify([family, chain, addresses, variant]);
    const first = seen.get(key);
    if (first !== undefined)
      throw new Error(`${file}:${lines[index] ?? 1}: addresses are those of line ${lines[first] ?? 1}`);
    seen.set(key, index);
  }
  return rows;
}

/** The line on which each element of a JSON list begins. */
function findLines(text: string, count: number): number[] {
  const lines: number[] = [];
  let [line, depth, isText, isNext] = [1, 0, false, false];
  for (let at = 0; at < text.length && lines.length < count; at++) {
    const char = text[at]!;
    if (char === "\n") line++;
    if (/\s/.test(char)) continue;
    if (isNext) lines.push(line);
    isNext = !isText && ((depth === 0 && char === "[") || (depth === 1 && char === ","));
    if (isText && char === "\\") at++;
    else if (char === '"') isText = !isText;
    else if (!isText) depth += "[{".includes(char) ? 1 : "]}".includes(char) ? -1 : 0;
  }
  return lines;
}

function readRow(row: unknown, place: string, families: ReadonlyMap<string, Family>): CatalogueRow {
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw new Error(`${place} must be an object`);
  const fields = new Map(Object.entries(row));
  const strange = [...fields.keys()].find((field) => !(FIELDS as readonly string[]).includes(field));
  if (strange !== undefined)
    throw new Error(`${place}: ${JSON.stringify(strange)} is not a field; there are ${FIELDS.join(", ")}`);
  const fail = (field: string, form: string): never => {
    throw new Error(`${place}: ${field} must be ${form}, not ${JSON.stringify(fields.get(field)) ?? "missing"}`);
  };
  const read = (field: (typeof FIELDS)[number], isValid: (text: string) => boolean, form: string): string => {
    const value = fields.get(field);
    return typeof value === "string" && isValid(value) ? value : fail(field, form);
  };
  const readOrNull = (...given: Parameters<typeof read>) =>
    fields.get(given[0]) === null ? null : read(given[0], given[1], `${given[2]}, or null if it is unknown`);
  const chain = read("chain", (text) => chains.some(({ slug }) => slug === text), "a chain id, such as eth");
  const name = read("family", (text) => families.has(text), `one of ${[...families.keys()].toSorted().join(", ")}`);
  const variant = fields.get("variant") === undefined ? undefined : read("variant", isText, "a short text");
  const prefix = chain === "eth" ? "" : `${chain}_`;
  return {
    id: read("id", (text) => isId(text, prefix), `${prefix === "" ? "" : `"${prefix}" and `}a-z and 0-9, at most 64`),
    name: readOrNull("name", isText, `1 to ${MAX_TEXT} printable characters`),
    siteUrl: readOrNull("siteUrl", isSiteUrl, "an https URL"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just tested
    category: read("category", isCategory, `one of ${CATEGORIES.join(", ")}`) as Category,
    family: name,
    chain,
    addresses: readAddresses(fields.get("addresses"), place, families.get(name)!),
    source: read("source", isText, "where the addresses are from"),
    ...(variant !== undefined && { variant }),
  };
}

function readAddresses(value: unknown, place: string, { name, roles }: Family): CatalogueRow["addresses"] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${place}: addresses must be an object of roles`);
  const given = Object.entries(value);
  for (const [role, addresses] of given) {
    if (roles[role] === undefined)
      throw new Error(
        `${place}: addresses.${role} is not a role of ${name}; there are ${Object.keys(roles).join(", ")}`,
      );
    const list: unknown[] = Array.isArray(addresses) ? addresses : [addresses];
    const wrong = list.findIndex((address) => typeof address !== "string" || !/^0x[0-9a-f]{40}$/.test(address));
    if (list.length === 0 || wrong >= 0)
      throw new Error(
        `${place}: addresses.${role} must be 0x and 40 lower-case hex digits, or a list of them, not ${JSON.stringify(list[wrong])}`,
      );
  }
  const missing = Object.keys(roles).find((role) => roles[role] === "required" && !(role in value));
  if (missing !== undefined) throw new Error(`${place}: addresses.${missing} is missing; ${name} needs it`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each was just tested
  return value as CatalogueRow["addresses"];
}

/** A row's addresses by role, as lists. */
export const listRoles = ({ addresses }: CatalogueRow): RoleAddresses =>
  Object.fromEntries(
    Object.entries(addresses).map(([role, value]) => [role, [value].flat<readonly (Address | readonly Address[])[]>()]),
  );

const isId = (text: string, prefix: string): boolean =>
  text.length <= 64 && text.startsWith(prefix) && /^[a-z0-9]+$/.test(text.slice(prefix.length));
const isText = (text: string): boolean => text.trim() !== "" && text.length <= MAX_TEXT && !/\p{C}/u.test(text);
const isCategory = (text: string): boolean => (CATEGORIES as readonly string[]).includes(text);
const isSiteUrl = (text: string): boolean =>
  text.startsWith("https://") && !/[\s"'<>\\]/.test(text) && URL.canParse(text);
