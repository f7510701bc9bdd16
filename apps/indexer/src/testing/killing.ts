import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureArtefact } from "@portico/artefacts";
import type { Devnet } from "@portico/devnet";
import { countStale, findChainState } from "@portico/store";
import type { Store } from "@portico/store";
import type { TestDatabase } from "@portico/store/testing";
import { createTestDatabase } from "@portico/store/testing";
import { readContent } from "./content.ts";
import { startSlowProxy } from "./slowProxy.ts";
import { syncToHead } from "./sync.ts";

const MAIN = await ensureArtefact("indexer");
const DELAY_MS = 15;
const AT_HEAD = "at the head";
const LIMITS = { rangeBlocks: 2, balancePage: 50 };

export interface KillResult {
  /** State of the work at each kill. */
  interruptions: string[];
  disturbed: Record<string, string[]>;
  undisturbed: Record<string, string[]>;
}

/** Indexes a devnet's `eth` twice, once undisturbed and once repeatedly killed by SIGKILL at random times. */
export async function killAndCompare(devnet: Devnet, kills: number, random: () => number): Promise<KillResult> {
  const rpcUrl = devnet.chains.eth!.rpcUrl;
  const [peaceful, disturbed, proxy] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    startSlowProxy(rpcUrl, DELAY_MS),
  ]);
  try {
    await syncToHead(peaceful.db, [{ chain: "eth", rpcUrls: [rpcUrl], startBlock: 0n }]);
    const interruptions: string[] = [];
    for (let kill = 0; kill < kills; kill++) {
      await runAndKill(disturbed, proxy.url, random);
      interruptions.push(await describeInterruption(disturbed.db));
    }
    await syncToHead(disturbed.db, [{ chain: "eth", rpcUrls: [rpcUrl], startBlock: 0n }]);
    return { interruptions, disturbed: await readContent(disturbed.db), undisturbed: await readContent(peaceful.db) };
  } finally {
    await Promise.all([proxy.stop(), peaceful.drop(), disturbed.drop()]);
  }
}

/**
 * One kill in four is at any time after the first output; the others follow a stored range, so that most interrupt work
 * in progress, however fast the machine is.
 */
async function runAndKill({ db, url }: TestDatabase, rpcUrl: string, random: () => number): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    PORTICO_RPC_ETH: rpcUrl,
    PORTICO_START_ETH: "0",
    PORTICO_TOKEN_LISTS: "none",
    PORTICO_MAX_RANGE_BLOCKS: String(LIMITS.rangeBlocks),
    PORTICO_MAX_BALANCE_PAGE: String(LIMITS.balancePage),
  };
  const before = await describeInterruption(db);
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  if (before === AT_HEAD || random() < 0.25) await sleep(random() * 300);
  else {
    while (child.exitCode === null && (await describeInterruption(db)) === before) await sleep(1);
    await sleep(random() * 40);
  }
  child.kill("SIGKILL");
  await ended;
}

async function describeInterruption(db: Store): Promise<string> {
  const state = await findChainState(db, "eth");
  if (state?.balances !== undefined) return AT_HEAD;
  if (state?.logs === undefined) return "before the first range";
  return `at block ${state.logs.blockNumber} of ${state.targetBlock}, ${await countStale(db, "eth")} balances to read`;
}
