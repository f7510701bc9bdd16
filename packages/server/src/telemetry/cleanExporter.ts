import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/**
 * Span attributes that are exported. URLs, paths, queries, headers, addresses and error texts are not: all of them may
 * hold
 * keys, tokens or the address that a request is about.
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

/** An exporter that sends only those attributes of a span that can't hold a secret. */
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
