import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { postJson } from "@portico/devnet";

export interface RpcProxy {
  url: string;
  stop(): Promise<void>;
}

export interface RpcAnswer {
  status: number;
  body: string;
}

/** An incoming request, read to its end. */
export interface RpcPost {
  body: string;
  request: IncomingMessage;
  response: ServerResponse;
}

const headers = { "content-type": "application/json" };

/**
 * A proxy in front of an RPC.
 * @param answer - Produces the response to a request's body; `forward` calls the RPC. An error cuts the connection.
 */
export function startRpcProxy(
  rpcUrl: string,
  answer: (body: string, forward: (body: string) => Promise<RpcAnswer>) => Promise<RpcAnswer>,
): Promise<RpcProxy> {
  const forward = (body: string): Promise<RpcAnswer> => postJson(rpcUrl, body);
  return startPostServer(async ({ body, response }) => {
    const answered = await answer(body, forward);
    response.writeHead(answered.status, headers).end(answered.body);
  });
}

/** @param serve - Sends any response. An error cuts the connection. */
export async function startPostServer(serve: (post: RpcPost) => Promise<void>): Promise<RpcProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      await serve({ body: Buffer.concat(chunks).toString(), request, response });
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
