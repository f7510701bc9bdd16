import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received request, with its body as text. */
export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

export type TestServer = AsyncDisposable & { readonly url: string; readonly received: Received[] };

/** Starts a real HTTP server on a free port that responds with `answer`, with CORS for any origin. */
export async function startServer(
  answer: (response: ServerResponse, request: Received, count: number) => void,
): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      response.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "AccessKey");
      if (request.method === "OPTIONS") return response.writeHead(204).end();
      const call = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
      return answer(response, call, received.push(call));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, [Symbol.asyncDispose]: () => stop(server) };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
  return text;
}

function stop(server: ReturnType<typeof createServer>): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
