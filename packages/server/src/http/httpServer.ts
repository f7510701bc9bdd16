import { Server, type RequestListener, type ServerOptions, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Emitted on every open response when its server stops: a response that would go on for long ends then. */
export const STOPPING = "stopping";

/** Interval between checks for idle connections. */
const SWEEP_MS = 50;
/** How long a connection without any data yet may still bring a request. */
const SILENCE_MS = 500;

/**
 * A server that stops without losing a request. Node's own `close` never ends while a client keeps sending requests on
 * a connection that was busy when it was called: that connection stays keep-alive.
 */
export class HttpServer extends Server {
  readonly #connections = new Set<Socket>();
  readonly #open = new Set<ServerResponse>();
  #isStopping = false;
  #requestCount = 0;

  constructor(options: ServerOptions, answer: RequestListener) {
    super(options);
    this.on("connection", (socket) => {
      this.#connections.add(socket);
      socket.once("close", () => this.#connections.delete(socket));
    });
    this.on("request", (req, res: Parameters<RequestListener>[1]) => {
      this.#requestCount++;
      this.#open.add(res);
      res.once("close", () => this.#open.delete(res));
      if (this.#isStopping) closeAfterReply(res);
      answer(req, res);
    });
  }

  /** Requests received so far. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /**
   * Accepts no new connection, completes open requests and closes each connection after its response. Resolves when all
   * connections are closed, with the number of requests that were still open after `timeoutMs`.
   */
  async stop(timeoutMs: number): Promise<number> {
    this.#isStopping = true;
    let cut = 0;
    const closed = new Promise((resolve) => this.once("close", resolve));
    this.close();
    for (const res of this.#open) {
      closeAfterReply(res);
      res.emit(STOPPING);
    }
    const sweep = setInterval(() => this.closeIdleConnections(), SWEEP_MS);
    const silence = setTimeout(() => this.#closeSilent(), Math.min(SILENCE_MS, timeoutMs));
    const timer = setTimeout(() => {
      cut = this.#open.size;
      this.closeAllConnections();
    }, timeoutMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(silence);
    clearTimeout(timer);
    return cut;
  }

  /** Node doesn't count these as idle, and after `close` it checks no timeout. */
  #closeSilent(): void {
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** Ends the connection after this response (RFC 9112 section 9.6). */
function closeAfterReply(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader("Connection", "close");
}
