import { chains } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, Signals } from "./adapter.ts";
import { adapters } from "./adapters.ts";
import {
  isOperatorRow,
  listCatalogueNfts,
  listListed,
  listOwnAddresses,
  setOperatorRows,
} from "./catalogue/catalogue.ts";
import type { Listed } from "./catalogue/catalogue.ts";
import type { CatalogueRow } from "./catalogue/catalogueRow.ts";
import { combineParts, combineSignals } from "./catalogue/combineParts.ts";
import type { DeployedPart } from "./catalogue/deployedPart.ts";
import { listAddresses } from "./catalogue/listAddresses.ts";
import { toLower } from "./toLower.ts";

/** A protocol on one chain. */
export interface Deployed {
  /** Public id: `aave3` on Ethereum, `base_aave3` elsewhere. */
  id: string;
  /** Slug. */
  chain: string;
  adapter: Adapter;
  contracts: unknown;
  signals: Signals;
  /** Every address in its contract table, lower-case. */
  addresses: ReadonlySet<Address>;
  /** What identifies its contracts, if it isn't the adapter alone. See `listParts`. */
  parts?: readonly DeployedPart[];
}

/** What identifies a protocol's contracts. */
export const listParts = ({ parts, adapter, contracts }: Deployed): readonly DeployedPart[] =>
  parts ?? toParts(adapter, contracts);

/** Whether rows of the catalogue are all that it has: there is no adapter of it. */
export const isListed = (deployed: Deployed): boolean => listParts(deployed).every(({ row }) => row !== undefined);

const slugs = new Set(chains.map(({ slug }) => slug));

export const toProtocolId = (chain: string, id: string): string => (chain === "eth" ? id : `${chain}_${id}`);

interface ChainProtocols {
  list: readonly Deployed[];
  byId: ReadonlyMap<string, Deployed>;
}

/** By slug, of the chains that were asked for: most services read a few. */
const byChain = new Map<string, ChainProtocols>();

function getProtocols(chain: string): ChainProtocols {
  const known = byChain.get(chain);
  if (known !== undefined) return known;
  const list = slugs.has(chain) ? deployOn(chain, listListed(chain)) : [];
  const protocols = { list, byId: new Map(list.map((deployed) => [deployed.id, deployed])) };
  byChain.set(chain, protocols);
  return protocols;
}

/** Sets the operator's rows of the catalogue: before the first use, because what was listed before lacks them. */
export function addCatalogue(rows: readonly CatalogueRow[]): void {
  setOperatorRows(rows);
  byChain.clear();
  contractsByChain.clear();
}

/** Adapters first, then the catalogue, and at last what identifies contracts by their form alone. */
function deployOn(chain: string, listed: readonly Listed[]): Deployed[] {
  const rest = new Map(listed.map((one) => [one.id, one]));
  const own = adapters.flatMap((adapter): Deployed[] => {
    const contracts = adapter.deployments[chain];
    if (contracts === undefined) return [];
    const id = toProtocolId(chain, adapter.id);
    const more = rest.get(id);
    rest.delete(id);
    return [more === undefined ? deployAdapter(adapter, chain, contracts) : extend({ adapter, contracts }, more)];
  });
  const last = own.filter(({ adapter }) => adapter.isLast === true);
  return [...own.filter((one) => !last.includes(one)), ...[...rest.values()].map(deployListed), ...last];
}

function deployAdapter(adapter: Adapter, chain: string, contracts: unknown): Deployed {
  const id = toProtocolId(chain, adapter.id);
  const parts = toParts(adapter, contracts);
  const signals = adapter.signals?.(contracts) ?? {};
  return { id, chain, adapter, contracts, signals, addresses: new Set(listAddresses(contracts)), parts };
}

const toParts = (adapter: Adapter, contracts: unknown): DeployedPart[] =>
  (adapter.families ?? [adapter]).map((reader) => ({ reader, contracts }));

function deployListed({ id, chain, key, facts, parts, addresses }: Listed): Deployed {
  const adapter: Adapter = { id: key, ...facts, deployments: {}, ...combineParts(parts) };
  const contracts = parts.length === 1 ? parts[0]!.contracts : parts.map((part) => part.contracts);
  return { id, chain, adapter, contracts, signals: combineSignals(parts), addresses, parts };
}

/** An adapter with further parts in the catalogue. */
function extend(own: { adapter: Adapter; contracts: unknown }, { id, chain, parts, addresses }: Listed): Deployed {
  const all = [{ reader: own.adapter, contracts: own.contracts }, ...parts];
  return {
    id,
    chain,
    adapter: { ...own.adapter, ...combineParts(all) },
    contracts: all.map(({ contracts }) => contracts),
    signals: combineSignals(all),
    addresses: new Set([...listAddresses(own.contracts), ...addresses]),
    parts: [...toParts(own.adapter, own.contracts), ...parts],
  };
}

/** The protocols of a chain, in the order in which they identify contracts. */
export const listDeployed = (chain: string): readonly Deployed[] => getProtocols(chain).list;

export function findDeployed(id: string): Deployed | undefined {
  const prefix = id.slice(0, Math.max(0, id.indexOf("_")));
  return getProtocols(slugs.has(prefix) ? prefix : "eth").byId.get(id);
}

/** Contracts that tables list as those whose NFTs are positions, on all chains. Others are identified. */
export const listTabledNfts = (): { chain: string; contract: Address }[] =>
  [...listAdapterNfts(), ...listCatalogueNfts()].map(({ chain, contract }) => ({ chain, contract: toLower(contract) }));

const listAdapterNfts = () =>
  adapters.flatMap((adapter) =>
    Object.entries(adapter.deployments).flatMap(([chain, contracts]) =>
      (adapter.signals?.(contracts).nfts ?? []).map((contract) => ({ chain, contract })),
    ),
  );

const contractsByChain = new Map<string, ReadonlyMap<Address, Deployed>>();

/**
 * The protocol that owns a contract, else the one with it as a router; of several one in whose rows the operator lists
 * it, else the first. Contracts found by `identify` are in the store.
 */
export function findDeployedAt(chain: string, address: Address): Deployed | undefined {
  let known = contractsByChain.get(chain);
  if (known === undefined) {
    const list = (read: (one: Deployed) => Iterable<Address>) =>
      listDeployed(chain).flatMap((one) => [...read(one)].map((at) => [toLower(at), one] as const));
    const operators = list((one) =>
      listParts(one).flatMap(({ row }) => (row && isOperatorRow(row) ? listOwnAddresses(row) : [])),
    );
    const own = list(({ addresses }) => addresses);
    const routers = list(({ adapter }) => adapter.routers?.[chain] ?? []);
    known = new Map([...operators, ...own, ...routers].toReversed());
    contractsByChain.set(chain, known);
  }
  return known.get(address);
}
