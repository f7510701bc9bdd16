import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServer } from "../testing/startServer.ts";
import { unwrap } from "../unwrap.ts";
import { createTracedClient } from "./index.ts";

const exporter = new InMemorySpanExporter();
const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  context.disable();
  propagation.disable();
  await tracerProvider.shutdown();
});

test("a call is a client span by the conventions, and the server gets its context", async () => {
  await using server = await startServer((response) => response.writeHead(200, { "x-request-id": "r_1" }).end("[]"));
  const client = createTracedClient({ baseUrl: server.url, accessKey: "pk_1", tracerProvider });
  const params = { query: { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" } };
  const outer = tracerProvider.getTracer("test").startSpan("page");
  await context.with(trace.setSpan(context.active(), outer), () =>
    unwrap(client.GET("/v1/user/token_list", { params })),
  );
  const [span] = exporter.getFinishedSpans();
  const { hostname, port } = new URL(server.url);
  expect(span).toMatchObject({ name: "GET /v1/user/token_list", kind: SpanKind.CLIENT });
  expect(span?.status.code).toBe(SpanStatusCode.UNSET);
  expect(span?.attributes).toEqual({
    "http.request.method": "GET",
    "server.address": hostname,
    "server.port": Number(port),
    "url.full": `${server.url}/v1/user/token_list?id=${params.query.id}&chain_id=eth`,
    "url.template": "/v1/user/token_list",
    "http.response.status_code": 200,
    "http.response.header.x-request-id": ["r_1"],
  });
  const { traceId, spanId } = span?.spanContext() ?? {};
  expect(server.received[0]?.headers["traceparent"]).toBe(`00-${traceId}-${spanId}-01`);
  expect(traceId).toBe(outer.spanContext().traceId);
  expect(span?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
});

test("every retry is a span of its own, in the caller's trace", async () => {
  await using server = await startServer((response, _request, count) =>
    response.writeHead(count < 3 ? 503 : 200, { "retry-after": "0" }).end("[]"),
  );
  const client = createTracedClient({ baseUrl: server.url, tracerProvider });
  const outer = tracerProvider.getTracer("test").startSpan("page");
  await context.with(trace.setSpan(context.active(), outer), () => unwrap(client.GET("/v1/chain/list")));
  const spans = exporter.getFinishedSpans();
  expect(
    spans.map(({ attributes, status }) => [
      attributes["http.response.status_code"],
      attributes["http.request.resend_count"],
      attributes["error.type"],
      status.code,
    ]),
  ).toEqual([
    [503, undefined, "503", SpanStatusCode.ERROR],
    [503, 1, "503", SpanStatusCode.ERROR],
    [200, 2, undefined, SpanStatusCode.UNSET],
  ]);
  const parents = server.received.map(({ headers }) => String(headers["traceparent"]).split("-")[2]);
  expect(parents).toEqual(spans.map((span) => span.spanContext().spanId));
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([outer.spanContext().traceId]));
});

test("a call without a response is an error, with the reason as its type", async () => {
  const fails = async () => {
    throw new TypeError("no route");
  };
  const client = createTracedClient({ baseUrl: "http://portico.test", retry: false, tracerProvider });
  await expect(client.GET("/v1/chain/list", { fetch: fails })).rejects.toMatchObject({
    code: "unreachable",
  });
  const never = ({ signal }: Request) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  await expect(client.GET("/v1/chain/list", { fetch: never, timeoutMs: 20 })).rejects.toMatchObject({
    code: "timeout",
  });
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ attributes }) => attributes["error.type"])).toEqual(["TypeError", "timeout"]);
  expect(spans.map(({ attributes }) => attributes["server.port"])).toEqual([80, 80]);
});

test("without an SDK, requests are as without tracing", async () => {
  await using server = await startServer((response) => response.writeHead(200).end(`[{"raw_amount":${2n ** 200n}}]`));
  const client = createTracedClient({ baseUrl: server.url });
  const params = { query: { id: "0x00000000000000000000000000000000000a11ce", chain_id: "eth" } };
  expect(await unwrap(client.GET("/v1/user/token_list", { params }))).toEqual([{ raw_amount: 2n ** 200n }]);
  expect(server.received[0]?.headers["traceparent"]).toBeUndefined();
  expect(exporter.getFinishedSpans()).toEqual([]);
});
