import { STATUS_CODES, type RequestListener, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import { classesOf } from "./expressClasses.ts";
import { HttpServer } from "./httpServer.ts";

/**
 * An HTTP server with limits on time and memory per request. Timeouts are given to the constructor: when set on a
 * listening server, Node checks them only every 30 s.
 */
export function createHttpServer(app: Express | RequestListener, limits: ServerOptions = {}): HttpServer {
  const options = {
    ...("request" in app && classesOf(app)),
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16_384,
    ...limits,
  };
  const server = new HttpServer(options, app);
  server.maxConnections = 10_000;
  server.maxRequestsPerSocket = 0;
  server.on("connect", (_req, socket: Duplex) => {
    socket.end(emptyReply(501));
  });
  server.on("clientError", refuse);
  return server;
}

/** Status by error code of the HTTP parser; 400 otherwise. An unknown method is 501 (RFC 9110 section 9.1). */
const REFUSALS: Readonly<Record<string, number>> = {
  HPE_INVALID_METHOD: 501,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Like Node's default handler, except for unknown methods. Responses are written whole, so this never lands inside one.
 */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable) socket.write(emptyReply(REFUSALS[error.code ?? ""] ?? 400));
  (socket as Socket).destroySoon();
}

const emptyReply = (status: number): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
