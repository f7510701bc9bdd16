import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { launchBrowser, watchPage } from "@portico/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findOldNode } from "./testing/findOldNode.ts";
import { installPacked, type Installed } from "./testing/installPacked.ts";
import { startServer } from "./testing/startServer.ts";

const run = promisify(execFile);
const oldNode = await findOldNode();
const MAX = String(2n ** 256n - 1n);

/** What somebody writes who installed the package. Prints the exact amount, then the code of an error. */
const SCRIPT = `
import { createClient, unwrap } from "@portico/client";
export async function show(baseUrl) {
  const client = createClient({ baseUrl, accessKey: "pk_1" });
  const params = { query: { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" } };
  const tokens = await unwrap(client.GET("/v1/user/token_list", { params }));
  const code = await unwrap(client.GET("/v1/chain/list")).catch((error) => error.code);
  return [typeof tokens[0].raw_amount, String(tokens[0].raw_amount), code].join(" ");
}
`;

const startApi = () =>
  startServer((response, { url }) => {
    if (url.startsWith("/v1/user/token_list")) {
      // no raw_amount_str: the digits themselves must be read
      return response.writeHead(200, { "content-type": "application/json" }).end(`[{"raw_amount":${MAX}}]`);
    }
    return response.writeHead(401).end(`{"code":"access_key_invalid","message":"no"}`);
  });

let installed: Installed;
beforeAll(async () => {
  installed = await installPacked();
  await writeFile(join(installed.folder, "show.mjs"), SCRIPT);
  await writeFile(
    join(installed.folder, "main.mjs"),
    `import { show } from "./show.mjs"; console.log(await show(process.argv[2]));`,
  );
});
afterAll(() => installed[Symbol.asyncDispose]());

test("the package runs on this Node", async () => {
  await using api = await startApi();
  const { stdout } = await run(process.execPath, ["main.mjs", api.url], { cwd: installed.folder });
  expect(stdout.trim()).toBe(`bigint ${MAX} access_key_invalid`);
});

test.skipIf(oldNode === undefined)(
  "the package runs on an older Node (20 or later; skipped where none is installed)",
  async () => {
    await using api = await startApi();
    const { stdout } = await run(oldNode ?? "", ["main.mjs", api.url], { cwd: installed.folder });
    expect(stdout.trim()).toBe(`bigint ${MAX} access_key_invalid`);
  },
);

test("the package runs in a browser without a bundler", async () => {
  await using api = await startApi();
  await using site = await startSite(installed.folder);
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  const watch = watchPage(page);
  await page.goto(`${site.url}/index.html`);
  const shown = await page.evaluate(
    // as text: a page knows no module of this repository
    `import("/show.mjs").then(({ show }) => show(${JSON.stringify(api.url)}))`,
  );
  expect(shown).toBe(`bigint ${MAX} access_key_invalid`);
  expect(watch.complaints.filter((text) => !text.includes("401"))).toEqual([]);
});

test("the package's types are complete for whoever installs it, library checks on", async () => {
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
  await writeFile(join(installed.folder, "package.json"), `{"type":"module"}`);
  await writeFile(
    join(installed.folder, "consumer.ts"),
    `import { createClient, unwrap, type PorticoClient } from "@portico/client";
     const client: PorticoClient = createClient({ baseUrl: "http://portico.test" });
     const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id: "0x", chain_id: "eth" } } }));
     export const amount: bigint | undefined = tokens[0]?.raw_amount;
     // @ts-expect-error no such path
     void client.GET("/v1/nothing");`,
  );
  const { stdout } = await run("pnpm", ["-w", "exec", "tsc", "-p", installed.folder], {
    cwd: import.meta.dirname,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("the manifest names only what a registry has", async () => {
  const manifest = await readFile(join(installed.folder, "node_modules/@portico/client/package.json"), "utf8");
  expect(JSON.parse(manifest)).toMatchObject({ exports: { ".": { types: "./dist/index.d.ts" } } });
  expect(JSON.stringify((JSON.parse(manifest) as { dependencies: object }).dependencies)).not.toMatch(
    /workspace|catalog/,
  );
});

/** Serves a folder, with an import map that says where bare names lie in node_modules. */
function startSite(folder: string) {
  const imports = {
    "@portico/client": "/node_modules/@portico/client/dist/index.js",
    "@portico/contract": "/node_modules/@portico/contract/dist/src/index.js",
    "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs",
  };
  return startServer((response, { url }) => {
    if (url === "/index.html") {
      const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
      return response.writeHead(200, { "content-type": "text/html" }).end(`<link rel="icon" href="data:,">${map}`);
    }
    return createReadStream(join(folder, url)).pipe(response.writeHead(200, { "content-type": "text/javascript" }));
  });
}
