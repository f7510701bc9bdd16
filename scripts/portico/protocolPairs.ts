import { chains } from "@portico/evm";
import type { Address } from "@portico/evm";
import { listDeployed, listDeployedApps, listParts } from "@portico/protocols";
import type { CatalogueRow, Deployed } from "@portico/protocols";

/** A protocol on one chain, or an application on all of its chains. */
export interface ProtocolPair {
  readonly id: string;
  /** Slug; an application's chains are separated by commas. */
  readonly chain: string;
  readonly name: string;
  /** The families that read it; null if it has its own code. */
  readonly family: string | null;
  /** Whether positions are read, or it is known by name and contracts only. */
  readonly has_positions: boolean;
  /** By role: that of the catalogue's row, or the path in the table of its own code. */
  readonly addresses: Readonly<Record<string, Address | readonly Address[]>>;
  /** Where the addresses are from. */
  readonly source: string;
}

/** Every protocol on every chain, and every application, served or not, by id. */
export function listPairs(): ProtocolPair[] {
  const protocols = chains.flatMap(({ slug }) => listDeployed(slug));
  const apps = Map.groupBy(
    chains.flatMap(({ slug }) => listDeployedApps(slug)),
    ({ id }) => id,
  );
  return [...protocols.map((one) => toPair([one])), ...[...apps.values()].map(toPair)].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

/** @param deployed - One id, on one or several chains. */
function toPair(deployed: readonly Deployed[]): ProtocolPair {
  const [{ id, adapter }] = deployed as readonly [Deployed];
  const parts = deployed.flatMap(listParts);
  const rows = [...new Set(parts.flatMap(({ row }) => row ?? []))];
  const own = [...new Set(parts.flatMap(({ row, contracts }) => (row === undefined ? [contracts] : [])))];
  const families = [...new Set(rows.map(({ family }) => family))];
  return {
    id,
    chain: deployed.map(({ chain }) => chain).join(),
    name: adapter.name,
    family: families.length === 0 ? null : families.join(", "),
    has_positions: adapter.listPositions !== undefined,
    addresses: toRoles([...own.flatMap((contracts) => listNamed(contracts, "")), ...rows.flatMap(listOfRow)]),
    source: [...new Set([...(own.length === 0 ? [] : [toSource(adapter)]), ...rows.map(({ source }) => source)])].join(
      "; ",
    ),
  };
}

const toSource = ({ id, source }: Deployed["adapter"]): string => source ?? `packages/protocols/src/${id}`;

interface NamedAddress {
  role: string;
  address: Address;
}

const listOfRow = ({ addresses }: CatalogueRow): NamedAddress[] =>
  Object.entries(addresses).flatMap(([role, value]) => [value].flat().map((address) => ({ role, address })));

/** The addresses in a table of contracts of any form; the places in lists are not part of a role. */
function listNamed(value: unknown, role: string): NamedAddress[] {
  if (typeof value === "string") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is tested
    return /^0x[0-9a-f]{40}$/i.test(value) ? [{ role, address: value.toLowerCase() as Address }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((element) => listNamed(element, role));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, element]) => listNamed(element, role === "" ? key : `${role}.${key}`));
}

const toRoles = (named: readonly NamedAddress[]): ProtocolPair["addresses"] =>
  Object.fromEntries(
    [...Map.groupBy(named, ({ role }) => role)].map(([role, entries]) => {
      const addresses = [...new Set(entries.map(({ address }) => address))];
      return [role, addresses.length === 1 ? addresses[0]! : addresses];
    }),
  );
