import { CORS_HEADERS } from "./cors.ts";
import type { Exchange } from "./exchange.ts";

export interface WrittenReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly type?: string;
}

/** A reply is its key's own: no shared cache may keep it, and what a private one keeps depends on these headers. */
const CACHE_HEADERS = { "Cache-Control": "private, no-cache", Vary: "Accept, AccessKey, X-Fields" };

/** The headers of a reply, all of them in one object: Node writes that faster than headers set one by one. */
export function headersOf({ requestId }: Exchange, { headers, type }: WrittenReply): Record<string, string> {
  return {
    "X-Request-Id": requestId,
    "X-Content-Type-Options": "nosniff",
    ...CACHE_HEADERS,
    ...CORS_HEADERS,
    ...headers,
    ...(type !== undefined && { "Content-Type": type }),
  };
}

/** Sends a reply with no body. */
export function writeEmpty(exchange: Exchange, reply: WrittenReply): void {
  exchange.res.writeHead(reply.status, headersOf(exchange, reply)).end();
}

/** Sends a reply whose body is this text. */
export function writeText(exchange: Exchange, reply: WrittenReply, text: string): void {
  const length = Buffer.byteLength(text);
  const encoding = length === text.length ? "latin1" : "utf8"; // ASCII is both, and latin1 needs no encoding
  exchange.res.writeHead(reply.status, { ...headersOf(exchange, reply), "Content-Length": length }).end(text, encoding);
}
