import { isDatabaseAway } from "@portico/store";
import { ServiceError } from "./errors.ts";

/** What a thrown value means to a client. Bugs become internal_error; a database that is away or too slow, upstream_error. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isDatabaseAway(error)) {
    return new ServiceError("upstream_error", "The database is unavailable", {
      cause: error,
      headers: { "Retry-After": "1" },
    });
  }
  if (error instanceof Error && "code" in error && error.code === QUERY_CANCELED) {
    return new ServiceError("upstream_error", "The query takes too long: request a single chain, or less data", {
      cause: error,
      headers: { "Retry-After": "60" },
    });
  }
  if (error instanceof Error && "code" in error && REFUSED_WRITES.has(error.code)) {
    return new ServiceError("upstream_error", "This server is read-only", {
      cause: error,
      headers: { "Retry-After": "60" },
    });
  }
  return new ServiceError("internal_error", "Internal error; the log has the details under the request id", {
    cause: error,
  });
}

/** PostgreSQL's, of what its user may not do, and of a transaction that may only read. */
const REFUSED_WRITES = new Set<unknown>(["42501", "25006"]);

/** PostgreSQL's, of a statement that took longer than it may. */
const QUERY_CANCELED = "57014";
