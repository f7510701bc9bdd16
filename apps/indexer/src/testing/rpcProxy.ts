import { once } from "node:events";
import { createServer } from "node:http";

export interface RpcProxy {
  url: string;
  stop(): Promise<void>;
}

export interface RpcAnswer {
  status: number;
  body: string;
}

/**
 * Stands before an RPC.
 * @param answer - Makes the answer to a request's body; `ask` asks the RPC. What it throws cuts the connection.
 */
export async function startRpcProxy(
  rpcUrl: string,
  answer: (body: string, ask: (body: string) => Promise<RpcAnswer>) => Promise<RpcAnswer>,
): Promise<RpcProxy> {
  const headers = { "content-type": "application/json" };
  const ask = async (body: string): Promise<RpcAnswer> => {
    const response = await fetch(rpcUrl, { method: "POST", headers, body });
    return { status: response.status, body: await response.text() };
  };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { status, body } = await answer(Buffer.concat(chunks).toString(), ask);
      response.writeHead(status, headers).end(body);
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
