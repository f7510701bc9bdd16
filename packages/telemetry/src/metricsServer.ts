import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

/** What asks here is a scraper or a supervisor: nobody gets more time, memory or connections than that needs. */
const LIMITS: ServerOptions = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};
const MAX_CONNECTIONS = 100;

export interface MetricsServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Answers GET /metrics for Prometheus and GET /healthz for a supervisor. It asks for no key: keep it where only those can
 * reach it.
 * @param at.port - 0: any free one.
 * @param at.limits - In the place of the usual ones.
 * @throws when the port is taken.
 */
export async function startMetricsServer(
  registry: Registry,
  { host, port, limits }: { host: string; port: number; limits?: ServerOptions },
): Promise<MetricsServer> {
  const server = createServer({ ...LIMITS, ...limits }, (request, response) => {
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
  server.maxConnections = MAX_CONNECTIONS;
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
