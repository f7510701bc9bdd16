const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
]);

/** What pg says without a code. */
const AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|^Client .* is not queryable$/;

/**
 * Whether a query failed because the server can't be reached, or is going or coming: PostgreSQL's classes 08 (connection)
 * and 57P (operator intervention), 53300 (too many connections), 25P03 (it ended a transaction that stood still), and sockets;
 * and what is asked on a connection after that.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SOCKET_CODES.has(code) || code === "53300" || code === "25P03" || /^(08|57P)/.test(code)) return true;
  return AWAY.test(error.message);
}
