import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

export interface MetricsServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Answers GET /metrics for Prometheus and GET /healthz for a supervisor. It asks for no key: keep it where only those can
 * reach it.
 * @param port - 0: any free one.
 * @throws when the port is taken.
 */
export async function startMetricsServer(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-store" };
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
    };
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "text/plain", "GET only\n");
    const path = request.url?.split("?")[0];
    if (path === "/healthz") return answer(200, "application/json", '{"status":"ok"}');
    if (path !== "/metrics") return answer(404, "text/plain", "Not found: /metrics and /healthz are\n");
    registry.metrics().then(
      (text) => answer(200, registry.contentType, text),
      () => answer(500, "text/plain", "No metrics\n"),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  server.unref(); // it keeps nothing alive that has nothing else to do
  const { address, port: bound, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
