import { join } from "node:path";
import type { Address } from "@portico/evm";
import { DEVNET_CHAINS, type DevnetChain, startDevnet } from "@portico/devnet";
import { closeDatabase, findChainState, openDatabase } from "@portico/store";
import { createPublicClient, http, numberToHex } from "viem";
import { makePrivateFolder } from "./privateFolder.ts";
import { supervise, type SuperviseOptions } from "./supervise.ts";

type Reports = Pick<SuperviseOptions, "giveUp" | "report">;
export type DevnetChains = Readonly<Record<string, { readonly rpcUrl: string; readonly chainId: number }>>;

export interface SupervisedDevnet {
  readonly chains: DevnetChains;
  readonly demoOwner: Address;
  /**
   * From now on, restarts a chain that has exited at its URL, and mines it up to the blocks indexed in `databaseUrl`.
   */
  readonly supervise: (databaseUrl: string, reports: Reports) => void;
  readonly stop: () => Promise<void>;
}

/** Starts the chains of a devnet, whose state persists in `<folder>/chains` between starts. */
export async function startSupervisedDevnet(folder: string, log: (line: string) => void): Promise<SupervisedDevnet> {
  const stateDir = join(folder, "chains");
  makePrivateFolder(stateDir);
  const devnet = await startDevnet({ chains: DEVNET_CHAINS, stateDir, log });
  const chains = Object.fromEntries(
    Object.entries(devnet.chains).map(([id, { rpcUrl, chainId }]) => [id, { rpcUrl, chainId }]),
  );
  const supervisions: { stop: () => Promise<void> }[] = [];
  const toRunning = (chain: DevnetChain) => ({
    ended: devnet.untilEnded(chain).then(() => "anvil exited"),
    stop: async () => undefined, // devnet.stop ends all chains
  });
  const superviseChain = (chain: DevnetChain, databaseUrl: string, reports: Reports) => {
    const start = async () => {
      const indexed = await findIndexedBlock(databaseUrl, chain);
      await devnet.restart(chain);
      const lost = await mineUpTo(chains[chain]?.rpcUrl ?? "", indexed);
      if (lost > 0)
        reports.report(`devnet ${chain}: ${lost} blocks since the last save are lost and replaced by empty ones`);
      return toRunning(chain);
    };
    supervisions.push(supervise({ name: `devnet ${chain}`, start }, { running: toRunning(chain), ...reports }));
  };
  return {
    chains,
    demoOwner: devnet.demoOwner,
    supervise: (databaseUrl, reports) => {
      for (const chain of DEVNET_CHAINS) superviseChain(chain, databaseUrl, reports);
    },
    stop: async () => {
      await Promise.all(supervisions.map(({ stop }) => stop()));
      await devnet.stop();
    },
  };
}

async function findIndexedBlock(databaseUrl: string, chain: string): Promise<bigint | undefined> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    return (await findChainState(db, chain))?.logs?.blockNumber;
  } finally {
    await closeDatabase(db);
  }
}

/**
 * Mines empty blocks until the head is above `indexed`: an indexer ahead of its node waits, as for a lagging node, and
 * notices only then that blocks were replaced. @returns the number of missing blocks.
 */
async function mineUpTo(rpcUrl: string, indexed: bigint | undefined): Promise<bigint> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const missing = (indexed ?? 0n) - (await client.getBlockNumber({ cacheTime: 0 }));
  if (missing <= 0n) return 0n;
  await client.request<{ Method: "anvil_mine"; Parameters: [string]; ReturnType: null }>({
    method: "anvil_mine",
    params: [numberToHex(missing + 1n)],
  });
  return missing;
}
