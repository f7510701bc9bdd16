import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createHttpServer } from "@portico/server/http";
import { contractYaml } from "./contractYaml.ts";
import { deployedContract, type DeploymentUrls } from "./deployedContract.ts";
import type { ApiDocument } from "./reference/sampleRequest.ts";
import { deployedHome } from "./deployedHome.ts";
import { NO_PAGE_POLICY, securityHeaders } from "./securityHeaders.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".yaml": "application/yaml",
};

type File = {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed on first use. */
  zipped?: Promise<Buffer>;
};

export type DocsServer = {
  /** Not yet listening. */
  readonly server: ReturnType<typeof createHttpServer>;
  /** Reads the folder again. */
  readonly reload: () => Promise<void>;
};

/**
 * An HTTP server of a folder built by `buildDocs`. Files are read once, at the start; those whose names begin with a dot
 * aren't served. `/units` is `units.html`.
 *
 * @param urls - URLs in the served contract.
 */
export async function createDocsServer(
  folder: string,
  limits?: ServerOptions,
  urls: DeploymentUrls = {},
): Promise<DocsServer> {
  let files = await readFiles(folder, urls);
  const server = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (request.method !== "GET" && request.method !== "HEAD")
      return response.writeHead(405, { ...securityHeaders(NO_PAGE_POLICY), allow: "GET, HEAD" }).end();
    const file = path === "/healthz" ? HEALTH : files.get(path);
    void send(request, response, file ?? missingAt(path, request), file === undefined ? 404 : 200);
    return response;
  }, limits);
  /**
   * A page for browsers. Its links are relative to the root, so a path with folders gets the plain text that programs
   * get.
   */
  const missingAt = (path: string, { headers }: IncomingMessage): File => {
    const isBrowser = headers.accept?.includes("text/html") === true && path.lastIndexOf("/") === 0;
    return (isBrowser ? files.get("/404.html") : undefined) ?? NOT_FOUND;
  };
  const reload = async () => {
    files = await readFiles(folder, urls);
  };
  return { server, reload };
}

async function readFiles(folder: string, urls: DeploymentUrls): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>();
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  for (const name of names) {
    const file = fileOf(name, await readDeployed(folder, name, urls));
    for (const path of pathsOf(name)) files.set(path, file);
  }
  return files;
}

/** A file of the site; a contract with the URLs of this deployment. */
async function readDeployed(folder: string, name: string, urls: DeploymentUrls): Promise<Buffer> {
  if (name === "index.html") return Buffer.from(deployedHome(await readFile(join(folder, name), "utf8"), urls));
  const isContract = name === "openapi.yaml" || /^openapi\b.*\.json$/.test(name);
  if (!isContract || Object.values(urls).every((url) => url === undefined)) return readFile(join(folder, name));
  const json = await readFile(join(folder, name.replace(/\.yaml$/, ".json")), "utf8");
  const contract = deployedContract(JSON.parse(json) as ApiDocument, urls);
  return Buffer.from(name.endsWith(".yaml") ? contractYaml(contract) : JSON.stringify(contract, undefined, 2));
}

function fileOf(name: string, body: Buffer): File {
  const type = TYPES[extname(name)] ?? "application/octet-stream";
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const policy = name.endsWith(".html") ? body.toString("utf8") : NO_PAGE_POLICY;
  return { body, headers: { ...securityHeaders(policy), "content-type": type, etag, vary: "accept-encoding" } };
}

/** The reference's URL was once that of the whole site, with the contract beside it. */
const pathsOf = (name: string): string[] => {
  if (name === "index.html") return ["/", "/index.html"];
  if (name.endsWith(".html")) return [`/${name}`, `/${name.slice(0, -".html".length)}`];
  return [`/${name}`, ...(name.startsWith("openapi.") ? [`/reference/${name}`] : [])];
};

/** Whether the client has the current version; a proxy may have weakened the ETag. */
const isKnown = (request: IncomingMessage, etag = ""): boolean =>
  (request.headers["if-none-match"] ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === etag);

const HEALTH: File = fileOf("healthz.json", Buffer.from(`{"status":"ok"}`));
const NOT_FOUND: File = fileOf("none.txt", Buffer.from("Not found\n"));
const zip = promisify(gzip);

async function send(request: IncomingMessage, response: ServerResponse, file: File, status: number): Promise<void> {
  const { body, headers } = file;
  if (status === 200 && isKnown(request, headers["etag"])) {
    response.writeHead(304, headers).end();
    return;
  }
  const isZipped = body.length > 1024 && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const sent = isZipped ? await (file.zipped ??= zip(body)) : body;
  const encoding = isZipped ? { "content-encoding": "gzip" } : {};
  response.writeHead(status, { ...headers, ...encoding, "content-length": sent.length });
  response.end(request.method === "HEAD" ? undefined : sent);
}
