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
import { factsOf } from "./requestFacts.ts";

export interface TracingOptions {
  readonly service: string;
  /** Of requests, from 0 to 1. */
  readonly ratio: number;
  /** Spans wait so long for others to be sent with. */
  readonly waitMs: number;
}

/**
 * Sends a span for every request, and below it one for every query and every call to a node or another server, to where
 * OTEL_EXPORTER_OTLP_* says.
 * @returns Sends what is left, and ends.
 */
export function startTracing({ service, ratio, waitMs }: TracingOptions): () => Promise<void> {
  const exporter = cleanExporter(new OTLPTraceExporter());
  const byId = new TraceIdRatioBasedSampler(ratio); // the same everywhere, whatever a caller says
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

/** Goes on with the trace of whoever calls, and tells ours to nobody but other services of ours. */
const amongOurselves = (propagator: TextMapPropagator): TextMapPropagator => ({
  fields: () => propagator.fields(),
  extract: (...from) => propagator.extract(...from),
  inject: (...into) => {
    if (isOwnCall()) propagator.inject(...into);
  },
});

/** The instrumentations change a module when it is required, and here all are imported: but what they change is the same. */
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
  const { requestId, operation, problem } = factsOf(response);
  if (requestId !== undefined) span.setAttribute("portico.request_id", requestId);
  if (problem !== undefined) span.setAttribute("portico.problem", problem);
  if (operation === undefined) return;
  span.updateName(operation);
  span.setAttribute("portico.operation", operation);
}
