import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { postJson } from "@portico/devnet";

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
      const answer = await postJson(target, Buffer.concat(await request.toArray()).toString());
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
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
