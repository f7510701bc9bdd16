import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listenLocally } from "./listenLocally.ts";

interface Request {
  id: number;
  method: string;
  params: unknown[];
}

type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

/** Fate of the next requests: an HTTP response, no response ("hang"), or the normal reply ("ok"). */
export type Fault = "ok" | "hang" | "drop" | { status: number; body: string; headers?: Record<string, string> };

/** A JSON-RPC server with programmed replies that records its requests. */
export interface FaultyServer {
  url: string;
  /** One per HTTP request; when empty, requests get normal replies. */
  faults: Fault[];
  /** Calls of every HTTP request. */
  posts: Request[][];
  stop(): Promise<void>;
}

export async function startFaultyServer(
  answer: (request: Request) => Answer,
  { takesBatches = true } = {},
): Promise<FaultyServer> {
  const faults: Fault[] = [];
  const posts: Request[][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body: Request | Request[] = JSON.parse(await readBody(request));
      posts.push([body].flat());
      const fault = faults.shift() ?? "ok";
      if (fault === "drop") response.destroy();
      else if (fault === "ok") respond(response, Array.isArray(body) && !takesBatches ? REFUSED : reply(body, answer));
      else if (fault !== "hang") response.writeHead(fault.status, fault.headers).end(fault.body);
    })();
  });
  return { ...(await listenLocally(server)), faults, posts };
}

const REFUSED = { jsonrpc: "2.0", id: null, error: { code: -32_600, message: "batches are not supported" } };

const reply = (body: Request | Request[], answer: (request: Request) => Answer): unknown =>
  Array.isArray(body)
    ? body.map((request) => ({ jsonrpc: "2.0", id: request.id, ...answer(request) })).toReversed()
    : { jsonrpc: "2.0", id: body.id, ...answer(body) };

const respond = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
