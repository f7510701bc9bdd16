import type { Address } from "@portico/evm";
import type { Deployed, PositionQuery, Interaction } from "@portico/protocols";
import type { Holding } from "../portfolio/holdings.ts";
import type { PositionSources } from "./positionSources.ts";

/** The index's data about one owner on one chain. */
export interface OwnerTraces {
  readonly owner: Address;
  readonly holdings: readonly Holding[];
  readonly interactions: readonly Interaction[];
  readonly nfts: readonly { readonly contract: Address; readonly tokenId: bigint }[];
  /** The first indexed block; 0 if nothing before it needs to be searched. */
  readonly since: bigint;
}

interface OwnerEntry {
  readonly receipts: Address[];
  readonly nfts: Map<Address, bigint[]>;
  readonly interactions: Interaction[];
}

/** Protocols in which an owner may have positions, with the input of each adapter. No others are read. */
export function listQueries(sources: PositionSources, traces: OwnerTraces): PositionQuery[] {
  const found = new Map<Deployed, OwnerEntry>();
  const entryOf = (deployed: Deployed): OwnerEntry => {
    const entry = found.get(deployed) ?? { receipts: [], nfts: new Map<Address, bigint[]>(), interactions: [] };
    found.set(deployed, entry);
    return entry;
  };
  for (const { entry } of traces.holdings) {
    const deployed = entry.isDerived ? sources.byId.get(entry.token.protocolId) : undefined;
    if (deployed !== undefined) entryOf(deployed).receipts.push(entry.token.address);
  }
  for (const { contract, key } of traces.interactions) {
    for (const deployed of sources.emitters.has(contract)
      ? (sources.byEmitter.get(contract) ?? [])
      : sources.ofAnybody) {
      entryOf(deployed).interactions.push({ contract, key });
    }
  }
  for (const { contract, tokenId } of traces.nfts) {
    for (const deployed of sources.byNft.get(contract) ?? []) {
      const { nfts } = entryOf(deployed);
      nfts.set(contract, [...(nfts.get(contract) ?? []), tokenId]);
    }
  }
  if (traces.since > 0n) for (const deployed of sources.eventful) entryOf(deployed);
  const from = traces.since > 0n ? { interactionsFrom: traces.since } : {};
  return [...found].map(([deployed, entry]) => ({ deployed, owner: traces.owner, ...from, ...entry }));
}
