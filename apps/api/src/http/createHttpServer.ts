import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Duplex } from "node:stream";

/**
 * An HTTP server that gives nobody more time or memory than a request needs. Timeouts must be given here: set on a
 * listening server, they are looked at only every 30 s.
 */
export function createHttpServer(listener: RequestListener, limits: ServerOptions = {}): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      ...limits,
    },
    listener,
  );
  server.maxConnections = 10_000;
  server.maxRequestsPerSocket = 0;
  server.on("connect", (_req, socket: Duplex) => {
    socket.end("HTTP/1.1 501 Not Implemented\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
  return server;
}
