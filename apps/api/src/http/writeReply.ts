import type { ServerResponse } from "node:http";
import { CORS_HEADERS } from "@portico/server";
import { setUnitHeaders } from "@portico/metering";
import type { Exchange } from "./exchange.ts";
import type { RenderedAnswer } from "./renderedAnswer.ts";

export interface WrittenReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A response belongs to its key: no shared cache may store it, and a private cache must consider Vary. */
const CONSTANT_LINES: readonly string[] = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-cache",
  Vary: "Accept, AccessKey, X-Fields, X-Response-Profile",
  ...CORS_HEADERS,
}).flat();

/** Names and values in one array: Node writes that faster than headers set one by one. */
const linesOf = (headers: Readonly<Record<string, string>> = {}): readonly string[] => [
  ...CONSTANT_LINES,
  ...Object.entries(headers).flat(),
];

/** Begins a response whose body is written while it comes about. */
export function writeHead(exchange: Exchange, type: string): void {
  // a proxy that collects responses would keep events back
  const lines = [...linesOf({ "X-Accel-Buffering": "no" }), ...ownLines(exchange), "Content-Type", type];
  exchange.res.writeHead(200, lines);
  exchange.res.flushHeaders();
}

/** Sends a reply without a body. */
export function writeEmpty(exchange: Exchange, { status, headers }: WrittenReply): void {
  exchange.res.writeHead(status, [...linesOf(headers), ...ownLines(exchange)]).end();
}

/** Of a body that is worth a second part of a write. */
const LONG_BYTES = 16_384;

/** Sends the headers, in one write with the body: Node would append the body to them, which copies it once more. */
function flushTogether(res: ServerResponse): void {
  res.cork(); // until the response ends
  res.flushHeaders();
}

/** Sends a response, or 304 if the client has it already. */
export function writeAnswer(exchange: Exchange, answer: RenderedAnswer): void {
  const { req, res } = exchange;
  answer.lines ??= linesOf(answer.headers);
  const lines = [...answer.lines, ...ownLines(exchange)];
  if (answer.isKnownBy(req.headers["if-none-match"])) {
    res.writeHead(304, lines).end();
    return;
  }
  lines.push("Content-Type", answer.type, "Content-Length", String(answer.length));
  res.writeHead(answer.status, lines);
  if (answer.length > LONG_BYTES) flushTogether(res);
  res.end(answer.text, answer.encoding);
}

/** Headers that differ per request. */
const ownLines = ({ requestId, rate, findUnits }: Exchange): readonly string[] =>
  rate === undefined
    ? ["X-Request-Id", requestId]
    : ["X-Request-Id", requestId, "RateLimit", setUnitHeaders(rate, findUnits?.()), "RateLimit-Policy", rate.policy];

/** Names of a response's headers, in lower case. */
export function headerNamesOf({ headers }: RenderedAnswer): string[] {
  const names = linesOf(headers).filter((_line, index) => index % 2 === 0);
  return [...names, "X-Request-Id", "Content-Type", "Content-Length"].map((name) => name.toLowerCase());
}
