import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Next behaviour of the node. */
export type Mode = "down" | "down for calls" | "limited" | "pass" | "resting" | "silent" | "slow calls" | "wrong chain";
export interface RpcProxy {
  url: string;
  mode: Mode;
  /** Requests so far. */
  requestCount: number;
  stop(): void;
}

/** A node that can be unavailable or busy. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const server = createServer((req, res) => void answer(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: "pass",
    requestCount: 0,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { id, method } = JSON.parse(text) as { id: number; method: string };
    const { mode } = proxy;
    const isCall = method === "eth_call";
    proxy.requestCount++;
    if (mode === "silent" || (mode === "slow calls" && isCall)) return;
    if (mode === "down" || (mode === "down for calls" && isCall)) res.destroy();
    else if (mode === "limited" && isCall) res.writeHead(429).end();
    else if (mode === "resting") res.writeHead(503, { "retry-after": "30" }).end();
    else if (mode === "wrong chain" && method === "eth_chainId")
      sendJson(res, `{"jsonrpc":"2.0","id":${id},"result":"0x38"}`);
    else sendJson(res, await (await fetch(target, { method: "POST", body: text, headers: JSON_TYPE })).text());
  }
  return proxy;
}

const JSON_TYPE = { "content-type": "application/json" };
const sendJson = (res: ServerResponse, text: string): void => void res.writeHead(200, JSON_TYPE).end(text);
