import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { IHttpRequest } from "@stoplight/prism-http";
import { CORS_HEADERS, PREFLIGHT_HEADERS } from "./cors.ts";
import { createMock, PreferenceError, type Mock } from "./createMock.ts";
import { stringifyBody } from "./exactExamples.ts";
import { createProblem, type OwnCode } from "./problem.ts";
import { BodyTooLargeError, MalformedJsonError, readRequest, splitTarget } from "./readRequest.ts";
import { isUnknownChain, toViolations } from "./violations.ts";

type Reply = { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };
type Occurrence = { readonly instance: string; readonly request_id: string };

/** An HTTP server, not yet listening, that answers every operation of an OpenAPI document (its JSON text). */
export async function createMockServer(document: string): Promise<Server> {
  const mock = await createMock(document);
  return createServer((request, response) => void serve(mock, request, response));
}

async function serve(mock: Mock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const occurrence = { instance: pathOf(request), request_id: randomUUID() };
  const reply = await replyTo(mock, request, occurrence);
  send(response, negotiate(reply, request.headers.accept ?? ""), occurrence.request_id);
}

async function replyTo(mock: Mock, request: IncomingMessage, occurrence: Occurrence): Promise<Reply> {
  if (request.method === "OPTIONS") return { status: 204, headers: PREFLIGHT_HEADERS };
  try {
    return await answer(mock, await readRequest(request), occurrence);
  } catch (error) {
    return toReply(mock, error, occurrence);
  }
}

/** A problem is plain JSON to a client whose Accept names that and not the other. */
function negotiate(reply: Reply, accept: string): Reply {
  const isPlain = accept.includes("application/json") && !accept.includes("problem") && !accept.includes("*/*");
  if (!isPlain || !isProblem(reply.body)) return reply;
  return { ...reply, headers: { ...reply.headers, "Content-type": "application/json" } };
}

async function answer(mock: Mock, request: IHttpRequest, occurrence: Occurrence): Promise<Reply> {
  const isHead = request.method === "head";
  const { violations, ...reply } = await mock.answer(isHead ? { ...request, method: "get" } : request);
  if (!isProblem(reply.body)) return isHead ? { ...reply, body: undefined } : reply;
  if (reply.status === 400 && violations.some(isUnknownChain)) {
    return { ...reply, body: createProblem("invalid_chain", "Unknown chain: /v1/chain/list has them all", occurrence) };
  }
  const errors = reply.status === 400 && violations.length > 0 ? toViolations(violations) : undefined;
  return { ...reply, body: { ...reply.body, ...(errors && describe(errors)), ...occurrence } };
}

/** The example's fields, but about this request. */
function describe(errors: Readonly<Record<string, string>>) {
  const detail = Object.entries(errors)
    .map(([name, text]) => `${name} ${text}`)
    .join("; ");
  return { detail, message: detail, errors };
}

function toReply(mock: Mock, error: unknown, occurrence: Occurrence): Reply {
  const problem = (code: OwnCode, detail: string, errors?: Record<string, string>): Reply => {
    const body = { ...createProblem(code, detail, occurrence), ...(errors && { errors }) };
    return { status: body.status, headers: { "Content-type": "application/problem+json" }, body };
  };
  if (error instanceof PreferenceError) return problem("invalid_params", error.message, { Prefer: error.message });
  if (error instanceof MalformedJsonError) return problem("invalid_params", error.message);
  if (error instanceof URIError) return problem("invalid_params", "The path is not percent-encoded correctly");
  if (error instanceof BodyTooLargeError) return problem("content_too_large", error.message);
  const { status, detail = String(error) } = error as { status?: number; detail?: string };
  if (status === 404) return problem("not_found", "No such path");
  if (status !== 405) return problem("internal_error", detail);
  const allow = methodsOf(mock, occurrence.instance).join(", ");
  const reply = problem("method_not_allowed", `This path answers ${allow}`);
  return { ...reply, headers: { ...reply.headers, allow } };
}

function methodsOf(mock: Mock, path: string): string[] {
  const methods = mock.operations
    .filter((operation) => operation.path === path)
    .flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : method.toUpperCase()));
  return [...methods, "OPTIONS"];
}

const isProblem = (body: unknown): body is object => typeof body === "object" && body !== null && "request_id" in body;

const pathOf = (request: IncomingMessage): string => splitTarget(request.url ?? "/").path;

function send(response: ServerResponse, { status, headers, body }: Reply, requestId: string): void {
  const text = typeof body === "string" || body === undefined ? body : stringifyBody(body);
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const present = Object.entries(headers ?? {}).filter(([, value]) => value !== null && value !== undefined);
  const all = [...Object.entries(CORS_HEADERS), ...Object.entries(type), ...present, ["x-request-id", requestId]];
  response.writeHead(
    status,
    Object.fromEntries(all.map(([name, value]) => [String(name).toLowerCase(), String(value)])),
  );
  response.end(text);
}
