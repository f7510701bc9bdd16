export { latencyBucket, latencyQuantile, LATENCY_BUCKETS } from "./latency.ts";
export { listRequests } from "./listRequests.ts";
export { readRequestCounts, type RequestCounts } from "./readRequestCounts.ts";
export { deleteExcessRequests, deleteOldRequests, SAMPLES_PER_ACCOUNT } from "./requestRetention.ts";
export { SPAN_SECONDS, writeRequests } from "./writeRequests.ts";
export type { RequestBatch, RequestCount, RequestSample } from "./writeRequests.ts";
