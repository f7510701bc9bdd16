import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { SaveOrder } from "../state/stateFile.ts";
import { getAnvilBinary } from "./getAnvilBinary.ts";

const SUPERVISOR = fileURLToPath(new URL("supervisor.sh", import.meta.url));
const SAVE_DUMP = fileURLToPath(new URL("../state/saveDump.ts", import.meta.url));
const START_LIMIT_MS = 30_000;
const LOAD_LIMIT_MS = 300_000;
/** Exit code of the supervisor if storing the state failed. */
const SAVING_FAILED = 74;

export interface AnvilOptions {
  chainId: number;
  /** Of the genesis block, unix seconds. */
  genesisTimeAt: number;
  baseFee: bigint;
  /** Of each development account in the genesis block, whole coins. Default: anvil's 10,000. */
  developmentCoins?: number;
  /** A port in use is an error; the default is a free one. */
  port?: number | undefined;
  /** Number of recent blocks whose state can be read; default: all. Each state is a full copy. */
  maxPersistedStates?: number | undefined;
  /** Parent of anvil's temporary cache folder. Default: the system's. */
  cacheDir?: string | undefined;
  /** A state dump to load. */
  loadPath?: string | undefined;
  /**
   * Held until the process has ended and its state is stored; an existing lock is an error. Required for `saveOnExit`.
   */
  lockPath?: string | undefined;
}

export interface Anvil {
  rpcUrl: string;
  /** Of the supervisor: its process group contains anvil too. */
  pid: number;
  cachePath: string;
  /** From now on the state is written to this file when anvil ends, unless anvil itself is killed. */
  saveOnExit: (order: SaveOrder) => Promise<void>;
  /** Resolves when the process has ended, its state is stored and its cache is deleted. Throws if storing failed. */
  stop: () => Promise<void>;
  /** Resolves when it has ended, for whatever reason: nothing of it runs then, and its port is free. */
  ended: Promise<void>;
}

type Supervisor = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Starts an anvil that mines on demand only and accepts any sender. It ends with `stop()` or with this process, even
 * after SIGKILL.
 * @throws if anvil ends before it listens, with its output.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const binary = getAnvilBinary();
  const cachePath = await mkdtemp(join(options.cacheDir ?? tmpdir(), "portico-devnet-"));
  const { lockPath = "" } = options;
  const child: Supervisor = spawn("sh", [SUPERVISOR, lockPath, binary, ...listArguments(options, cachePath)], {
    detached: true, // Ctrl-C reaches this process alone, which then decides
    env: { ...process.env, DEVNET_CACHE: cachePath, DEVNET_NODE: process.execPath, DEVNET_KEEP: SAVE_DUMP },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {}); // the pipe breaks if anvil ends first
  const exit = once(child, "exit") as Promise<[number | null]>;
  const ended = exit.then(() => cleanUp(child.pid ?? 0, cachePath));
  const port = await waitForPort(child, options.loadPath === undefined ? START_LIMIT_MS : LOAD_LIMIT_MS);
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) unref(stream);
  return {
    rpcUrl: getUrl(port),
    pid: child.pid ?? 0,
    cachePath,
    ended,
    saveOnExit: (order) => writeFile(join(cachePath, "keep.json"), JSON.stringify(order)),
    async stop() {
      child.ref();
      child.stdin.end();
      const [code] = await exit;
      await ended;
      if (code === SAVING_FAILED) throw new Error(`The state of ${getUrl(port)} could not be saved`);
    },
  };
}

/** A killed process ends at once, but remains as a zombie until it is reaped. */
const CLEAN_UP_TRIES = 20;

/** A killed supervisor leaves anvil, which would keep running with the port and the cache. */
async function cleanUp(pid: number, cachePath: string): Promise<void> {
  for (let tries = 0; tries < CLEAN_UP_TRIES && killGroup(pid); tries++) await sleep(10);
  await rm(cachePath, { recursive: true, force: true });
}

/** @returns whether the group had a process. */
function killGroup(pid: number): boolean {
  try {
    return pid > 0 && process.kill(-pid, "SIGKILL");
  } catch {
    return false;
  }
}

const getUrl = (port: number): string => `http://127.0.0.1:${port}`;

function listArguments(options: AnvilOptions, cachePath: string): string[] {
  const {
    chainId,
    genesisTimeAt,
    baseFee,
    developmentCoins,
    port = 0,
    maxPersistedStates,
    loadPath,
    lockPath,
  } = options;
  const pairs = {
    "--host": "127.0.0.1",
    "--port": port,
    "--chain-id": chainId,
    "--cache-path": cachePath,
    "--timestamp": genesisTimeAt,
    "--base-fee": baseFee,
    "--gas-limit": 3_000_000_000,
    "--order": "fifo",
    ...(developmentCoins === undefined ? {} : { "--balance": developmentCoins }),
    ...(maxPersistedStates === undefined ? {} : { "--prune-history": maxPersistedStates }),
    ...(loadPath === undefined ? {} : { "--load-state": loadPath }),
    ...(lockPath === undefined ? {} : { "--dump-state": join(cachePath, "dump.json") }),
  };
  const flags = ["--no-mining", "--auto-impersonate", "--no-request-size-limit", "--disable-console-log"];
  return [...Object.entries(pairs).flatMap(([name, value]) => [name, String(value)]), ...flags];
}

async function waitForPort(child: Supervisor, limitMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let output = "";
  const listen = (chunk: Buffer): void => {
    if (output === "listening") return; // anvil logs every request: keep reading, so that the pipe never fills
    output += chunk.toString();
    const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    if (port === undefined) return;
    output = "listening";
    resolve(Number(port));
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`anvil ended with code ${code}: ${output.trim().slice(-2000)}`)));
  const timer = setTimeout(() => {
    child.stdin.end();
    reject(new Error(`anvil did not listen within ${limitMs / 1000} s`));
  }, limitMs);
  return promise.finally(() => clearTimeout(timer));
}

/** Lets this process end while anvil runs, which then ends too. Pipes of a child are sockets. */
function unref(stream: Readable | Writable): void {
  if ("unref" in stream && typeof stream.unref === "function") stream.unref();
}
