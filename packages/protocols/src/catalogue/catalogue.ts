import type { Address } from "@portico/evm";
import type { Adapter } from "../adapter.ts";
import { families } from "../families/families.ts";
import type { CatalogueRow } from "./catalogueRow.ts";
import { listRoles, parseCatalogue } from "./catalogueRow.ts";
import type { DeployedPart } from "./deployedPart.ts";
import { readTable } from "./readTable.ts";

/** A protocol of the catalogue on one chain. */
export interface Listed {
  /** Public id, with the chain's prefix. */
  id: string;
  chain: string;
  /** The same on every chain. */
  key: string;
  facts: Pick<Adapter, "category" | "name" | "siteUrl">;
  parts: DeployedPart[];
  /** The addresses in its rows that are its own contracts. */
  addresses: ReadonlySet<Address>;
}

let ownRows: readonly CatalogueRow[] | undefined;

/** The rows of all tables, which are read at the first use: reading them at the start delays every service. */
function listOwnRows(): readonly CatalogueRow[] {
  ownRows ??= [...families.values()].flatMap(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- catalogue.test.ts checks every row
    ({ name, rows }) => (rows ?? readTable(name)) as readonly CatalogueRow[],
  );
  return ownRows;
}

let operatorRows: ReadonlySet<CatalogueRow> = new Set();

/** Rows of a catalogue in JSON. @throws Error that names file, line and field. */
export const readCatalogue = (text: string, file: string): CatalogueRow[] => parseCatalogue(text, file, families);

let replaced: ReadonlySet<CatalogueRow> = new Set();

/** Every row, the operator's first. An operator's row replaces those that list any of its contracts for the same family. */
export const listRows = (): readonly CatalogueRow[] => [
  ...operatorRows,
  ...(replaced.size === 0 ? listOwnRows() : listOwnRows().filter((row) => !replaced.has(row))),
];

export const isOperatorRow = (row: CatalogueRow): boolean => operatorRows.has(row);

/** Sets the operator's rows. */
export function setOperatorRows(rows: readonly CatalogueRow[]): void {
  const listKeys = (row: CatalogueRow): string[] =>
    listOwnAddresses(row).map((address) => `${row.family} ${row.chain} ${address}`);
  const keys = new Set(rows.flatMap(listKeys));
  operatorRows = new Set(rows);
  replaced = new Set(keys.size === 0 ? [] : listOwnRows().filter((row) => listKeys(row).some((key) => keys.has(key))));
  byChain = undefined;
}

let byChain: ReadonlyMap<string, readonly CatalogueRow[]> | undefined;

/** The protocols of the catalogue on a chain. */
export function listListed(chain: string): readonly Listed[] {
  byChain ??= Map.groupBy(listRows(), (row) => row.chain);
  return [...Map.groupBy(byChain.get(chain) ?? [], ({ id }) => id).values()].map(toListed);
}

/** Contracts that rows list as those whose NFTs are positions. */
export const listCatalogueNfts = (): { chain: string; contract: Address }[] =>
  listRows()
    .filter(({ family }) => readers.get(family)?.signals !== undefined)
    .flatMap((row) =>
      toParts(row).flatMap(({ reader, contracts }) =>
        (reader.signals?.(contracts).nfts ?? []).map((contract) => ({ chain: row.chain, contract })),
      ),
    );

function toListed(rows: readonly CatalogueRow[]): Listed {
  const [{ id, chain, category }] = rows as readonly [CatalogueRow];
  const key = chain === "eth" ? id : id.slice(chain.length + 1);
  const find = (field: "name" | "siteUrl"): string | undefined =>
    rows.find((row) => row[field] !== null)?.[field] ?? undefined;
  const facts = { category, name: find("name") ?? key, siteUrl: find("siteUrl") ?? "" };
  return { id, chain, key, facts, parts: rows.flatMap(toParts), addresses: new Set(rows.flatMap(listOwnAddresses)) };
}

/** What describes a family, and isn't a function of an adapter. */
const DESCRIPTION = new Set(["name", "roles", "rows", "perAddress", "toContracts"]);

/** The functions of a family without what describes it: the same object for all its rows. */
const readers = new Map(
  [...families].map(([family, definition]) => {
    const own = Object.entries(definition).filter(([name]) => !DESCRIPTION.has(name));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a family reads the contracts that it makes
    return [family, Object.fromEntries(own) as Partial<Adapter>];
  }),
);

/** A row as its family reads it: several forks, if it has several addresses of its main role. */
export function toParts(row: CatalogueRow): DeployedPart[] {
  const family = families.get(row.family)!;
  const roles = listRoles(row);
  const { perAddress } = family;
  const forks =
    perAddress === undefined
      ? [roles]
      : (roles[perAddress] ?? []).map((address) => ({ ...roles, [perAddress]: [address] }));
  const reader = readers.get(row.family)!;
  return forks.map((addresses) => ({ reader, contracts: family.toContracts(addresses, row), row }));
}

/** The addresses of a row that are the protocol's own contracts. */
export function listOwnAddresses(row: CatalogueRow): Address[] {
  const { roles } = families.get(row.family)!;
  return Object.entries(listRoles(row)).flatMap(([role, addresses = []]) =>
    roles[role] === "foreign" ? [] : addresses,
  );
}
