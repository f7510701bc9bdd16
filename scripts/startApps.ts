import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureArtefact, findArtefact } from "@portico/artefacts";
import { closeDatabase, openDatabase } from "@portico/store";
import { sql } from "kysely";
import { isAnswering, isOk } from "./apps.ts";
import { type AppPorts, appUrls } from "./ports.ts";
import { appEnv, root, type Stack, stateFolder } from "./stack.ts";
import { type Running, supervise, type SuperviseOptions, type Supervision, type Unit } from "./supervise.ts";
import { supervisedApp } from "./supervisedApp.ts";

/** Portico does not work without these: if one keeps failing, start exits. */
const ESSENTIAL = ["indexer", "api", "connect", "dashboard", "explorer"] as const;
/** Nothing depends on these. */
const OPTIONAL = ["docs", "mock", "mcp"] as const;
const APPS = [...ESSENTIAL, ...OPTIONAL];

type AppName = (typeof APPS)[number];

/** Each takes up to a gigabyte of memory. */
const MAX_BUILDERS = 2;

/** The main.js of each app. */
export type AppMains = Readonly<Record<AppName, string>>;

/**
 * Builds those apps whose sources have changed since they were built, in other processes, since this one starts chains and
 * database meanwhile.
 * @throws Error if that fails; the reason is printed.
 */
export async function buildApps(): Promise<AppMains> {
  const found = await Promise.all(APPS.map((name) => findArtefact(name)));
  const missing = APPS.filter((_name, index) => found[index] === undefined);
  const main = join(root, "packages/artefacts/src/main.ts");
  const count = Math.min(availableParallelism(), MAX_BUILDERS);
  const parts = Map.groupBy(missing, (name) => missing.indexOf(name) % count);
  const builds = [...parts.values()].map(async (names) => {
    const child = spawn(process.execPath, [main, ...names], { stdio: ["ignore", "ignore", "inherit"] });
    const [status] = (await once(child, "close")) as [number | null];
    return status === 0;
  });
  if (!(await Promise.all(builds)).every(Boolean)) throw new Error("Building the apps failed: see above");
  const mains: [AppName, string][] = [];
  for (const [index, name] of APPS.entries()) mains.push([name, found[index] ?? (await ensureArtefact(name))]);
  return Object.fromEntries(mains) as AppMains;
}

export interface StartedApps {
  /** Resolves after the first attempt to start each optional app, with whether all succeeded. */
  readonly attempted: Promise<boolean>;
  /** Resolves with the reason when an essential app has exited. */
  readonly ended: Promise<string>;
  /** From now on, essential apps are restarted instead. */
  readonly supervise: (giveUp: (reason: string) => void) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the essential apps concurrently, and resolves when they respond. They have to start at the first attempt:
 * settings may be invalid. Then it starts the optional ones, which are restarted from the beginning.
 * @throws the reason why an essential app exited, after the others have been stopped.
 */
export async function startApps(
  stack: Stack,
  ports: AppPorts,
  { mains, report, signal }: { mains: AppMains; report: SuperviseOptions["report"]; signal: AbortSignal },
): Promise<StartedApps> {
  const stopping = new AbortController();
  const starting = AbortSignal.any([signal, stopping.signal]);
  const unitsOf = (names: readonly AppName[]) =>
    names.map((name) => createUnit(name, mains[name], { stack, ports, report }));
  const supervisions: Supervision[] = [];
  const running = new Map<Unit, Running>();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([...supervisions, ...running.values()].map((it) => it.stop()));
  };
  const starts = unitsOf(ESSENTIAL).map(async (unit) => {
    try {
      running.set(unit, await unit.start(starting));
    } catch (error) {
      stopping.abort(error); // the others are aborted with the same reason
      throw error;
    }
  });
  await Promise.allSettled(starts);
  if (starting.aborted) {
    await stop();
    throw starting.reason;
  }
  supervisions.push(...unitsOf(OPTIONAL).map((unit) => supervise(unit, { report, giveUp: report })));
  const attempts = Promise.all(supervisions.map(({ attempted }) => attempted));
  return {
    attempted: attempts.then((results) => results.every(Boolean)),
    ended: Promise.race([...running].map(async ([{ name }, { ended }]) => `${name} ended: ${await ended}`)),
    supervise: (giveUp) => {
      for (const [unit, life] of running) supervisions.push(supervise(unit, { running: life, report, giveUp }));
      running.clear();
    },
    stop,
  };
}

interface UnitContext {
  readonly stack: Stack;
  readonly ports: AppPorts;
  readonly report: SuperviseOptions["report"];
}

function createUnit(name: AppName, main: string, { stack, ports, report }: UnitContext): Unit {
  const urls = appUrls(ports);
  const isReady: Partial<Record<AppName, () => Promise<boolean>>> = {
    api: () => isOk(`${urls.apiUrl}/healthz`),
    connect: () => isAnswering(`http://127.0.0.1:${ports.connect}`), // 421 if its public URL is a reverse proxy's
    dashboard: () => isOk(`http://127.0.0.1:${ports.dashboard}/healthz`),
    explorer: () => isOk(`http://127.0.0.1:${ports.explorer}/healthz`),
    docs: () => isOk(urls.docsUrl),
    mock: () => isOk(`${urls.mockUrl}/healthz`),
    mcp: () => isOk(`http://127.0.0.1:${ports.mcp}/healthz`),
  };
  return supervisedApp(name, {
    options: async () => ({ main, env: await appEnv(name, stack, ports), logFolder: join(stateFolder, "logs") }),
    isReady: isReady[name] ?? (async () => true),
    ...(ESSENTIAL.some((one) => one === name) && {
      untilPossible: (signal) =>
        untilDatabaseAnswers(stack.databaseUrl, signal, () => report(`${name} is waiting for the database`)),
    }),
  });
}

async function untilDatabaseAnswers(url: string, signal: AbortSignal, onWait: () => void): Promise<void> {
  const db = openDatabase(url, { max: 1, answerMs: 5_000 });
  const answers = () =>
    sql`select`.execute(db).then(
      () => true,
      () => false,
    );
  try {
    if (await answers()) return;
    onWait();
    while (!signal.aborted && !(await answers())) await sleep(200);
  } finally {
    await closeDatabase(db);
  }
}
