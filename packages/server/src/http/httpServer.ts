import { Server, type RequestListener, type ServerOptions, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Between two looks at which connections have become idle. */
const SWEEP_MS = 50;
/** How long a connection on which nothing came yet may still bring a request. */
const SILENCE_MS = 500;

/**
 * A server that ends without losing a request. Node's own `close` never ends while somebody keeps asking on a connection
 * that was busy when it was called: that one is kept alive, and answered, as before.
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
      if (this.#isStopping) sayLast(res);
      answer(req, res);
    });
  }

  /** Requests that came so far. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /**
   * Takes no new connection, answers what was asked, and hangs up after each answer. Resolves when every connection is
   * closed, with how many requests got no answer because they were open after `patienceMs`.
   */
  async stop(patienceMs: number): Promise<number> {
    this.#isStopping = true;
    let cut = 0;
    const closed = new Promise((resolve) => this.once("close", resolve));
    this.close();
    for (const res of this.#open) sayLast(res);
    const sweep = setInterval(() => this.closeIdleConnections(), SWEEP_MS);
    const silence = setTimeout(() => this.#closeSilent(), Math.min(SILENCE_MS, patienceMs));
    const patience = setTimeout(() => {
      cut = this.#open.size;
      this.closeAllConnections();
    }, patienceMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(silence);
    clearTimeout(patience);
    return cut;
  }

  /** To Node these aren't idle, and after `close` it looks at no timeout any more. */
  #closeSilent(): void {
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** The client shall not send another request after this answer (RFC 9112 section 9.6). */
function sayLast(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader("Connection", "close");
}
