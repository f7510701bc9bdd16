import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installApart } from "../installApart.ts";

const run = promisify(execFile);

export interface ClientCall {
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface ClientServer {
  readonly url: string;
  readonly key: string;
}

/** The result of a call as JSON, or the message of what it threw. */
export type ClientResult = { readonly body: unknown } | { readonly error: string };

/** Published packages, and a bundler, as their users have. */
export interface PublishedClient {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Options of the bundler that it needs. */
  readonly bundling?: readonly string[];
  /** Source of a module that exports `create({ url, key })`: an object with the client's methods. */
  readonly source: string;
}

/** Calls methods of an unmodified client, one after the other, in a process of its own. */
export async function runClient(
  { name, dependencies, bundling = [], source }: PublishedClient,
  server: ClientServer,
  calls: readonly ClientCall[],
): Promise<ClientResult[]> {
  const manifest = { private: true, dependencies: { ...dependencies, esbuild: "0.28.2" } };
  const folder = await installApart(name, manifest, console.log);
  await writeFile(join(folder, "client.mjs"), source);
  await writeFile(join(folder, "run.mjs"), RUN);
  const options = ["--bundle", "--platform=node", "--format=cjs", "--log-level=error", "--outfile=run.cjs"];
  await run(join(folder, "node_modules/.bin/esbuild"), ["run.mjs", ...options, ...bundling], { cwd: folder });
  const { stdout } = await run(process.execPath, ["run.cjs", JSON.stringify({ ...server, calls })], {
    cwd: folder,
    maxBuffer: 64 << 20,
  });
  return JSON.parse(stdout) as ClientResult[];
}

const RUN = `import { create } from "./client.mjs";
const { url, key, calls } = JSON.parse(process.argv[2]);
const client = create({ url, key });
const results = [];
(async () => {
  for (const { method, args } of calls) {
    try {
      results.push({ body: await client[method](...args) });
    } catch (error) {
      results.push({ error: String(error && error.message) });
    }
  }
  process.stdout.write(JSON.stringify(results), () => process.exit(0));
})();
`;
