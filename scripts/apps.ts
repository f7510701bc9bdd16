import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  createWriteStream,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  type WriteStream,
} from "node:fs";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { compileCache } from "./compileCache.ts";
import { makePrivateFolder } from "./privateFolder.ts";
import { runFile } from "./runFile.ts";

const root = join(import.meta.dirname, "..");

export interface App {
  readonly name: string;
  readonly process: ChildProcess;
  readonly logFile: string;
  /** Resolves with the reason when it has exited: the signal, or its exit code and the last lines of its log. */
  readonly ended: Promise<string>;
}

export interface AppOptions {
  /** Its artefact's main.js; by default it runs from its sources. */
  readonly main?: string;
  readonly env: Record<string, string>;
  /** The folder of `<name>.log` with the app's output. */
  readonly logFolder: string;
  /** Appends to an existing `<name>.log`. */
  readonly appends?: boolean;
  /** Restarts it when its own sources, those of its packages, or files generated for it change. */
  readonly isWatched?: boolean;
}

const WATCHED = ["src", "../../packages/evm/src", "../../packages/store/src"];
const CONTRACT = "../../packages/contract/generated";
/**
 * Generated files that an app reads at its start, by name. The indexer reads no contract, and docs watch it themselves.
 */
const MADE: Readonly<Record<string, readonly string[]>> = {
  api: [CONTRACT],
  connect: [CONTRACT, "dist"],
  dashboard: [CONTRACT, "dist"],
  explorer: [CONTRACT, "dist"],
  mcp: [CONTRACT],
  mock: [CONTRACT],
};
/** For an app that also watches files itself: Node stops watching a file that an editor replaces. */
const WATCHING: Readonly<Record<string, Record<string, string>>> = { docs: { PORTICO_DOCS_WATCH: "1" } };

/** For endWithParent.ts. */
const RUN = { PORTICO_RUN_FILE: runFile, PORTICO_RUN_PID: String(process.pid) };

/** Starts apps/<name> as a separate process. */
export function startApp(
  name: string,
  { main = "src/main.ts", env, logFolder, appends = false, isWatched = false }: AppOptions,
): App {
  const logFile = join(logFolder, `${name}.log`);
  const log = openLog(logFile, appends);
  const ending = `--import=${pathToFileURL(join(import.meta.dirname, "endWithParent.ts")).href}`;
  const watched = [...WATCHED, ...(MADE[name] ?? [])].map((path) => `--watch-path=${path}`);
  const flags = isWatched ? ["--watch-preserve-output", ...watched] : [];
  const child = spawn(process.execPath, [...flags, `--title=portico-${name}`, ending, main], {
    cwd: join(root, "apps", name),
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...RUN, ...(isWatched && WATCHING[name]), ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"], // the channel closes when this process exits
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.pipe(log, { end: false });
    log.once("error", () => stream?.resume()); // on a full disk, for example: unread output would block the app
  }
  return { name, process: child, logFile, ended: untilEnded(child, log) };
}

/** Readable only by its owner: an app's output identifies its visitors. */
function openLog(logFile: string, appends: boolean): WriteStream {
  makePrivateFolder(dirname(logFile));
  if (existsSync(logFile)) chmodSync(logFile, 0o600); // created by a version that left it to the umask
  return createWriteStream(logFile, { flags: appends ? "a" : "w", mode: 0o600 });
}

async function untilEnded(child: ChildProcess, log: WriteStream): Promise<string> {
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>; // after all of its output
  const end = await closed.catch((error: unknown) => String(error)); // the process could not be started
  log.end();
  await finished(log).catch(() => undefined);
  if (typeof end === "string") return end;
  const [code, signal] = end;
  return signal ?? `exit code ${code}, ${String(log.path)}:\n${lastLines(String(log.path))}`;
}

const MAX_TAIL_BYTES = 16_384;

/** The last lines of an app's output, if readable: a log may be deleted, or larger than the maximum string length. */
function lastLines(logFile: string, count = 15): string {
  let file: number | undefined;
  try {
    file = openSync(logFile, "r");
    const tail = Buffer.alloc(MAX_TAIL_BYTES);
    const length = readSync(file, tail, 0, tail.length, Math.max(0, fstatSync(file).size - tail.length));
    return tail.toString("utf8", 0, length).trimEnd().split("\n").slice(-count).join("\n");
  } catch (error) {
    return `can't be read: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Terminates an app gracefully; after `timeoutMs` it is killed. */
export async function stopApp({ process: child }: App, timeoutMs = 10_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  await exited;
  clearTimeout(timer);
}

/** Whether `url` sends any response. */
export const isAnswering = async (url: string): Promise<boolean> => (await findStatus(url)) !== undefined;

/** Whether `url` responds with 2xx. */
export async function isOk(url: string): Promise<boolean> {
  const status = await findStatus(url);
  return status !== undefined && status >= 200 && status < 300;
}

async function findStatus(url: string): Promise<number | undefined> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status;
  } catch {
    return undefined;
  }
}
