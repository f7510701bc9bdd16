import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureArtefact } from "@portico/artefacts";
import type { Devnet } from "@portico/devnet";
import { listChainStates, readLeases } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { startSlowProxy } from "./slowProxy.ts";

const MAIN = await ensureArtefact("indexer");
const DELAY_MS = 15;

/** Indexer processes with the same configuration, from a devnet's slowed-down chains into one database. */
export interface IndexerProcesses {
  database: TestDatabase;
  add(): ChildProcess;
  /** The living process that holds a chain, other than `than`; waits until there is one. */
  untilHeld(chain: string, than?: ChildProcess): Promise<ChildProcess>;
  /** Waits until more of a chain is stored, or nothing is left to store. */
  untilMoved(chain: string): Promise<void>;
  /** Waits until every chain is stored up to its head, including balances. */
  untilSynced(): Promise<void>;
  kill(process: ChildProcess): Promise<void>;
  stop(): Promise<void>;
}

export async function startIndexerProcesses(devnet: Pick<Devnet, "chains">): Promise<IndexerProcesses> {
  const database = await createTestDatabase();
  const { db } = database;
  const chains = Object.entries(devnet.chains).map(([chain, { rpcUrl }]) => ({ chain, rpcUrl }));
  const proxies = await Promise.all(
    chains.map(async ({ chain, rpcUrl }) => ({ chain, proxy: await startSlowProxy(rpcUrl, DELAY_MS) })),
  );
  const env: Record<string, string | undefined> = {
    ...process.env,
    DATABASE_URL: database.url,
    PORTICO_MAX_RANGE_BLOCKS: "2",
    PORTICO_MAX_BALANCE_PAGE: "50",
    PORTICO_POLL_MS: "50",
    PORTICO_TOKEN_LISTS: "none",
  };
  for (const { chain, proxy } of proxies) {
    env[`PORTICO_RPC_${chain.toUpperCase()}`] = proxy.url;
    env[`PORTICO_START_${chain.toUpperCase()}`] = "0";
  }
  const processes = new Map<string, ChildProcess>();
  const describe = async (chain: string): Promise<string> => {
    const state = (await listChainStates(db)).find((row) => row.chain === chain);
    return state?.balances === undefined ? String(state?.logs?.blockNumber) : "synced";
  };
  const end = async (child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    processes.delete(String(child.pid));
  };
  return {
    database,
    add() {
      const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "ignore", "inherit"] });
      processes.set(String(child.pid), child);
      return child;
    },
    async untilHeld(chain, than) {
      for (;;) {
        const { holders } = await readLeases(db);
        const holder = processes.get(holders.get(chain)?.split("/")[1] ?? "");
        if (holder !== undefined && holder !== than) return holder;
        await sleep(10);
      }
    },
    async untilMoved(chain) {
      const before = await describe(chain);
      if (before === "synced") return;
      while ((await describe(chain)) === before) await sleep(5);
    },
    async untilSynced() {
      for (const { chain } of chains) while ((await describe(chain)) !== "synced") await sleep(20);
    },
    kill: (child) => end(child, "SIGKILL"),
    async stop() {
      await Promise.all([...processes.values()].map((child) => end(child, "SIGTERM")));
      await Promise.all(proxies.map(({ proxy }) => proxy.stop()));
    },
  };
}
