import { createRpc, getChain, NATIVE_TOKEN, topics } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { startBareChain } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { parseAbi } from "viem";
import type { Adapter, Identity, OwnerState, PoolContext, Interaction } from "../adapter.ts";
import type { Deployed } from "../deployed.ts";
import type { PoolState, Position } from "../position.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { ChainReading } from "../chainReader.ts";
import { createSignalTable, decodeWith } from "../interactions.ts";
import type { SignalLog } from "../interactions.ts";
import { toLower } from "../toLower.ts";
import { readPositions } from "./readPositions.ts";

/** A bare chain with an indexer's and an API's services for adapter tests. */
export interface Lab extends BareChain {
  client: Rpc;
  /** Calls a view at the latest block. */
  view: Rpc["readContract"];
  /**
   * An adapter's positions of an owner at the latest block, found by its index and logs. @throws the adapter's error.
   */
  listPositions<Contracts>(adapter: Adapter<Contracts>, contracts: Contracts, owner: Address): Promise<LabPositions>;
  listPools<Contracts>(adapter: Adapter<Contracts>, contracts: Contracts): Promise<PoolState[]>;
  /** Each owner's part of a pool's shares. */
  readShares<Contracts>(adapter: Adapter<Contracts>, contracts: Contracts, call: SharesQuery): Promise<bigint[]>;
  /** Contract accounts controlled by the owner alone. */
  listAccounts<Contracts>(adapter: Adapter<Contracts>, contracts: Contracts, owner: Address): Promise<Address[]>;
}

export interface SharesQuery {
  pool: PoolState["pool"];
  owners: readonly Address[];
}

export interface LabPositions {
  positions: Position[];
  /** Number of multicalls. */
  stages: number;
}

/** @param slug - Of the chain that it emulates. */
export async function startLab(slug = "eth"): Promise<Lab> {
  const chain = getChain(slug);
  const bare = await startBareChain(chain.chainId);
  const client = createRpc({ chain, urls: [bare.rpcUrl] });
  const memory = new Map<string, Hex | null>();

  const begin = async (): Promise<ChainReading> => {
    const block = await client.getBlock();
    const at = { blockNumber: block.number, hash: block.hash, timeAt: Number(block.timestamp) };
    return { rpc: client, chain, block: at, memory };
  };
  const state = async <Contracts>(adapter: Adapter<Contracts>, contracts: Contracts, owner: Address) => {
    const logs = await readLogs(client);
    const identities = await identify(await begin(), adapter, contracts, listEmitters(logs));
    return findOwnerState({ client, logs, deployed: toDeployed(slug, adapter, contracts), owner, identities });
  };
  return {
    ...bare,
    client,
    view: (call) => client.readContract(call),
    async listPositions(adapter, contracts, owner) {
      const deployed = toDeployed(slug, adapter, contracts);
      const query = { deployed, ...(await state(adapter, contracts, owner)) };
      const at = await begin();
      const reader = createChainReader(at);
      const [reading] = await Promise.all(readPositions(at, [query], reader));
      if (reading === undefined || "error" in reading) throw reading?.error ?? new Error("nothing was read");
      return { positions: reading.positions, stages: reader.stageCount };
    },
    async listPools(adapter, contracts) {
      const reading = await begin();
      const identities = await identify(reading, adapter, contracts, listEmitters(await readLogs(client)));
      const tabled = adapter.signals?.(contracts).tokens ?? [];
      const known = new Set([...identities.keys(), ...tabled.map(toLower)]);
      const context = enter(reading, contracts);
      return (await adapter.listPools?.({ ...context, known: [...known] })) ?? [];
    },
    async readShares(adapter, contracts, { pool, owners }) {
      const reading = await begin();
      const context = enter(reading, contracts);
      return (await adapter.readShares?.(context, pool, owners)) ?? [];
    },
    async listAccounts(adapter, contracts, owner) {
      const reading = await begin();
      const context = enter(reading, contracts);
      return (await adapter.listAccounts?.({ ...context, ...(await state(adapter, contracts, owner)) })) ?? [];
    },
  };
}

/** An adapter's context for direct reads. */
const enter = (reading: ChainReading, contracts: unknown) =>
  openContext(reading, createChainReader(reading), contracts) as PoolContext<never>;

function toDeployed<Contracts>(chain: string, adapter: Adapter<Contracts>, contracts: Contracts): Deployed {
  const signals = adapter.signals?.(contracts) ?? {};
  return { id: adapter.id, chain, adapter, contracts, signals, addresses: new Set() };
}

async function readLogs(client: Rpc): Promise<SignalLog[]> {
  const logs = await client.request({ method: "eth_getLogs", params: [{ fromBlock: "0x0", toBlock: "latest" }] });
  return logs.map(({ address, topics: logTopics, data }) => ({
    address: toLower(address),
    topics: logTopics,
    data,
  }));
}

const listEmitters = (logs: readonly SignalLog[]): Address[] => [...new Set(logs.map(({ address }) => address))];

async function identify<Contracts>(
  reading: ChainReading,
  adapter: Adapter<Contracts>,
  contracts: Contracts,
  candidates: readonly Address[],
): Promise<Map<Address, Identity>> {
  const context = enter(reading, contracts);
  if (adapter.identifyForks === undefined) return (await adapter.identify?.(context, candidates)) ?? new Map();
  const found = await adapter.identifyForks({ ...context, contracts: [contracts] }, candidates);
  return new Map([...found].map(([address, { identity }]) => [address, identity]));
}

const nftAbi = parseAbi([
  "function ownerOf(uint256) view returns (address)",
  "function balanceOf(address) view returns (uint256)",
  "function balanceOf(address, uint256) view returns (uint256)",
]);

interface Finding {
  client: Rpc;
  logs: readonly SignalLog[];
  deployed: Deployed;
  owner: Address;
  identities: ReadonlyMap<Address, Identity>;
}

async function findOwnerState({ client, logs, deployed, owner, identities }: Finding): Promise<OwnerState> {
  const self = toLower(owner);
  const { signals } = deployed;
  const tabled = (signals.tokens ?? []).map(toLower);
  const named = [...identities].flatMap(([address, identity]) => (identity === "receipt" ? [address] : []));
  const receipts: Address[] = [];
  for (const address of new Set([...named, ...tabled])) {
    if (address === NATIVE_TOKEN) continue;
    const call = { address, abi: nftAbi, functionName: "balanceOf", args: [self] } as const;
    if ((await client.readContract(call).catch(() => 0n)) > 0n) receipts.push(address);
  }
  const nfts = new Map<Address, bigint[]>();
  const collections = [...identities].flatMap(([address, identity]) => (identity === "nft" ? [address] : []));
  for (const address of new Set([...(signals.nfts ?? []).map(toLower), ...collections])) {
    const held = await listHeldNfts(client, logs, address, self);
    if (held.length > 0) nfts.set(address, held);
  }
  const events = signals.events ?? [];
  const table = createSignalTable(events);
  const tabledEvents = createSignalTable(events.filter(({ emitters }) => emitters !== "identified"));
  const interactions = new Map<string, Interaction>();
  for (const log of logs) {
    for (const { owner: user, contract, key } of decodeWith(identities.has(log.address) ? table : tabledEvents, log)) {
      if (user === self) interactions.set(`${contract} ${key}`, { contract, key });
    }
  }
  return { owner: self, receipts, nfts, interactions: [...interactions.values()] };
}

/** Of ERC-721 and ERC-1155. */
async function listHeldNfts(
  client: Rpc,
  logs: readonly SignalLog[],
  address: Address,
  owner: Address,
): Promise<bigint[]> {
  const ids = new Set<bigint>();
  for (const { topics: logTopics, data } of logs.filter((log) => log.address === address)) {
    if (logTopics[0] === topics.transfer && logTopics[3] !== undefined) ids.add(BigInt(logTopics[3]));
    if (logTopics[0] === topics.transferSingle) ids.add(BigInt(data.slice(0, 66)));
    if (logTopics[0] === topics.transferBatch) for (const id of listBatchIds(data)) ids.add(id);
  }
  const held = await Promise.all(
    [...ids].map(async (id) => {
      const single = { address, abi: nftAbi, functionName: "ownerOf", args: [id] } as const;
      const holder = await client.readContract(single).catch(() => undefined);
      if (holder !== undefined) return toLower(holder) === owner;
      const several = { address, abi: nftAbi, functionName: "balanceOf", args: [owner, id] } as const;
      return (await client.readContract(several).catch(() => 0n)) > 0n;
    }),
  );
  return [...ids].filter((_id, index) => held[index]);
}

/** The ids of a TransferBatch: offset, length, words. */
function listBatchIds(data: Hex): bigint[] {
  const word = (at: number): bigint => BigInt(`0x${data.slice(2 + at * 64, 66 + at * 64)}`);
  const start = Number(word(0)) / 32;
  return Array.from({ length: Number(word(start)) }, (_, index) => word(start + 1 + index));
}
