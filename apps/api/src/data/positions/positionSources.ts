import { chains, type Address } from "@portico/evm";
import {
  listDeployed,
  isListed,
  listDeployedApps,
  listTabledNfts,
  type Deployed,
  type EventSignal,
} from "@portico/protocols";

/** Protocols have a chain and count in its balance; apps have none, and are in no total. */
export type SourceKind = "app" | "protocol";

/** Sources of positions on one chain, by what links an owner to them. */
export interface PositionSources {
  readonly byId: ReadonlyMap<string, Deployed>;
  /** By emitter of their events, or contract in their table. */
  readonly byEmitter: ReadonlyMap<Address, readonly Deployed[]>;
  /** Known emitters of any protocol or app on the chain: adapters that accept any emitter ignore them. */
  readonly emitters: ReadonlySet<Address>;
  /** Adapters that accept an event from any emitter. */
  readonly ofAnybody: readonly Deployed[];
  /**
   * Adapters that find owners by events of known contracts: on a chain indexed from a later block they must be read. Not
   * the catalogue's: they are hundreds, and each may have hundreds of pools.
   */
  readonly eventful: readonly Deployed[];
  readonly byNft: ReadonlyMap<Address, readonly Deployed[]>;
}

/** By the list of a chain's protocols, which is a new one when an operator's rows are added. */
const known = new WeakMap<readonly Deployed[], Map<SourceKind, PositionSources>>();

export function listSources(chain: string, kind: SourceKind): PositionSources {
  const protocols = listDeployed(chain);
  const ofChain = known.get(protocols) ?? new Map<SourceKind, PositionSources>();
  known.set(protocols, ofChain);
  const sources =
    ofChain.get(kind) ??
    (kind === "app" ? toSources(listAppSources(chain), protocols) : toSources(protocols, listDeployedApps(chain)));
  ofChain.set(kind, sources);
  return sources;
}

/** Applications, and wallets with contract accounts that may have positions in them. */
const listAppSources = (chain: string): Deployed[] => [
  ...listDeployedApps(chain),
  ...listDeployed(chain).filter(({ adapter }) => "listAccounts" in adapter),
];

/** @param others - On the same chain, whose positions are not requested. */
export function toSources(deployed: readonly Deployed[], others: readonly Deployed[]): PositionSources {
  const readable = deployed.filter(({ adapter }) => "listPositions" in adapter || "listAccounts" in adapter);
  const eventsOf = ({ signals }: Deployed) => signals.events ?? [];
  const emittersOf = (one: Deployed): Address[] =>
    eventsOf(one).length === 0 ? [] : [...eventsOf(one).flatMap(listEmitters), ...one.addresses].map(toLower);
  return {
    byId: new Map(readable.map((one) => [one.id, one])),
    byEmitter: groupBy(readable, emittersOf),
    emitters: new Set([...deployed, ...others].flatMap(emittersOf)),
    ofAnybody: readable.filter(hasUntrustedSignals),
    eventful: readable.filter(
      (one) => !isListed(one) && eventsOf(one).some((signal) => listEmitters(signal).length > 0),
    ),
    byNft: groupBy(readable, ({ signals }) => (signals.nfts ?? []).map(toLower)),
  };
}

const listEmitters = ({ emitters = [] }: EventSignal): readonly Address[] =>
  emitters === "identified" ? [] : emitters;

/** Whether it accepts an event from any emitter. */
export const hasUntrustedSignals = ({ signals }: Deployed): boolean =>
  (signals.events ?? []).some(({ emitters }) => emitters === undefined);

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly Address[]): Map<Address, T[]> {
  const groups = new Map<Address, T[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address stays one in lower case
const toLower = (address: Address): Address => address.toLowerCase() as Address;

/** Contracts of protocols and apps whose NFTs are positions, on all chains. */
export const listPositionNfts = (): { chain: string; contract: Address }[] => [
  ...listTabledNfts(),
  ...chains.flatMap(({ slug: chain }) =>
    listDeployedApps(chain).flatMap(({ signals }) =>
      (signals.nfts ?? []).map((contract) => ({ chain, contract: toLower(contract) })),
    ),
  ),
];
