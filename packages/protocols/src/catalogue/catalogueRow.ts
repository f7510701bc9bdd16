import { chains } from "@portico/evm";
import type { Address } from "@portico/evm";
import { CATEGORIES } from "../adapter.ts";
import type { Category } from "../adapter.ts";
import type { Family, RoleAddresses } from "../family.ts";
import { isText, parseRows, refuseRepeated } from "../rows/parseRows.ts";
import type { RowFields } from "../rows/parseRows.ts";

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

/**
 * Rows of a catalogue in a JSON text: a list.
 * @param file - For messages.
 * @throws Error that names the file, the row's line and the field.
 */
export function parseCatalogue(text: string, file: string, families: ReadonlyMap<string, Family>): CatalogueRow[] {
  const rows = parseRows({ text, file, fields: FIELDS }, (fields) => readRow(fields, families));
  refuseRepeated(rows, {
    file,
    getKey: ({ family, chain, addresses, variant }) => JSON.stringify([family, chain, addresses, variant]),
    explain: (_row, line) => `addresses are those of line ${line}`,
  });
  return rows.map(({ row }) => row);
}

type Fields = RowFields<(typeof FIELDS)[number]>;

function readRow({ location, get, read, readOptional }: Fields, families: ReadonlyMap<string, Family>): CatalogueRow {
  const readOrNull = (...[field, isValid, form]: Parameters<Fields["read"]>) =>
    get(field) === null ? null : read(field, isValid, `${form}, or null if it is unknown`);
  const chain = read("chain", (text) => chains.some(({ slug }) => slug === text), "a chain id, such as eth");
  const name = read("family", (text) => families.has(text), `one of ${[...families.keys()].toSorted().join(", ")}`);
  const variant = readOptional("variant", (text) => isText(text), "a short text");
  const prefix = chain === "eth" ? "" : `${chain}_`;
  return {
    id: read("id", (text) => isId(text, prefix), `${prefix === "" ? "" : `"${prefix}" and `}a-z and 0-9, at most 64`),
    name: readOrNull("name", (text) => isText(text), "1 to 200 printable characters"),
    siteUrl: readOrNull("siteUrl", isSiteUrl, "an https URL"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just tested
    category: read("category", isCategory, `one of ${CATEGORIES.join(", ")}`) as Category,
    family: name,
    chain,
    addresses: readAddresses(get("addresses"), location, families.get(name)!),
    source: read("source", (text) => isText(text), "where the addresses are from"),
    ...(variant !== undefined && { variant }),
  };
}

function readAddresses(value: unknown, location: string, { name, roles }: Family): CatalogueRow["addresses"] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${location}: addresses must be an object of roles`);
  const given = Object.entries(value);
  for (const [role, addresses] of given) {
    if (roles[role] === undefined)
      throw new Error(
        `${location}: addresses.${role} is not a role of ${name}; there are ${Object.keys(roles).join(", ")}`,
      );
    const list: unknown[] = Array.isArray(addresses) ? addresses : [addresses];
    const wrong = list.findIndex((address) => typeof address !== "string" || !/^0x[0-9a-f]{40}$/.test(address));
    if (list.length === 0 || wrong >= 0)
      throw new Error(
        `${location}: addresses.${role} must be 0x and 40 lower-case hex digits, or a list of them, not ${JSON.stringify(list[wrong])}`,
      );
  }
  const missing = Object.keys(roles).find((role) => roles[role] === "required" && !(role in value));
  if (missing !== undefined) throw new Error(`${location}: addresses.${missing} is missing; ${name} needs it`);
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
const isCategory = (text: string): boolean => (CATEGORIES as readonly string[]).includes(text);
const isSiteUrl = (text: string): boolean =>
  text.startsWith("https://") && !/[\s"'<>\\]/.test(text) && URL.canParse(text);
