import type { Address } from "@portico/evm";
import { listPriceSources } from "@portico/store";
import type { PriceObservation, PriceSource, PriceSourceKind, Store } from "@portico/store";

/** Addresses that were checked, including `none`: they are not checked again. */
export interface KnownSources {
  byAddress: Map<Address, { kind: PriceSourceKind; blockNumber: bigint }>;
  /** The aggregators of all proxies, once read; failed reads are retried. */
  aggregators: Promise<PriceSource[]> | undefined;
}

export async function loadKnownSources(db: Store, chain: string): Promise<KnownSources> {
  const known: KnownSources = { byAddress: new Map(), aggregators: undefined };
  rememberSources(known, await listPriceSources(db, chain));
  return known;
}

/** Adds stored sources. */
export function rememberSources({ byAddress }: KnownSources, sources: readonly PriceSource[]): void {
  for (const { address, kind, blockNumber } of sources) byAddress.set(address, { kind, blockNumber });
}

/** Evicts addresses checked after a fork, as the store does. */
export function deleteSourcesAfter(known: KnownSources, blockNumber: bigint): void {
  for (const [address, source] of known.byAddress) {
    if (source.blockNumber > blockNumber) known.byAddress.delete(address);
  }
  known.aggregators = undefined;
}

/** Observations of all candidate sources: a V3 pool emits a price, a V2 pool and a feed two numbers. */
export function filterKnownSources(
  { byAddress }: KnownSources,
  observations: ReadonlyMap<string, PriceObservation>,
  found: readonly PriceSource[],
): Map<string, PriceObservation> {
  const kinds = new Map(found.map(({ address, kind }) => [address, kind]));
  const isOfSource = ({ address, sqrtPrice }: PriceObservation): boolean => {
    const kind = kinds.get(address) ?? byAddress.get(address)?.kind;
    return sqrtPrice === null ? kind === "v2" || kind === "feed" : kind === "v3";
  };
  return new Map([...observations].filter(([, observation]) => isOfSource(observation)));
}
