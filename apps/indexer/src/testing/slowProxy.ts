import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface SlowProxy {
  url: string;
  stop(): Promise<void>;
}

/** Stands before an RPC and makes every request take this much longer, so that there is time to break in. */
export async function startSlowProxy(rpcUrl: string, delayMs: number): Promise<SlowProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const headers = { "content-type": "application/json" };
      const answer = await fetch(rpcUrl, { method: "POST", headers, body: Buffer.concat(chunks) });
      await sleep(delayMs);
      response.writeHead(answer.status, headers).end(await answer.text());
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
