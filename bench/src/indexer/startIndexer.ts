import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess } from "../endProcess.ts";

/**
 * `events`: only logs, until all are stored. `balances`: likewise, with reads of the balances that they affect. `full`:
 * everything.
 */
export type Mode = "balances" | "events" | "full";

export interface StartOptions {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly mode: Mode;
  /** Load everything, and begin on a signal. */
  readonly isWarm?: boolean;
  /** What is started, unless it is warm; the sources if omitted. */
  readonly main?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningIndexer {
  /** Only if warm. @returns the time at which the work began. */
  readonly begin: () => Promise<number>;
  /** @throws if the process has exited. */
  readonly check: () => void;
  readonly readUsage: () => Usage;
  readonly stop: () => Promise<void>;
}

export interface Usage {
  /** Peak resident memory of the process, MiB; 0 where the system doesn't provide it. */
  readonly peakMiB: number;
  /** CPU time of the process, user and system. */
  readonly cpuSeconds: number;
}

const MAIN = join(import.meta.dirname, "../../../apps/indexer/src/main.ts");
const WARM_MAIN = join(import.meta.dirname, "warmMain.ts");

/** As `pnpm start` sets it. */
const COMPILE_CACHE = join(import.meta.dirname, "../../../node_modules/.cache/node-compile");

/** The indexer as any operator starts it, from genesis. `PORTICO_BENCH_NODE_OPTIONS` is for profiling. */
export function startIndexer({ databaseUrl, rpcUrl, mode, isWarm, main = MAIN, env }: StartOptions): RunningIndexer {
  const reads = mode === "full" ? {} : { PORTICO_RECEIPTS_ETH: "off", PORTICO_TRACES_ETH: "off" };
  const nodeOptions = process.env["PORTICO_BENCH_NODE_OPTIONS"]?.split(" ") ?? [];
  const child = spawn(process.execPath, [...nodeOptions, isWarm ? WARM_MAIN : main], {
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORTICO_RPC_ETH: rpcUrl,
      PORTICO_START_ETH: "0",
      PORTICO_LOG_LEVEL: "warn",
      ...reads,
      ...env,
    },
    stdio: [isWarm ? "pipe" : "ignore", isWarm ? "pipe" : "ignore", "inherit"],
  });
  return {
    begin: () => begin(child),
    check: () => {
      if (child.exitCode !== null) throw new Error(`The indexer ended with ${child.exitCode}`);
    },
    readUsage: () => readUsage(child.pid),
    stop: async () => {
      child.kill("SIGTERM"); // the second signal makes it abandon its remaining work
      await sleep(100);
      await endProcess(child);
    },
  };
}

async function begin({ stdin, stdout }: ChildProcess): Promise<number> {
  if (stdin === null || stdout === null) throw new Error("It has already started");
  await once(stdout, "data");
  stdout.resume();
  await sleep(200); // lets work left over from the start finish
  stdin.write("go");
  return performance.now();
}

function readUsage(pid = 0): Usage {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return { peakMiB: Number(peak) / 1024, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return { peakMiB: 0, cpuSeconds: 0 }; // no /proc
  }
}
