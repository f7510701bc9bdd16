export { latencyBucket, latencyQuantile, LATENCY_BUCKETS } from "./latency.ts";
export { listRequests, type RequestFilter } from "./listRequests.ts";
export { readRequestCounts, type RequestCountQuery, type RequestCounts } from "./readRequestCounts.ts";
export { deleteExcessRequests, deleteOldRequests, REQUEST_DAYS, SAMPLES_PER_ACCOUNT } from "./requestRetention.ts";
export { SPAN_SECONDS, writeRequests } from "./writeRequests.ts";
export type { RequestBatch, RequestCount, RequestSample } from "./writeRequests.ts";
