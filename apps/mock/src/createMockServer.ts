import { hash, randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { problemType } from "@portico/server/problem";
import { createHttpServer } from "@portico/server/http";
import { answerRequest, createAnswerer } from "./answerRequest.ts";
import type { Answerer } from "./answerRequest.ts";
import { CORS_HEADERS, PREFLIGHT_HEADERS } from "./cors.ts";
import { stringifyBody } from "./exactExamples.ts";
import type { Landing } from "./landing/readLanding.ts";
import { parsePrefer } from "./prefer.ts";
import { problemReply } from "./problemReply.ts";
import { splitTarget } from "./readRequest.ts";
import type { Recording } from "./recorded/recording.ts";
import { createCounter } from "./scenarios/createCounter.ts";
import type { Directives } from "./scenarios/directives.ts";
import { readDirectives } from "./scenarios/directives.ts";
import { draw } from "./scenarios/draw.ts";
import type { Fault } from "./scenarios/scenarios.ts";
import type { Reply } from "./reply.ts";

export interface MockOptions {
  /** Source of responses; without it, only the contract's examples. */
  readonly recording?: Recording;
  /** The document of the profile `live`; without it, there is only the other profile. */
  readonly liveDocument?: string;
  /** The page at the root, for browsers; without it they get what programs get. */
  readonly landing?: Landing;
  /** Replaces the default limits. */
  readonly limits?: ServerOptions;
}

type Serving = {
  readonly answerer: Answerer;
  readonly count: (name: string) => number;
  readonly landing: Landing | undefined;
};

/** An HTTP server, not yet listening, that serves every operation of an OpenAPI document (its JSON text). */
export function createMockServer(document: string, { recording, liveDocument, landing, limits }: MockOptions = {}) {
  const serving = { answerer: createAnswerer(document, { recording, liveDocument }), count: createCounter(), landing };
  return createHttpServer(
    (request: IncomingMessage, response: ServerResponse) => void serve(serving, request, response),
    limits,
  );
}

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const context = { instance: splitTarget(request.url ?? "/").path, requestId: randomUUID() };
  if (request.method === "OPTIONS") {
    send(response, { status: 204, headers: PREFLIGHT_HEADERS }, { request, requestId: context.requestId });
    return;
  }
  if (serving.landing !== undefined && isForReader(request)) {
    await drain(request);
    response.writeHead(200, serving.landing.headers).end(request.method === "HEAD" ? undefined : serving.landing.html);
    return;
  }
  try {
    const wanted = readDirectives(headerText(request), addressIn(request.url ?? ""));
    const isOver = serving.count(`${wanted.seed} ${headerText(request)} ${request.url}`) > wanted.times;
    const directives: Directives = isOver ? { ...wanted, scenario: undefined, fault: undefined } : wanted;
    await delay(directives, serving.count("latency"), parsePrefer(String(request.headers["prefer"] ?? "")).delay);
    const reply = await answerRequest(serving.answerer, request, directives, context);
    const about = aboutOf(reply, directives);
    send(response, about, { request, requestId: context.requestId, fault: directives.fault });
  } catch (error) {
    await drain(request);
    send(response, problemReply(error, context), { request, requestId: context.requestId });
  }
}

/** Whether a browser opens the root: programs don't accept HTML by its name. */
const isForReader = ({ method = "", url = "", headers: { accept = "" } }: IncomingMessage): boolean =>
  ["GET", "HEAD"].includes(method) &&
  splitTarget(url).path === "/" &&
  /(?:^|[\s,])text\/html(?:$|[\s,;])/i.test(accept);

const headerText = (request: IncomingMessage): string => String(request.headers["portico-mock"] ?? "");

/** For browsers, which can't send a header: special addresses set a scenario. */
const addressIn = (target: string): string | undefined => /[?&]id=(0x[0-9a-f]{40})(?:&|$)/i.exec(target)?.[1];

/** @param preferred - Milliseconds, added to those of the directives. */
async function delay({ latency: [least, max], seed }: Directives, nth: number, preferred = 0): Promise<void> {
  const ms = preferred + least + Math.floor(draw(seed, `latency ${nth}`) * (max - least));
  if (ms > 0) await wait(ms, undefined, { ref: false }); // doesn't delay the process's end
}

/** Reads the request to its end: an unread remainder would break the connection's next request. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  request.resume();
  await once(request, "end").catch(() => undefined);
}

/** Adds a header with the response's source. */
function aboutOf(reply: Reply, { scenario }: Directives): Reply {
  const parts = [`source=${reply.source ?? "example"}`, ...(reply.user === undefined ? [] : [`person=${reply.user}`])];
  if (scenario !== undefined) parts.push(`scenario=${scenario.name}`);
  return { ...reply, headers: { ...reply.headers, "portico-mock": parts.join(", ") } };
}

interface Sending {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly fault?: Fault | undefined;
}

function send(response: ServerResponse, reply: Reply, { request, requestId, fault }: Sending): void {
  const { status, headers, body } = negotiate(reply, request.headers.accept);
  const text = typeof body === "string" || body === undefined ? body : stringifyBody(body);
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const present = Object.entries(headers ?? {}).filter(([, value]) => value !== null && value !== undefined);
  const all = [...Object.entries(CORS_HEADERS), ...Object.entries(type), ...present, ["x-request-id", requestId]];
  const sent = Object.fromEntries(all.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
  if (sent["etag"] !== undefined && text !== undefined)
    sent["etag"] = `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
  if (status === 200 && sent["etag"] !== undefined && isKnown(request, sent["etag"])) {
    delete sent["content-type"];
    response.writeHead(304, sent).end();
    return;
  }
  if (fault !== undefined) fail(response, fault, { status, headers: sent, text: text ?? "" });
  else response.writeHead(status, sent).end(request.method === "HEAD" ? undefined : text);
}

/** Whether the client has it already, by If-None-Match. */
const isKnown = (request: IncomingMessage, etag: string): boolean =>
  (request.headers["if-none-match"] ?? "").split(",").some((one) => [etag, `W/${etag}`, "*"].includes(one.trim()));

interface Written {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

function fail(response: ServerResponse, fault: Fault, { status, headers, text }: Written): void {
  if (fault === "hang") return;
  const half = text.slice(0, Math.ceil(text.length / 2));
  if (fault === "malformed") response.writeHead(status, headers).end(half);
  else if (fault === "cut") response.destroy();
  else {
    response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(text)) });
    response.write(half, () => response.destroy());
  }
}

/** A problem is plain JSON for a client whose Accept names that and not the other. */
const negotiate = (reply: Reply, accept: string | undefined): Reply =>
  isProblem(reply.body) ? { ...reply, headers: { ...reply.headers, "Content-type": problemType(accept) } } : reply;

const isProblem = (body: unknown): body is object => typeof body === "object" && body !== null && "request_id" in body;
