import type { Server } from "../startServer.ts";
import type { HttpRequest } from "./load.ts";

export async function fetchText(
  server: Server,
  accessKey: string,
  { path, headers }: HttpRequest,
): Promise<[Response, string]> {
  const response = await fetch(server.url + path, { headers: { AccessKey: accessKey, ...headers } });
  return [response, await response.text()];
}

/** @throws Error if a peer answers a request otherwise. */
export async function assertSame(ours: Server, peer: Server, accessKey: string, path: string): Promise<void> {
  const [response, body] = await fetchText(ours, accessKey, { path });
  const [, other] = await fetchText(peer, accessKey, { path });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
  if (body !== other) throw new Error(`${path}: the responses differ:\n${body.slice(0, 600)}\n${other.slice(0, 600)}`);
}
