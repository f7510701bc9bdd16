import { chains } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Adapter, Signals } from "./adapter.ts";
import { adapters } from "./adapters.ts";
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
}

export const toProtocolId = (chain: string, id: string): string => (chain === "eth" ? id : `${chain}_${id}`);

const byChain = new Map(chains.map(({ slug }) => [slug, adapters.flatMap((adapter) => deploy(adapter, slug))]));
const byId = new Map([...byChain.values()].flat().map((deployed) => [deployed.id, deployed]));

function deploy(adapter: Adapter, chain: string): Deployed[] {
  const contracts = adapter.deployments[chain];
  if (contracts === undefined) return [];
  const signals = adapter.signals?.(contracts) ?? {};
  const addresses = new Set(listAddresses(contracts));
  return [{ id: toProtocolId(chain, adapter.id), chain, adapter, contracts, signals, addresses }];
}

/** Every address in a contract table, lower-case. */
export function listAddresses(value: unknown): Address[] {
  if (typeof value === "string") return /^0x[0-9a-f]{40}$/i.test(value) ? [toLower(value as Address)] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listAddresses) : [];
}

/** The protocols of a chain, in the order of `adapters`. */
export const listDeployed = (chain: string): readonly Deployed[] => byChain.get(chain) ?? [];

export const findDeployed = (id: string): Deployed | undefined => byId.get(id);

const contractsByChain = new Map<string, ReadonlyMap<Address, Deployed>>();

/**
 * The protocol that owns a contract, else the one with it as a router; the first of several. Contracts found by
 * `identify` are in the store.
 */
export function findDeployedAt(chain: string, address: Address): Deployed | undefined {
  let known = contractsByChain.get(chain);
  if (known === undefined) {
    const list = (read: (one: Deployed) => Iterable<Address>) =>
      listDeployed(chain).flatMap((one) => [...read(one)].map((at) => [toLower(at), one] as const));
    const own = list(({ addresses }) => addresses);
    const routers = list(({ adapter }) => adapter.routers?.[chain] ?? []);
    known = new Map([...own, ...routers].toReversed());
    contractsByChain.set(chain, known);
  }
  return known.get(address);
}
