import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/**
 * What is sent of a span. URLs, paths, queries, headers, addresses and texts of errors are not: all of them may hold keys,
 * tokens or whom a request is about.
 */
const SENT = new Set([
  "db.name",
  "db.namespace",
  "db.operation.name",
  "db.query.text",
  "db.response.status_code",
  "db.statement",
  "db.system",
  "db.system.name",
  "error.type",
  "http.method",
  "http.request.method",
  "http.response.status_code",
  "http.status_code",
  "portico.operation",
  "portico.problem",
  "portico.request_id",
  "server.address",
  "server.port",
]);

/** An exporter that sends of each span only what can't be a secret. */
export const cleanExporter = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(cleanSpan), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
});

function cleanSpan(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => SENT.has(name)));
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}
