import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

/** Clients are scrapers and supervisors: limits on time, memory and connections that they never need to exceed. */
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

/** Readiness of a process. */
export interface Readiness {
  readonly isReady: boolean;
  /** Serialized as JSON. */
  readonly details: object;
}

export interface MetricsServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Replaces the default limits. */
  readonly limits?: ServerOptions;
  readonly readReadiness?: () => Promise<Readiness>;
}

/**
 * Serves GET /metrics for Prometheus, GET /healthz for a supervisor, and GET /readyz (200 or 503) if `readReadiness` is
 * given. It requires no key: bind it where only those can reach it.
 * @throws when the port is in use.
 */
export async function startMetricsServer(
  registry: Registry,
  { host, port, limits, readReadiness }: MetricsServerOptions,
): Promise<MetricsServer> {
  const paths = readReadiness === undefined ? "/metrics and /healthz" : "/metrics, /healthz and /readyz";
  const server = createServer({ ...LIMITS, ...limits }, (request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-store" };
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
    };
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "text/plain", "GET only\n");
    const path = request.url?.split("?")[0];
    if (path === "/healthz") return answer(200, "application/json", '{"status":"ok"}');
    if (path === "/readyz" && readReadiness !== undefined) {
      readReadiness().then(
        ({ isReady, details }) => answer(isReady ? 200 : 503, "application/json", JSON.stringify(details)),
        () => answer(500, "text/plain", "Not known\n"),
      );
      return;
    }
    if (path !== "/metrics") return answer(404, "text/plain", `Not found: ${paths} are\n`);
    registry.metrics().then(
      (text) => answer(200, registry.contentType, text),
      () => answer(500, "text/plain", "No metrics\n"),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  await once(server, "listening");
  server.unref(); // doesn't keep the process alive
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
