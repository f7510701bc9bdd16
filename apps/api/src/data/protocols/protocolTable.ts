import type { Protocol as ProtocolResponse, Protocol2 } from "@portico/contract";
import { chains, type Address } from "@portico/evm";
import { findApp, findDeployed, findDeployedAt, isListed, listDeployed, type Deployed } from "@portico/protocols";
import {
  listIdentifiedNfts,
  listProtocolRows,
  type IdentifiedNfts,
  type ProtocolRow,
  type Store,
} from "@portico/store";
import { quote, ServiceError } from "../../errors.ts";
import { createProtocolLists } from "./protocolLists.ts";

/** All protocols in memory: metadata from adapters, and the store's records. */
export interface ProtocolTable {
  /** Reads the store's records of all protocols again. Of overlapping reads the one that started last counts. */
  readonly reload: () => Promise<void>;
  readonly find: (id: string) => Deployed | undefined;
  /** @throws ServiceError protocol_not_found. */
  readonly get: (id: string) => Deployed;
  /** Of one chain, or of all; without those whose contracts don't respond on the chain. */
  readonly list: (chain?: string) => readonly Deployed[];
  /**
   * The protocol of a contract, by the adapters' tables; contracts known to the index alone are in the token table's
   * receipts.
   */
  readonly findAt: (chain: string, address: Address) => Deployed | undefined;
  /** The protocol whose positions a contract's NFTs are. */
  readonly findByNft: (chain: string, contract: Address) => Deployed | undefined;
  /** Contracts whose NFTs were identified as positions, on all chains: the same list until it changes. */
  readonly listIdentifiedNfts: () => readonly IdentifiedNfts[];
  /** Whether the operator disabled a protocol or an application: then it is not read. */
  readonly isOff: (id: string) => boolean;
  /** Whether its contracts don't respond on its chain: its rows are wrong. An adapter with such rows is not. */
  readonly isDead: (id: string) => boolean;
  /** In the contract's form; the same object until it changes. @throws ServiceError protocol_not_found. */
  readonly toResponse: (id: string) => ProtocolResponse;
  /** All protocols of some chains: the largest first, then by id. Rendered once, until one changes. */
  readonly toListResponse: (chains: readonly string[]) => ProtocolResponse[];
}

/** @param onChange - Called with a chain when one of its protocols changed since the first read, or their contracts of NFTs. */
export function createProtocolTable(db: Store, onChange?: (chain: string) => void): ProtocolTable {
  let rows: ReadonlyMap<string, ProtocolRow> = new Map();
  const tabledNfts = new Map<string, ReadonlyMap<string, Deployed>>();
  const findTabledNft = (chain: string, contract: Address): Deployed | undefined => {
    const known = tabledNfts.get(chain) ?? nftContracts(chain);
    tabledNfts.set(chain, known);
    return known.get(contract);
  };
  const rendered = new Map<string, ProtocolResponse>();

  let identifiedNfts: readonly IdentifiedNfts[] = [];
  let nftIds: ReadonlyMap<string, string> = new Map();

  let started = 0;
  let latest = 0;

  const reload = async () => {
    const nth = ++started;
    const [stored, found] = await Promise.all([listProtocolRows(db), listIdentifiedNfts(db)]);
    if (nth < latest) return; // a later read ended first, and has at least what this one has
    const isFirst = latest === 0;
    latest = nth;
    const before = rows;
    rows = new Map(stored.map((row) => [row.id, row]));
    const chainsOfNfts = listChangedChains(identifiedNfts, found);
    if (chainsOfNfts.length > 0) {
      identifiedNfts = found;
      nftIds = new Map(found.map(({ chain, contract, protocolId }) => [`${chain} ${contract}`, protocolId]));
    }
    const changed = [...new Set([...before.keys(), ...rows.keys()])].filter(
      (id) => textOf(before.get(id)) !== textOf(rows.get(id)),
    );
    for (const id of changed) rendered.delete(id);
    if (changed.length > 0) lists.clear();
    if (isFirst) return;
    for (const chain of new Set([...changed.flatMap(listChainsOf), ...chainsOfNfts])) onChange?.(chain);
  };

  const get = (id: string): Deployed => {
    const deployed = findDeployed(id);
    if (deployed === undefined) throw new ServiceError("protocol_not_found", `Unknown protocol ${quote(id)}`);
    return deployed;
  };

  const toResponse = (id: string): ProtocolResponse => {
    const known = rendered.get(id) ?? toProtocolResponse(get(id), rows.get(id));
    rendered.set(id, known);
    return known;
  };

  const isDead = (id: string): boolean => {
    if ((rows.get(id)?.deadReason ?? null) === null) return false;
    const deployed = findDeployed(id);
    return deployed === undefined || isListed(deployed);
  };

  const list = (chain?: string): readonly Deployed[] =>
    (chain === undefined ? chains.flatMap((one) => listDeployed(one.slug)) : listDeployed(chain)).filter(
      ({ id }) => !isDead(id),
    );

  const lists = createProtocolLists({ list, toResponse });

  return {
    reload,
    find: findDeployed,
    get,
    list,
    findAt: findDeployedAt,
    findByNft: (chain, contract) =>
      findTabledNft(chain, contract) ?? findDeployed(nftIds.get(`${chain} ${contract}`) ?? ""),
    listIdentifiedNfts: () => identifiedNfts,
    isOff: (id) => rows.get(id)?.isOff === true,
    isDead,
    toResponse,
    toListResponse: lists.get,
  };
}

const nftContracts = (chain: string): ReadonlyMap<string, Deployed> =>
  new Map(
    listDeployed(chain).flatMap((one) =>
      (one.signals.nfts ?? []).map((contract): [string, Deployed] => [contract.toLowerCase(), one]),
    ),
  );

/** Chains whose contracts of NFTs are not the same. */
function listChangedChains(before: readonly IdentifiedNfts[], after: readonly IdentifiedNfts[]): string[] {
  const [old, current] = [before, after].map((nfts) => Map.groupBy(nfts, ({ chain }) => chain));
  const all = new Set([...old!.keys(), ...current!.keys()]);
  return [...all].filter((chain) => JSON.stringify(old!.get(chain)) !== JSON.stringify(current!.get(chain)));
}

/** Of a protocol or an application. */
const listChainsOf = (id: string): string[] =>
  Object.keys(findApp(id)?.chains ?? {}).concat(findDeployed(id)?.chain ?? []);

/** The parts of a row that affect responses and lists. */
const textOf = (row: ProtocolRow | undefined): string =>
  `${row?.isOff === true} ${Math.round(row?.tvlUsd ?? 0)} ${row?.deadReason ?? ""}`;

function toProtocolResponse(deployed: Deployed, row: ProtocolRow | undefined): ProtocolResponse {
  const { adapter } = deployed;
  return {
    ...toShortProtocolResponse(deployed),
    site_url: adapter.siteUrl,
    has_supported_portfolio: adapter.listPositions !== undefined && row?.isOff !== true,
    tvl: Math.round(row?.tvlUsd ?? 0),
  };
}

const toShortProtocolResponse = ({ id, chain, adapter }: Deployed): Protocol2 => ({
  id,
  chain,
  name: adapter.name,
  logo_url: adapter.logoUrl ?? "",
});
