import type { IncomingMessage } from "node:http";

/** Any origin may call the data API: it uses no cookies, so there is no ambient authority to abuse. */
export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id, Portico-Chains",
};

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
  "Access-Control-Allow-Headers":
    "AccessKey, Authorization, X-Fields, X-Response-Profile, Content-Type, If-None-Match, Idempotency-Key, Last-Event-ID, traceparent, tracestate",
  "Access-Control-Max-Age": "86400",
};

export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
