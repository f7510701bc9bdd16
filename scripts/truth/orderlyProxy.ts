import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface OrderlyProxy {
  readonly url: string;
  /** Does something while nobody is answered. */
  readonly apart: <T>(work: () => Promise<T>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

/**
 * Stands before an anvil and passes requests on one at a time. While anvil mines a block it answers calls at the block before
 * with the state after it: mine within `apart`, and what is read at a block is true there.
 */
export async function startOrderlyProxy(rpcUrl: string): Promise<OrderlyProxy> {
  let last: Promise<unknown> = Promise.resolve();
  const apart = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const headers = { "content-type": "application/json" };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const answer = await apart(async () => {
        const reply = await fetch(rpcUrl, { method: "POST", headers, body: Buffer.concat(chunks) });
        return { status: reply.status, body: await reply.text() };
      });
      response.writeHead(answer.status, headers).end(answer.body);
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, apart, stop };
}
