import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase, isFullyIndexed, openDatabase, type Store } from "@portico/store";
import { isOk } from "./apps.ts";
import { checkOperators } from "./checkOperators.ts";
import { signInLink } from "./demoClient.ts";
import { type AppPorts, type AppUrls, appUrls } from "./ports.ts";
import { deleteRunFile, explorerPageUrl, runFile, writeRunFile } from "./runFile.ts";
import { type IndexingProgress, indexingProgress, type Stack, startStack, stateFolder } from "./stack.ts";
import { type AppMains, buildApps, startApps } from "./startApps.ts";

/** Maximum time to wait for indexing. */
const TIMEOUT_MS = 60_000;
/** Maximum time to wait for a devnet's historical prices; a real chain's take too long to wait for. */
const HISTORY_TIMEOUT_MS = 10_000;

type Print = (line: string) => void;

interface Running {
  readonly stack: Stack;
  readonly urls: AppUrls;
}

/** Reports operators whose entries make it impossible for them to sign in. */
async function explainOperators({ chains }: Stack, print: Print): Promise<void> {
  const urls = Object.entries(chains).map(([chain, { rpcUrl }]) => ({ chain, urls: [rpcUrl] }));
  for (const { state, text, advice } of await checkOperators(process.env["PORTICO_OPERATORS"], urls)) {
    if (state !== "ok") print(`PORTICO_OPERATORS: ${text}; ${advice}`);
  }
}

/**
 * Waits until every chain can serve requests, but not for a long backfill: that continues, and the API reports each
 * chain's status.
 */
async function untilIndexed({ stack, urls: { apiUrl } }: Running, signal: AbortSignal, print: Print): Promise<void> {
  const { databaseUrl, chains } = stack;
  await until(signal, () => isOk(`${apiUrl}/readyz`));
  const waitingSince = performance.now();
  let shownAt = waitingSince;
  let progress: IndexingProgress[] = [];
  const listed = () => progress.map(({ chain, text }) => `${chain} ${text}`).join(", ");
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    await until(signal, async () => {
      progress = await indexingProgress(db, Object.keys(chains));
      if (progress.every(({ isDone }) => isDone)) return true;
      if (performance.now() - shownAt >= 5_000) {
        shownAt = performance.now();
        print(`indexing: ${listed()}`);
      }
      return performance.now() - waitingSince > TIMEOUT_MS;
    });
    print(
      progress.every(({ isDone }) => isDone)
        ? `indexed: ${listed()}`
        : `still indexing, continuing in the background: ${listed()}`,
    );
    if (isDevnet(stack)) print(await untilFullyIndexed(db, Object.keys(chains), signal));
  } finally {
    await closeDatabase(db);
  }
}

async function until(signal: AbortSignal, isReady: () => Promise<boolean>): Promise<void> {
  while (!(await isReady())) {
    signal.throwIfAborted();
    await sleep(200);
  }
}

const isDevnet = ({ demoOwner }: Stack): boolean => demoOwner !== null;

/** Gives the demo owner its positions and a curve from the start. @returns what to report. */
async function untilFullyIndexed(db: Store, chains: readonly string[], signal: AbortSignal): Promise<string> {
  const endsAt = performance.now() + HISTORY_TIMEOUT_MS;
  let isComplete = false;
  await until(signal, async () => {
    isComplete = await isFullyIndexed(db, chains);
    return isComplete || performance.now() > endsAt;
  });
  return isComplete
    ? "prices and protocols: up to date"
    : "prices and protocols: still reading past data, continuing in the background";
}

function announce({ stack, urls }: Running): void {
  const { accessKey, demoOwner, demoClient } = stack;
  writeRunFile(stack, urls);
  const owner = demoOwner ?? "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
  console.log(`
Portico is ready.

  API        ${urls.apiUrl}
  sign-in    ${urls.connectUrl}
  dashboard  ${urls.dashboardUrl}
  explorer   ${explorerPageUrl(stack, urls)}
  docs       ${urls.docsUrl}
  mock       ${urls.mockUrl}
  agents     ${urls.mcpUrl}/mcp (Model Context Protocol)
  key        ${accessKey}${demoOwner ? `\n  owner      ${demoOwner} (holds every kind of asset)` : ""}

Try:
  curl -H "AccessKey: ${accessKey}" "${urls.apiUrl}/v1/user/total_balance?id=${owner}"

Sign in, in a browser with a wallet (redirects to ${demoClient.redirectUri}):
  ${signInLink(urls.connectUrl, demoClient)}

This is also in ${runFile}; logs are in ${join(stateFolder, "logs")}. Ctrl-C stops everything.`);
}

interface Start {
  readonly ports: AppPorts;
  /** What depends on the contract, and the pages: resolves when they are made. */
  readonly generated: Promise<void>;
  readonly allowsDevnetDatabase: boolean;
  /** Aborted by a signal to exit. */
  readonly ending: AbortSignal;
  readonly print: Print;
}

/** Starts everything, and resolves when it has ended. Builds the apps while database and chains start. */
export async function startServices(start: Start): Promise<void> {
  const { ending, print } = start;
  const { promise: failed, resolve: giveUp } = Promise.withResolvers<string>();
  const report = (line: string) => ending.aborted || print(line); // a terminal's Ctrl-C ends the apps, too
  const given = await startStackAndBuild(start, { report, giveUp }).catch((error: unknown) => {
    if (!ending.aborted) throw error; // Ctrl-C in a terminal ends what generates, too
  });
  if (given === undefined) return print("stopped");
  await run({ ...start, ...given, failed, giveUp, report });
}

interface Given {
  readonly stack: Stack;
  readonly mains: AppMains;
}

interface Reports {
  readonly giveUp: (reason: string) => void;
  readonly report: (line: string) => void;
}

async function startStackAndBuild(
  { ports, generated, allowsDevnetDatabase, ending, print }: Start,
  reports: Reports,
): Promise<Given> {
  const failing = new AbortController();
  const building = (async () => {
    await generated;
    AbortSignal.any([ending, failing.signal]).throwIfAborted(); // turbo succeeds when Ctrl-C ends it
    print("contract: types, mock, docs and pages are up to date");
    const mains = await buildApps();
    print("apps: built");
    return mains;
  })();
  building.catch(() => undefined); // thrown when the stack has started, so that it can be stopped
  const stack = await startStack({ ...reports, ports, allowsDevnetDatabase }).catch((error: unknown) => {
    failing.abort();
    throw error;
  });
  try {
    return { stack, mains: await building };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

interface Run extends Start, Given, Reports {
  /** Resolves with the reason when something has failed too often. */
  readonly failed: Promise<string>;
}

async function run({ stack, ports, mains, ending, failed, giveUp, report, print }: Run): Promise<void> {
  const stops = [stack.stop];
  const over = new AbortController();
  const failing = new AbortController();
  void failed.then((reason) => failing.abort(new Error(reason)));
  try {
    const apps = await startApps(stack, ports, { mains, report, signal: AbortSignal.any([ending, failing.signal]) });
    stops.unshift(apps.stop);
    print("apps: api, connect, dashboard and explorer are ready");
    await explainOperators(stack, print);
    ending.throwIfAborted();
    const urls = appUrls(ports);
    const signalled = new Promise<void>((resolve) => ending.addEventListener("abort", () => resolve(), { once: true }));
    const reported = apps.attempted.then(
      (areUp) => over.signal.aborted || !areUp || print("apps: docs and mock are started"),
    );
    const ready = Promise.all([untilIndexed({ stack, urls }, over.signal, print), reported]);
    await Promise.race([ready, signalled, failed.then(fail), apps.ended.then(fail)]);
    ending.throwIfAborted();
    apps.supervise(giveUp);
    announce({ stack, urls });
    await Promise.race([signalled, failed.then(fail)]);
  } catch (error) {
    if (!ending.aborted) throw error;
  } finally {
    over.abort();
    console.log("Stopping …");
    deleteRunFile();
    for (const stop of stops) await stop();
    print("stopped");
  }
}

function fail(reason: string): never {
  throw new Error(reason);
}
