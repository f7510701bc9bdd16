import { ServiceError } from "../problem/errors.ts";

/** What `/readyz` answers while the database is unavailable or not migrated: 503. */
export const notReadyError = (cause: unknown): ServiceError => {
  const headers = { "Retry-After": "1" };
  return new ServiceError("upstream_error", "The database is unavailable or not migrated", { cause, headers });
};
