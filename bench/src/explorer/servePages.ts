import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export interface File {
  readonly type: string;
  readonly text: string;
}

export interface Pages {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves compressed files by path, from memory. */
export async function servePages(files: ReadonlyMap<string, File>): Promise<Pages> {
  const packed = new Map([...files].map(([path, { type, text }]) => [path, { type, body: gzipSync(text) }]));
  const server = createServer((req, res) => {
    const file = packed.get(req.url ?? "");
    if (file === undefined) return res.writeHead(404).end();
    return res.writeHead(200, { "content-type": file.type, "content-encoding": "gzip" }).end(file.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
