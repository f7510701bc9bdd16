/** `pnpm dev`: what `pnpm start` runs, and turbo watch: a spec edit regenerates, an edit restarts what depends on it. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type App, startApp, stopApp } from "./apps.ts";
import { appPorts, appUrls } from "./ports.ts";
import { appEnv, root, type Stack, startStack, stateFolder } from "./stack.ts";
import { lockState } from "./stateLock.ts";

const help = `pnpm dev       what pnpm start runs; an edit of the spec regenerates types, client, mock and docs, an edit of a
               source restarts the apps that stand on it. Settings as for pnpm start.`;

/** The apps, each restarting by itself, with what they print under their names. */
async function startApps(stack: Stack): Promise<App[]> {
  const { accessKey, demoOwner } = stack;
  const ports = await appPorts(console.log);
  const { apiUrl, connectUrl, dashboardUrl, docsUrl, mockUrl } = appUrls(ports);
  console.log(`
  API ${apiUrl}   sign-in ${connectUrl}   dashboard ${dashboardUrl}   docs ${docsUrl}   mock ${mockUrl}
  key ${accessKey}   owner ${demoOwner ?? "any"}
`);
  const names = ["indexer", "api", "connect", "dashboard", "docs", "mock"];
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

/** What the sign-in service and the dashboard show, which they read when they start. */
const PAGES = ["@portico/connect#build", "@portico/dashboard#build"];

function buildPages(): void {
  const { status } = spawnSync("turbo", ["run", ...PAGES, "--output-logs=errors-only"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The pages could not be built: see above");
}

async function main(): Promise<void> {
  const unlock = lockState(stateFolder);
  buildPages();
  const watch = spawn("turbo", ["watch", "generate", ...PAGES], { cwd: root, stdio: "inherit" });
  // the terminal sends Ctrl-C to turbo too: wait for it, then stop the rest in order
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => watch.kill(signal));
  const stack = await startStack(console.log);
  const apps = await startApps(stack);
  if (watch.exitCode === null) await once(watch, "exit");
  await Promise.all(apps.map((app) => stopApp(app)));
  await stack.stop();
  unlock();
}

if (parseArgs({ options: { help: { type: "boolean", short: "h" } } }).values.help) console.log(help);
else await main();
