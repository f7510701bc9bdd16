const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
]);

const hasMessage = (error: unknown, words: RegExp): boolean => error instanceof Error && words.test(error.message);

/** Whether a query exceeded the connection's `query_timeout`. */
export const isUnanswered = (error: unknown): boolean => hasMessage(error, /^Query read timeout$/);

/** Error of pg for every query after the connection was closed or abandoned. */
export const isOfCutConnection = (error: unknown): boolean => hasMessage(error, /^Client .* is not queryable$/);

/**
 * Whether a query failed because the server is unreachable, stopping or starting: PostgreSQL's classes 08 (connection)
 * and 57P (operator intervention), 53300 (too many connections), 25P03 (idle transaction ended), and socket errors;
 * and later queries on such a connection.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SOCKET_CODES.has(code) || code === "53300" || code === "25P03" || /^(08|57P)/.test(code)) return true;
  if (isUnanswered(error) || isOfCutConnection(error)) return true;
  return hasMessage(error, /^(Connection terminated|timeout exceeded when trying to connect)/);
}
