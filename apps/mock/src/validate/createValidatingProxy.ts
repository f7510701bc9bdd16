import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { ServiceError } from "@portico/server/errors";
import { toProblem } from "@portico/server/problem";
import { createHttpServer } from "@portico/server/http";
import { splitTarget } from "../readRequest.ts";
import { createChecker } from "./createChecker.ts";
import { createReport, summarize, type Breach, type Report } from "./createReport.ts";

export interface ProxyOptions {
  /** Of the server, without a trailing slash. */
  readonly upstream: string;
  /** The contract's JSON text. */
  readonly document: string;
  /** Whether violating responses pass, and are only reported. */
  readonly isLenient?: boolean;
  /** Called for every violating response. */
  readonly onBreach?: (breach: Breach) => void;
}

/** Hop-by-hop headers; and those that fetch has processed. */
const HOP_HEADERS = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const BODILESS = new Set(["GET", "HEAD"]);

type Passing = ProxyOptions & { readonly checker: ReturnType<typeof createChecker>; readonly report: Report };

/**
 * A proxy, not yet listening, that forwards everything byte for byte, except a response that violates the contract:
 * that becomes a 500 with
 * the violations.
 */
export function createValidatingProxy(options: ProxyOptions): { readonly server: Server; readonly report: Report } {
  const checker = createChecker(options.document);
  const report = createReport(checker.operationIds);
  const passing = { ...options, checker, report };
  const server = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
    pass(passing, request, response).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  return { server, report };
}

async function pass(passing: Passing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? "/";
  const { path } = splitTarget(target);
  const method = request.method ?? "GET";
  if (method === "TRACE") return void response.writeHead(405).end(); // fetch can't send it: not the server's fault
  const answered = await forward(passing.upstream, request).catch((error: unknown) => error as Error);
  if (answered instanceof Error) {
    if (!request.complete) return; // the client disconnected: not the server's fault
    const violations = [
      `no response, or an incomplete one: ${String((answered.cause as Error | undefined) ?? answered)}`,
    ];
    settle({ ...passing, isLenient: false }, response, {
      operation: `${method} ${path}`,
      target,
      status: 502,
      violations,
    });
    return;
  }
  const { status, bytes } = answered;
  const headers = Object.fromEntries(answered.headers);
  const text = bytes.toString("utf8");
  const { operationId, violations } = await passing.checker.check({
    method: method.toLowerCase(),
    path,
    status,
    headers,
    text,
  });
  const isRight = settle(passing, response, {
    operation: operationId ?? `${method} ${path}`,
    target,
    status,
    violations,
  });
  if (!isRight) return;
  for (const [name, value] of answered.headers) if (!HOP_HEADERS.has(name)) response.appendHeader(name, value);
  if (violations.length > 0) response.setHeader("portico-violations", String(violations.length));
  response.writeHead(status).end(method === "HEAD" ? undefined : bytes);
}

interface Answered extends Pick<Response, "headers" | "status"> {
  readonly bytes: Buffer;
}

async function forward(upstream: string, request: IncomingMessage): Promise<Answered> {
  const headers = new Headers({ "accept-encoding": "identity" });
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    if (!HOP_HEADERS.has(name) && name !== "accept-encoding") for (const value of values) headers.append(name, value);
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const method = request.method ?? "GET";
  const body = BODILESS.has(method) ? null : Buffer.concat(parts);
  const answer = await fetch(upstream + (request.url ?? "/"), { method, headers, body, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Counts the response. @returns whether it may pass; otherwise the client got a 500. */
function settle({ report, isLenient = false, onBreach }: Passing, response: ServerResponse, breach: Breach): boolean {
  report.add(breach);
  if (breach.violations.length === 0) return true;
  onBreach?.(breach);
  if (isLenient) return true;
  const { operation, target, status, violations } = breach;
  const detail = `${operation} returned ${status}, which violates the contract: ${summarize(violations).join("; ")}`;
  const problem = toProblem(new ServiceError("internal_error", detail), {
    instance: splitTarget(target).path,
    requestId: "",
  });
  response
    .writeHead(500, { "content-type": "application/problem+json", "portico-violations": String(violations.length) })
    .end(JSON.stringify({ ...problem, violations }));
  return false;
}
