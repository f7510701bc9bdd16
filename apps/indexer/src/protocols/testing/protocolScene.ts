import { createRpc, getChain } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import { getPairAddress, listPools, startDevnet } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { findDeployed } from "@portico/protocols";
import type { Deployed } from "@portico/protocols";
import { findChainState, findToken, listProtocolRows, listTokens } from "@portico/store";
import type { BlockRef, ProtocolRow, Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { driveChain } from "../../prices/testing/driveChain.ts";
import type { ChainDriver } from "../../prices/testing/driveChain.ts";
import { listDevnetChains, syncToHead } from "../../testing/sync.ts";
import { createPoolProgress, refreshPools } from "../syncPools.ts";
import { findProtocols } from "../syncProtocols.ts";
import type { ProtocolsJob } from "../protocolsJob.ts";
import { createProtocolProgress } from "../protocolProgress.ts";

const eth = getChain("eth");
const registered = findDeployed("uniswap2")!;

/** Uniswap V2 without its farms of 2020, which the devnet chain doesn't have. */
export const uniswap2: Deployed = { ...registered, contracts: { ...(registered.contracts as object), farms: [] } };

export const toLower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;

/** The devnet's pairs on eth. */
export const pairs = listPools("eth", "v2").map((pool) => toLower(getPairAddress("eth", pool)));

/** A devnet's eth, indexed, with a test's queries. */
export interface ProtocolScene {
  devnet: Devnet;
  db: Store;
  rpc: Rpc;
  chain: ChainDriver;
  job: ProtocolsJob;
  /** One round of each job, without in-memory state. */
  runOnce(deployed: readonly Deployed[]): Promise<void>;
  sync(): Promise<unknown>;
  getHead(): Promise<BlockRef>;
  /** The protocol of a token; "" if none. */
  protocolOf(token: Address): Promise<string>;
  findRow(protocolId: string): Promise<ProtocolRow | undefined>;
  /** A token without a protocol. */
  getPlainToken(): Promise<Address>;
  stop(): Promise<void>;
}

export async function startProtocolScene(): Promise<ProtocolScene> {
  const [devnet, { db, drop }] = await Promise.all([
    startDevnet({ chains: ["eth"], seed: 11, size: { people: 6, transactions: 120, days: 2 } }),
    createTestDatabase(),
  ]);
  const { rpcUrl } = devnet.chains.eth!;
  const rpc = createRpc({ chain: eth, urls: [rpcUrl] });
  const { signal } = new AbortController();
  const job = { db, chain: eth, rpc, log: pino({ level: "silent" }), signal, deployed: [uniswap2] };
  const sync = () => syncToHead(db, listDevnetChains(devnet));
  await sync();
  return {
    devnet,
    db,
    rpc,
    chain: driveChain("eth", rpcUrl),
    job,
    sync,
    async runOnce(deployed) {
      await findProtocols({ ...job, deployed }, createProtocolProgress());
      await refreshPools({ ...job, deployed }, createPoolProgress());
    },
    getHead: async () => (await findChainState(db, "eth"))!.balances!,
    protocolOf: async (token) => (await findToken(db, "eth", token))!.protocolId,
    findRow: async (protocolId) => (await listProtocolRows(db)).find(({ id }) => id === protocolId),
    async getPlainToken() {
      const tokens = await listTokens(db, ["eth"]);
      return tokens.find(({ protocolId, standard }) => protocolId === "" && standard === "erc20")!.address;
    },
    async stop() {
      await Promise.all([devnet.stop(), drop()]);
    },
  };
}
