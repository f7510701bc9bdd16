import type { Address } from "@portico/evm";
import type { Deployed, PositionQuery, Touch } from "@portico/protocols";
import type { Holding } from "../portfolio/holdings.ts";
import type { PositionSources } from "./positionSources.ts";

/** The index's data about one owner on one chain. */
export interface OwnerTraces {
  readonly owner: Address;
  readonly holdings: readonly Holding[];
  readonly touches: readonly Touch[];
  readonly nfts: readonly { readonly contract: Address; readonly tokenId: bigint }[];
  /** The first indexed block; 0 if nothing before it needs to be searched. */
  readonly since: bigint;
}

interface Facts {
  readonly receipts: Address[];
  readonly nfts: Map<Address, bigint[]>;
  readonly touches: Touch[];
}

/** Protocols in which an owner may have positions, with the input of each adapter. No others are read. */
export function listQueries(sources: PositionSources, traces: OwnerTraces): PositionQuery[] {
  const found = new Map<Deployed, Facts>();
  const factsOf = (deployed: Deployed): Facts => {
    const facts = found.get(deployed) ?? { receipts: [], nfts: new Map<Address, bigint[]>(), touches: [] };
    found.set(deployed, facts);
    return facts;
  };
  for (const { entry } of traces.holdings) {
    const deployed = entry.isDerived ? sources.byId.get(entry.token.protocolId) : undefined;
    if (deployed !== undefined) factsOf(deployed).receipts.push(entry.token.address);
  }
  for (const { contract, key } of traces.touches) {
    for (const deployed of sources.emitters.has(contract)
      ? (sources.byEmitter.get(contract) ?? [])
      : sources.ofAnybody) {
      factsOf(deployed).touches.push({ contract, key });
    }
  }
  for (const { contract, tokenId } of traces.nfts) {
    for (const deployed of sources.byNft.get(contract) ?? []) {
      const { nfts } = factsOf(deployed);
      nfts.set(contract, [...(nfts.get(contract) ?? []), tokenId]);
    }
  }
  if (traces.since > 0n) for (const deployed of sources.eventful) factsOf(deployed);
  const from = traces.since > 0n ? { touchesFrom: traces.since } : {};
  return [...found].map(([deployed, facts]) => ({ deployed, owner: traces.owner, ...from, ...facts }));
}
