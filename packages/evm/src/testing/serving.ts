import { createServer } from "node:http";
import type { Server } from "node:http";
import { getChain } from "../chains.ts";
import { createRpc } from "../rpc.ts";
import type { RpcOptions } from "../rpc.ts";
import { startFaultyServer } from "./faultyServer.ts";
import type { FaultyServer } from "./faultyServer.ts";
import { listenLocally } from "./listenLocally.ts";

export const servers: FaultyServer[] = [];
export const plain: Server[] = [];

/** Stops the servers started here. */
export async function stopServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const server of plain.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

export async function serve(chainId = 1, head = 7, options: { takesBatches?: boolean } = {}): Promise<FaultyServer> {
  const server = await startFaultyServer(({ method, params }) => {
    if (method === "eth_chainId") return { result: `0x${chainId.toString(16)}` };
    if (method === "eth_blockNumber") return { result: `0x${head.toString(16)}` };
    if (method === "eth_getBalance") return { result: params[0] };
    return { error: { code: -32_601, message: `the method ${method} does not exist` } };
  }, options);
  servers.push(server);
  return server;
}

export const connect = (urls: string[], options: Partial<RpcOptions> = {}) =>
  createRpc({ chain: getChain("eth"), urls, baseDelayMs: 1, maxDelayMs: 5, timeoutMs: 300, ...options });

export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A request without a reply. */
export const NOTHING = Symbol("nothing");

/** Starts a server that replies with the result of `reply`. */
export async function serveReplies(reply: (calls: { id: number; method: string }[]) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const calls = [JSON.parse(Buffer.concat(chunks).toString())].flat();
      const isCheck = calls[0].method === "eth_chainId";
      const answer = isCheck ? { jsonrpc: "2.0", id: calls[0].id, result: "0x1" } : reply(calls);
      if (answer !== NOTHING) response.end(JSON.stringify(answer));
    })();
  });
  plain.push(server);
  return (await listenLocally(server)).url;
}

export const ok = (id: number, result = "0x7") => ({ jsonrpc: "2.0", id, result });
