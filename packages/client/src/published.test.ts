import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { launchBrowser } from "@portico/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findOldNode } from "./testing/findOldNode.ts";
import { installPacked, type Installed } from "./testing/installPacked.ts";
import { startServer } from "./testing/startServer.ts";
import { startTourServer, TOUR, TOUR_SEEN } from "./testing/tour.ts";

const run = promisify(execFile);
const oldNode = await findOldNode();
let installed: Installed;
beforeAll(async () => {
  installed = await installPacked();
  await writeFile(join(installed.folder, "show.mjs"), TOUR);
  await writeFile(
    join(installed.folder, "main.mjs"),
    `import { show } from "./show.mjs"; console.log(await show(process.argv[2]));`,
  );
});
afterAll(() => installed[Symbol.asyncDispose]());

test.concurrent("the package runs on this Node", async () => {
  await using api = await startTourServer();
  const { stdout } = await run(process.execPath, ["main.mjs", api.url], { cwd: installed.folder });
  expect(stdout.trim()).toBe(TOUR_SEEN);
});

test.skipIf(oldNode === undefined)(
  "the package runs on an older Node (20 or later; skipped where none is installed)",
  { concurrent: true },
  async () => {
    await using api = await startTourServer();
    const { stdout } = await run(oldNode ?? "", ["main.mjs", api.url], { cwd: installed.folder });
    expect(stdout.trim()).toBe(TOUR_SEEN);
  },
);

test.concurrent("the package runs in a browser without a bundler, which follows no redirect either", async () => {
  await using api = await startTourServer();
  await using site = await startSite(installed.folder);
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${site.url}/index.html`);
  const shown = await page.evaluate(
    // as text: the page has no module of this repository
    `import("/show.mjs").then(({ show }) => show(${JSON.stringify(api.url)}))`,
  );
  expect(shown).toBe(TOUR_SEEN.replace("at_1", `PorticoError: no response from ${api.url}`));
  expect(api.received.filter(({ url }) => url === "/elsewhere")).toEqual([]);
});

test("no published file imports a Node module, or names Node's globals", async () => {
  const peers = ["@opentelemetry/api", "@tanstack/react-query", "openapi-react-query", "react"];
  const known = new Set([...Object.keys(IMPORTS), ...peers]);
  for (const name of ["client", "contract"]) {
    const dist = join(installed.folder, "node_modules/@portico", name, "dist");
    const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith(".js"));
    expect(files.length).toBeGreaterThan(name === "client" ? 15 : 1);
    for (const file of files.filter((path) => !path.includes("server") && !path.includes("generate/"))) {
      const code = await readFile(join(dist, file), "utf8");
      const imports = code.matchAll(
        /^(?:import|export)\s(?:[^"';=]*?\sfrom\s)?\s*["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm,
      );
      const imported = Array.from(imports, ([, still, lazy]) => still ?? lazy ?? "");
      expect(imported.filter((specifier) => !specifier.startsWith(".") && !known.has(specifier))).toEqual([]);
      expect(code).not.toMatch(/\b(?:process|Buffer|require|__dirname|setImmediate)\b\s*[.(]/);
    }
  }
});

test.concurrent("the package's types are complete when installed, with library checks on", async () => {
  const config = {
    compilerOptions: {
      module: "nodenext",
      target: "es2022",
      lib: ["es2022", "dom"],
      strict: true,
      noEmit: true,
      types: [],
    },
    include: ["consumer.ts"],
  };
  await writeFile(join(installed.folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(
    join(installed.folder, "consumer.ts"),
    `import { batchTokens } from "@portico/client/batching";
     import { getUserTokenList } from "@portico/client/operations";
     import { createTracedClient } from "@portico/client/opentelemetry";
     import { createHooks } from "@portico/client/react";
     import { createClient, paginate, PorticoError, unwrap, type PorticoClient } from "@portico/client";
     import { createSignIn, type Tokens } from "@portico/client/sign-in";
     const client: PorticoClient = createClient({ baseUrl: "http://portico.test" });
     const params = { query: { id: "0x", chain_id: "eth" } };
     const tokens = await unwrap(client.GET("/v1/user/token_list", { params }));
     export const amount: bigint | undefined = tokens[0]?.raw_amount;
     for await (const { time_at } of paginate(client, "/v1/user/history_list", { params })) void time_at.toFixed();
     const traced: PorticoClient = batchTokens(createTracedClient({ baseUrl: "http://portico.test" }));
     export const held: Promise<{ raw_amount: bigint }[]> = unwrap(getUserTokenList(traced, { id: "0x", chain_id: "eth" }));
     export const isLate = (error: unknown) => error instanceof PorticoError && error.code === "timeout";
     export const refresh = (old: Tokens): Promise<Tokens> =>
       createSignIn({ connectUrl: "", clientId: "", clientSecret: "", redirectUri: "" }).refresh(old);
     const { data } = createHooks(client).useQuery("get", "/v1/token/top_holders", { params });
     export const holder: [string, number] | undefined = data?.[0];
     // @ts-expect-error no such path
     void client.GET("/v1/nothing");`,
  );
  for (const peer of ["@opentelemetry/api", "@tanstack/react-query", "@types/react", "openapi-react-query"]) {
    const link = join(installed.folder, "node_modules", peer);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(import.meta.dirname, "../node_modules", peer)), link);
  }
  const { stdout } = await run("pnpm", ["-w", "exec", "tsc", "-p", installed.folder], {
    cwd: import.meta.dirname,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("the manifest names only packages of a registry", async () => {
  const manifest = await readFile(join(installed.folder, "node_modules/@portico/client/package.json"), "utf8");
  expect(JSON.parse(manifest)).toMatchObject({ exports: { ".": { types: "./dist/index.d.ts" } } });
  expect(JSON.stringify((JSON.parse(manifest) as { dependencies: object }).dependencies)).not.toMatch(
    /workspace|catalog/,
  );
});

const IMPORTS = {
  "@portico/client": "/node_modules/@portico/client/dist/index.js",
  "@portico/client/sign-in": "/node_modules/@portico/client/dist/signIn/index.js",
  "@portico/contract": "/node_modules/@portico/contract/dist/src/index.js",
  oauth4webapi: "/node_modules/oauth4webapi/build/index.js",
  "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs",
};

/** Serves a folder, with an import map for the bare names in node_modules. */
function startSite(folder: string) {
  return startServer((response, { url }) => {
    if (url === "/index.html") {
      const map = `<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;
      return response.writeHead(200, { "content-type": "text/html" }).end(`<link rel="icon" href="data:,">${map}`);
    }
    return createReadStream(join(folder, url)).pipe(response.writeHead(200, { "content-type": "text/javascript" }));
  });
}
