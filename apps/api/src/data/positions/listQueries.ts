import type { Address } from "@portico/evm";
import type { Deployed, PositionQuery, Interaction } from "@portico/protocols";
import type { Holding } from "../portfolio/holdings.ts";
import type { PositionSources } from "./positionSources.ts";

/** An interaction, and the protocol that its contract was identified as; "" or undefined if there is none. */
export interface IndexedInteraction extends Interaction {
  readonly protocolId?: string;
}

/** The index's data about one owner on one chain. */
export interface OwnerTraces {
  readonly owner: Address;
  readonly holdings: readonly Holding[];
  readonly interactions: readonly IndexedInteraction[];
  readonly nfts: readonly { readonly contract: Address; readonly tokenId: bigint }[];
  /** The protocol whose positions the NFTs of an identified contract are. */
  readonly protocolOfNft?: ((contract: Address) => string | undefined) | undefined;
  /** Protocols whose rows of the catalogue are wrong: not read. */
  readonly isDead?: ((protocolId: string) => boolean) | undefined;
  /** The first indexed block; 0 if nothing before it needs to be searched. */
  readonly since: bigint;
}

interface OwnerEntry {
  readonly receipts: Address[];
  readonly nfts: Map<Address, bigint[]>;
  readonly interactions: Interaction[];
}

/** The protocols that an event of this contract concerns: those of a table, else the one that identified it. */
function listByEmitter(
  sources: PositionSources,
  { contract, protocolId = "" }: IndexedInteraction,
  isDead: (protocolId: string) => boolean,
): readonly Deployed[] {
  const tabled = sources.byEmitter.get(contract);
  const alive = tabled?.filter(({ id }) => !isDead(id)) ?? [];
  if (alive.length > 0 || (tabled === undefined && sources.emitters.has(contract))) return alive;
  const identified = sources.byId.get(protocolId);
  return identified === undefined ? sources.ofAnybody : [identified];
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
  const isDead = traces.isDead ?? (() => false);
  for (const interaction of traces.interactions) {
    const { contract, key } = interaction;
    for (const deployed of listByEmitter(sources, interaction, isDead)) {
      entryOf(deployed).interactions.push({ contract, key });
    }
  }
  for (const { contract, tokenId } of traces.nfts) {
    const identified = sources.byId.get(traces.protocolOfNft?.(contract) ?? "");
    const tabled = sources.byNft.get(contract)?.filter(({ id }) => !isDead(id)) ?? [];
    for (const deployed of tabled.length > 0 ? tabled : identified && !isDead(identified.id) ? [identified] : []) {
      const { nfts } = entryOf(deployed);
      nfts.set(contract, [...(nfts.get(contract) ?? []), tokenId]);
    }
  }
  if (traces.since > 0n) for (const deployed of sources.eventful) entryOf(deployed);
  const from = traces.since > 0n ? { interactionsFrom: traces.since } : {};
  return [...found].map(([deployed, entry]) => ({ deployed, owner: traces.owner, ...from, ...entry }));
}
