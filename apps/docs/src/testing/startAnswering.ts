import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Listening = AsyncDisposable & { readonly url: string };

/** Listens on a free port until it is disposed of. @returns its URL, without a trailing slash. */
export async function listenTo(
  server: Pick<Server, "address" | "close" | "closeAllConnections" | "listen">,
): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A data API with one answer, for any origin. */
export async function startAnswering(onRequest: (request: IncomingMessage) => void): Promise<Listening> {
  const server = createServer((request, response) => {
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "AccessKey" };
    if (request.method === "OPTIONS") return response.writeHead(204, headers).end();
    onRequest(request);
    return response.writeHead(200, { ...headers, "content-type": "application/json" }).end(`{"total_usd_value":7}`);
  });
  return await listenTo(server);
}
