import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");
/** What Node made of the sources: a process starts in two thirds of the time. */
const compileCache = join(root, "node_modules/.cache/node-compile");

export interface App {
  readonly name: string;
  readonly process: ChildProcess;
  readonly logFile: string;
}

export interface AppOptions {
  readonly env: Record<string, string>;
  /** Where `<name>.log` gets what the app prints. */
  readonly logFolder: string;
  /** Restart it when its own sources, those it stands on, or what is made for it change. */
  readonly isWatched?: boolean;
}

const WATCHED = ["src", "../../packages/evm/src", "../../packages/store/src"];
const CONTRACT = "../../packages/contract/generated";
/** What an app reads at its start and others make, by name. The indexer reads no contract, and docs look at it themselves. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  api: [CONTRACT],
  connect: [CONTRACT, "dist"],
  dashboard: [CONTRACT, "dist"],
  mock: [CONTRACT],
};
/** Of an app that watches more by itself: Node loses a file that an editor replaces. */
const WATCHING: Readonly<Record<string, Record<string, string>>> = { docs: { PORTICO_DOCS_WATCH: "1" } };

/** Starts apps/<name> as a process of its own. */
export function startApp(name: string, { env, logFolder, isWatched = false }: AppOptions): App {
  mkdirSync(logFolder, { recursive: true });
  const logFile = join(logFolder, `${name}.log`);
  const ending = `--import=${pathToFileURL(join(import.meta.dirname, "endWithParent.ts")).href}`;
  const watched = [...WATCHED, ...(MADE[name] ?? [])].map((path) => `--watch-path=${path}`);
  const flags = isWatched ? ["--watch-preserve-output", ...watched] : [];
  const child = spawn(process.execPath, [...flags, ending, "src/main.ts"], {
    cwd: join(root, "apps", name),
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...(isWatched && WATCHING[name]), ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"], // the channel tells it when this process is gone
  });
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return { name, process: child, logFile };
}

/** The last lines of what an app printed, for the message that says why it ended. */
export function lastLines({ logFile }: App, count = 15): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-count).join("\n");
}

/** Asks an app to finish; after `patienceMs` it is ended. */
export async function stopApp({ process: child }: App, patienceMs = 10_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await exited;
  clearTimeout(timer);
}

/** Resolves when `isReady` does with true; rejects when one of the apps ends before that. */
export async function until(apps: readonly App[], isReady: () => Promise<boolean>): Promise<void> {
  while (!(await isReady())) {
    const ended = apps.find(({ process: child }) => child.exitCode !== null || child.signalCode !== null);
    if (ended) throw new Error(`${ended.name} ended (${ended.logFile}):\n${lastLines(ended)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Resolves when `url` answers 2xx; rejects when one of the apps ends before that. */
export const untilReady = (apps: readonly App[], url: string): Promise<void> => until(apps, () => isOk(url));

/** Resolves when `url` answers anything; rejects when one of the apps ends before that. */
export const untilAnswers = (apps: readonly App[], url: string): Promise<void> =>
  until(apps, async () => (await findStatus(url)) !== undefined);

async function isOk(url: string): Promise<boolean> {
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
