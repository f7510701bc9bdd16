/**
 * `pnpm dev`: the services of `pnpm start`, and turbo watch: a spec edit regenerates, and an edit restarts the apps
 * that depend on it.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type App, startApp, stopApp } from "./apps.ts";
import { type AppPorts, appPorts, appUrls } from "./ports.ts";
import { deleteRunFile, writeRunFile } from "./runFile.ts";
import { appEnv, root, type Stack, startStack, stateFolder } from "./stack.ts";
import { lockState } from "./stateLock.ts";

const help = `pnpm dev       runs what pnpm start runs; a spec edit regenerates types, client, mock and docs, a source edit restarts
               the apps that depend on it. Settings as for pnpm start.`;

/** The apps, each restarting itself, with their output prefixed by their names. */
async function startApps(stack: Stack, ports: AppPorts): Promise<App[]> {
  const { accessKey, demoOwner } = stack;
  const urls = appUrls(ports);
  const { apiUrl, connectUrl, dashboardUrl, explorerUrl, docsUrl, mockUrl, mcpUrl } = urls;
  writeRunFile(stack, urls);
  console.log(`
  API ${apiUrl}   sign-in ${connectUrl}   dashboard ${dashboardUrl}   explorer ${explorerUrl}   docs ${docsUrl}   mock ${mockUrl}   agents ${mcpUrl}/mcp
  key ${accessKey}   owner ${demoOwner ?? "any"}
`);
  const names = ["indexer", "api", "connect", "dashboard", "explorer", "docs", "mock", "mcp"];
  const envs = await Promise.all(names.map((name) => appEnv(name, stack, ports)));
  return names.map((name, index) => {
    const app = startApp(name, {
      env: envs[index] ?? {},
      logFolder: join(stateFolder, "logs"),
      isWatched: true,
    });
    for (const stream of [app.process.stdout, app.process.stderr]) {
      stream?.on("data", (chunk: Buffer) => process.stdout.write(chunk.toString().replace(/^(?=.)/gm, `${name}: `)));
    }
    return app;
  });
}

/** The pages of the sign-in service, the dashboard and the explorer, which read them when they start. */
const PAGES = ["@portico/connect#build", "@portico/dashboard#build", "@portico/explorer#build"];

function buildPages(): void {
  const { status } = spawnSync("turbo", ["run", ...PAGES, "--output-logs=errors-only"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Building the pages failed: see above");
}

interface Watch {
  readonly ended: Promise<unknown>;
  readonly end: () => void;
}

/** Turbo in a separate process group: its launcher doesn't forward signals. */
function startWatch(): Watch {
  const watch = spawn("turbo", ["watch", "generate", ...PAGES], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const end = (): void => {
    const { pid, exitCode, signalCode } = watch;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGTERM");
  };
  return { ended: once(watch, "exit"), end };
}

async function run(ports: AppPorts, { ended, end }: Watch): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  const { promise: failed, resolve: giveUp } = Promise.withResolvers<string>();
  const stack = await startStack({ report: console.log, giveUp, ports, allowsDevnetDatabase: false });
  const apps: App[] = [];
  try {
    apps.push(...(await startApps(stack, ports)));
    const reason = await Promise.race([failed, ended.then(() => undefined)]);
    if (reason !== undefined) throw new Error(reason);
  } finally {
    deleteRunFile();
    await Promise.all(apps.map((app) => stopApp(app)));
    await stack.stop();
  }
}

async function main(): Promise<void> {
  const unlock = lockState(stateFolder);
  deleteRunFile();
  process.once("exit", deleteRunFile);
  try {
    const ports = await appPorts(console.log);
    buildPages();
    const watch = startWatch();
    await run(ports, watch).finally(watch.end);
  } finally {
    unlock();
  }
}

if (parseArgs({ options: { help: { type: "boolean", short: "h" } } }).values.help) console.log(help);
else
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
