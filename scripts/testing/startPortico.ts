import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { closeDatabase, openDatabase } from "@portico/store";
import { freePort } from "@portico/store/testing";
import { sql } from "kysely";

/** The content of run.json. */
export interface RunFile {
  readonly apiUrl: string;
  readonly connectUrl: string;
  readonly dashboardUrl: string;
  readonly explorerUrl: string;
  readonly docsUrl: string;
  readonly mockUrl: string;
  readonly mcpUrl: string;
  readonly accessKey: string;
  readonly demoOwner: string;
  readonly databaseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly chains: Record<string, { rpcUrl: string; chainId: number }>;
}

export interface StartedPortico {
  readonly child: ChildProcess;
  /** Its complete output so far. */
  readonly output: () => string;
}

/** Signals all processes of a start that still run. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** `pnpm start` of a checkout (this one by default) in a separate process group, as in a terminal, on free ports. */
export async function startPortico(
  state: string,
  env: Record<string, string> = {},
  checkout = join(import.meta.dirname, "../.."),
): Promise<StartedPortico> {
  const names = ["API", "CONNECT", "DASHBOARD", "DOCS", "MOCK", "DEMO", "EXPLORER", "MCP"];
  const ports = await Promise.all(names.map(async (name) => [`PORTICO_${name}_PORT`, String(await freePort())]));
  const child = spawn("pnpm", ["start"], {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: "", PORTICO_STATE_DIR: state, ...Object.fromEntries(ports), ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** @throws Error with its output if it exits before. */
export async function untilReady(state: string, { child, output }: StartedPortico): Promise<RunFile> {
  const runFile = join(state, "run.json");
  while (!existsSync(runFile)) {
    if (child.exitCode !== null) throw new Error(`start ended:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return JSON.parse(readFileSync(runFile, "utf8")) as RunFile;
}

/** Ctrl-C: the terminal signals the whole group. */
export async function interrupt(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  signalGroup(child, "SIGINT");
  await exited;
}

/** The process ids of the apps, by name. */
export async function listAppPids(state: string): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-eo", "pid=,ppid=,args="]);
  const parent = readFileSync(join(state, "start.pid"), "utf8");
  const rows = [...stdout.matchAll(/^ *(\d+) +(\d+) +(?:\S.*--title=)?portico-(\w+)(?= |$)/gm)];
  return Object.fromEntries(rows.flatMap(([, pid, ppid, name]) => (ppid === parent ? [[name, Number(pid)]] : [])));
}

/** Reads a function that only the server's superuser may call. */
export async function findPostmasterPid({ databaseUrl }: RunFile): Promise<number> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const { rows } = await sql<{ text: string }>`select pg_read_file('postmaster.pid') as text`.execute(db);
    return Number.parseInt(rows[0]?.text ?? "", 10);
  } finally {
    await closeDatabase(db);
  }
}

/** anvil and the process that saves its state, as a process group. */
export const findChainGroup = (state: string, chain: string): number =>
  Number.parseInt(readFileSync(join(state, `devnet/chains/${chain}.lock`), "utf8"), 10);
