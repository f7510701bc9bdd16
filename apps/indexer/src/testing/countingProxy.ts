import { once } from "node:events";
import { createServer } from "node:http";

export interface CountingProxy {
  url: string;
  /** Every HTTP request's methods, in order. */
  posts: string[][];
  stop(): Promise<void>;
}

/** Stands before an RPC and remembers what it was asked. */
export async function startCountingProxy(rpcUrl: string): Promise<CountingProxy> {
  const posts: string[][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString();
      const calls = JSON.parse(body) as { method: string } | { method: string }[];
      posts.push([calls].flat().map(({ method }) => method));
      const headers = { "content-type": "application/json" };
      const answer = await fetch(rpcUrl, { method: "POST", headers, body });
      response.writeHead(answer.status, headers).end(await answer.text());
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    posts,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
