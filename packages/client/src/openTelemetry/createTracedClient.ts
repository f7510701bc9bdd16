import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type TracerProvider,
} from "@opentelemetry/api";
import { createClient, type ClientOptions } from "../createClient.ts";
import type { PorticoClient } from "../porticoClient.ts";
import { PorticoError } from "../porticoError.ts";
import type { Fetch } from "../retryingFetch.ts";
import { withRequest } from "../withRequest.ts";

export type TracedClientOptions = ClientOptions & {
  /** Default: the global one, also if it is registered later. */
  readonly tracerProvider?: TracerProvider | undefined;
};

/**
 * Like createClient, with a span of kind CLIENT for every request that is sent, by the semantic conventions of HTTP; a
 * retry is a span of its own. The trace context is sent along (`traceparent`), so that the server's spans belong to the
 * same trace. Without an OpenTelemetry SDK, calls are as without tracing.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span
 */
export function createTracedClient({ tracerProvider, ...options }: TracedClientOptions): PorticoClient {
  const client = createClient(options);
  const send = client.request as unknown as (...call: [string, string, object]) => Promise<unknown>;
  const request = (method: string, path: string, init?: { readonly fetch?: Fetch }) => {
    const fetch = init?.fetch ?? options.fetch ?? ((whole) => globalThis.fetch(whole));
    const tracer = (tracerProvider ?? trace).getTracer("@portico/client");
    const parent = context.active(); // in browsers it is lost at the first pause
    let resends = 0;
    const traced: Fetch = (whole) => {
      const attributes = {
        ...describeRequest(whole, path),
        ...(resends > 0 && { "http.request.resend_count": resends }),
      };
      resends += 1;
      const span = tracer.startSpan(`${whole.method} ${path}`, { kind: SpanKind.CLIENT, attributes }, parent);
      return traceOne(fetch, whole, { span, parent });
    };
    return send(method, path, { ...init, fetch: traced });
  };
  return withRequest(client, request);
}

async function traceOne(
  fetch: Fetch,
  request: Request,
  { span, parent }: { readonly span: Span; readonly parent: Context },
): Promise<Response> {
  const own = trace.setSpan(parent, span);
  propagation.inject(own, request.headers, { set: (headers, name, value) => headers.set(name, value) });
  try {
    const response = await context.with(own, () => fetch(request));
    describeResponse(span, response);
    return response;
  } catch (error) {
    const isOwn = error instanceof PorticoError;
    fail(span, isOwn ? error.code : error instanceof Error ? error.name : "_OTHER");
    throw error;
  } finally {
    span.end();
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

function describeRequest({ method, url }: Request, path: string) {
  const { hostname, port, protocol } = new URL(url);
  return {
    "http.request.method": method,
    "server.address": hostname,
    "server.port": port === "" ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port),
    "url.full": url,
    "url.template": path,
  };
}

function describeResponse(span: Span, { status, headers }: Response): void {
  const requestId = headers.get("x-request-id");
  span.setAttribute("http.response.status_code", status);
  if (requestId !== null) span.setAttribute("http.response.header.x-request-id", [requestId]);
  if (status >= 400) fail(span, String(status));
}

function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
