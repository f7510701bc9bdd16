const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
]);

/**
 * Whether a query failed because the server can't be reached, or is going or coming: PostgreSQL's classes 08 (connection)
 * and 57P (operator intervention), 53300 (too many connections), 25P03 (it ended a transaction that stood still), and sockets.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SOCKET_CODES.has(code) || code === "53300" || code === "25P03" || /^(08|57P)/.test(code)) return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/.test(error.message);
}
