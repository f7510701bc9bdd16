import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { securityHeaders } from "./securityHeaders.ts";

const FILES = [
  { path: "/", file: "index.html", type: "text/html; charset=utf-8" },
  { path: "/openapi.json", file: "openapi.json", type: "application/json" },
] as const;

/** An HTTP server, not yet listening, of a folder that `buildDocs` made. Files are read once, now. */
export async function createDocsServer(folder: string): Promise<Server> {
  const pages = await Promise.all(
    FILES.map(async ({ path, file, type }) => ({ path, type, body: await readFile(join(folder, file)) })),
  );
  const headers = securityHeaders(pages[0]?.body.toString("utf8") ?? "");
  return createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0];
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== "GET" && request.method !== "HEAD")
      return response.writeHead(405, { allow: "GET, HEAD" }).end();
    if (path === "/healthz")
      return response.writeHead(200, { "content-type": "application/json" }).end(`{"status":"ok"}`);
    const page = pages.find((one) => one.path === path);
    if (page === undefined) return response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
    return response.writeHead(200, { "content-type": page.type, "content-length": page.body.length }).end(page.body);
  });
}
