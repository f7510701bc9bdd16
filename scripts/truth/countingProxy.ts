import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy of a node that counts HTTP requests. */
export interface CountingProxy {
  readonly url: string;
  /** The number of requests since the previous call. */
  readonly take: () => number;
  readonly stop: () => Promise<void>;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      const answer = await fetch(target, { method: "POST", body, headers: { "content-type": "application/json" } });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const count = requests;
      requests = 0;
      return count;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
