/** Open to pages of any origin, without credentials: as the API itself, and `Prefer` besides. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id, Portico-Chains",
} as const;

export const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  "access-control-allow-methods": "GET, POST, HEAD, OPTIONS",
  "access-control-allow-headers":
    "AccessKey, Authorization, X-Fields, Content-Type, If-None-Match, Idempotency-Key, Prefer",
  "access-control-max-age": "86400",
} as const;
