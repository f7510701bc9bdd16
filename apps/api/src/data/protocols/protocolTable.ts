import type { Protocol as WireProtocol, Protocol2 } from "@portico/contract";
import { chains, type Address } from "@portico/evm";
import { findApp, findDeployed, findDeployedAt, listDeployed, type Deployed } from "@portico/protocols";
import { listProtocolRows, type ProtocolRow, type Store } from "@portico/store";
import { quote, ServiceError } from "../../errors.ts";

/** What is known of every protocol: its facts by its adapter, and what the store has of it, in memory. */
export interface ProtocolTable {
  /** Reads what the store has of all protocols again. */
  readonly reload: () => Promise<void>;
  readonly find: (id: string) => Deployed | undefined;
  /** @throws ServiceError protocol_not_found. */
  readonly get: (id: string) => Deployed;
  /** Of one chain, or of all. */
  readonly list: (chain?: string) => readonly Deployed[];
  /** Whose contract it is, by the adapters' tables; what only the index knows, the token table says of receipts. */
  readonly findAt: (chain: string, address: Address) => Deployed | undefined;
  /** Whose positions the NFTs of a contract are. */
  readonly findByNft: (chain: string, contract: Address) => Deployed | undefined;
  /** Whether the operator switched a protocol or an application off: then nothing of it is read. */
  readonly isOff: (id: string) => boolean;
  /** As the contract spells it; the same object until something of it changes. @throws ServiceError protocol_not_found. */
  readonly wire: (id: string) => WireProtocol;
  /** The short form. @throws ServiceError protocol_not_found. */
  readonly wireShort: (id: string) => Protocol2;
}

/** @param onChange - Told of a chain when what is known of a protocol of it is not what it was. */
export function createProtocolTable(db: Store, onChange?: (chain: string) => void): ProtocolTable {
  let rows: ReadonlyMap<string, ProtocolRow> = new Map();
  const nfts = new Map(chains.map(({ id }) => [id, nftContracts(id)]));
  const rendered = new Map<string, WireProtocol>();

  const reload = async () => {
    const before = rows;
    rows = new Map((await listProtocolRows(db)).map((row) => [row.id, row]));
    const changed = [...new Set([...before.keys(), ...rows.keys()])].filter(
      (id) => textOf(before.get(id)) !== textOf(rows.get(id)),
    );
    for (const id of changed) rendered.delete(id);
    for (const chain of new Set(changed.flatMap(listChainsOf))) onChange?.(chain);
  };

  const get = (id: string): Deployed => {
    const deployed = findDeployed(id);
    if (deployed === undefined) throw new ServiceError("protocol_not_found", `No protocol ${quote(id)} is known`);
    return deployed;
  };

  const wire = (id: string): WireProtocol => {
    const known = rendered.get(id) ?? wireProtocol(get(id), rows.get(id));
    rendered.set(id, known);
    return known;
  };

  const list = (chain?: string): readonly Deployed[] =>
    chain === undefined ? chains.flatMap((one) => listDeployed(one.id)) : listDeployed(chain);

  return {
    reload,
    find: findDeployed,
    get,
    list,
    findAt: findDeployedAt,
    findByNft: (chain, contract) => nfts.get(chain)?.get(contract),
    isOff: (id) => rows.get(id)?.isOff === true,
    wire,
    wireShort: (id) => wireShortProtocol(get(id)),
  };
}

const nftContracts = (chain: string): ReadonlyMap<string, Deployed> =>
  new Map(
    listDeployed(chain).flatMap((one) =>
      (one.signals.nfts ?? []).map((contract): [string, Deployed] => [contract.toLowerCase(), one]),
    ),
  );

/** Of a protocol or an application. */
const listChainsOf = (id: string): string[] =>
  Object.keys(findApp(id)?.chains ?? {}).concat(findDeployed(id)?.chain ?? []);

/** What of a row the wire tells, or what is done by it. */
const textOf = (row: ProtocolRow | undefined): string => `${row?.isOff === true} ${row?.tvlUsd ?? 0}`;

function wireProtocol(deployed: Deployed, row: ProtocolRow | undefined): WireProtocol {
  const { adapter } = deployed;
  return {
    ...wireShortProtocol(deployed),
    site_url: adapter.siteUrl,
    has_supported_portfolio: adapter.listPositions !== undefined && row?.isOff !== true,
    tvl: Math.round(row?.tvlUsd ?? 0),
  };
}

const wireShortProtocol = ({ id, chain, adapter }: Deployed): Protocol2 => ({
  id,
  chain,
  name: adapter.name,
  logo_url: adapter.logoUrl ?? "",
});
