import { IncomingMessage, ServerResponse, type ClientRequest } from "node:http";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { context, propagation, trace, type Span, type TextMapPropagator } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { PgInstrumentation } from "@opentelemetry/instrumentation-pg";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { cleanExporter } from "./cleanExporter.ts";
import { isOwnCall } from "./ownCall.ts";
import { requestContextOf } from "./requestContext.ts";

export interface TracingOptions {
  readonly service: string;
  /** Fraction of requests, from 0 to 1. */
  readonly ratio: number;
  /** How long spans wait to be sent in a batch. */
  readonly waitMs: number;
}

/**
 * Exports a span for every request, with child spans for every query and every call to a node or another server, to
 * OTEL_EXPORTER_OTLP_*.
 * @returns a function that flushes and shuts down.
 */
export function startTracing({ service, ratio, waitMs }: TracingOptions): () => Promise<void> {
  const exporter = cleanExporter(new OTLPTraceExporter());
  const byId = new TraceIdRatioBasedSampler(ratio); // the same decision in all services, regardless of a caller's sampled flag
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    sampler: new ParentBasedSampler({ root: byId, remoteParentSampled: byId, remoteParentNotSampled: byId }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: waitMs })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(amongOurselves(new W3CTraceContextPropagator()));
  trace.setGlobalTracerProvider(provider);
  const instrumentations = [
    new HttpInstrumentation({ requireParentforOutgoingSpans: true, applyCustomAttributesOnSpan: nameRequest }),
    new PgInstrumentation({ requireParentSpan: true }),
  ];
  for (const one of instrumentations) one.setTracerProvider(provider);
  patch();
  return () => provider.shutdown();
}

/** Extracts any caller's trace context; injects it only into calls to our own services. */
const amongOurselves = (propagator: TextMapPropagator): TextMapPropagator => ({
  fields: () => propagator.fields(),
  extract: (...from) => propagator.extract(...from),
  inject: (...into) => {
    if (isOwnCall()) propagator.inject(...into);
  },
});

/**
 * The instrumentations patch a module when it is required; here modules are imported, but the patched object is the
 * same.
 */
function patch(): void {
  const require = createRequire(import.meta.url);
  for (const name of ["http", "https", "pg"]) require(name);
  syncBuiltinESMExports();
}

function nameRequest(
  span: Span,
  _request: ClientRequest | IncomingMessage,
  response: IncomingMessage | ServerResponse,
): void {
  if (!(response instanceof ServerResponse)) return;
  const { requestId, operation, problem } = requestContextOf(response);
  if (requestId !== undefined) span.setAttribute("portico.request_id", requestId);
  if (problem !== undefined) span.setAttribute("portico.problem", problem);
  if (operation === undefined) return;
  span.updateName(operation);
  span.setAttribute("portico.operation", operation);
}
