import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";

/** Keys whose values are secrets. The code never logs them; this covers errors that carry a request. */
const SECRETS = new Set([
  "authorization",
  "accesskey",
  "cookie",
  "set-cookie",
  "code",
  "code_verifier",
  "client_secret",
  "access_token",
  "refresh_token",
  "token",
  "secret",
  "signature",
  "nonce",
  "state",
]);
const DEPTH_MAX = 4;

/** A log that redacts secrets. pino's own `redact` costs dozens of times as much per line. */
export function createLog(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    formatters: { log: (line: object) => blotOut(line, 1) as Record<string, unknown> },
    serializers: { err: (error: unknown) => error }, // blotOut() has serialized it
  };
  return pino(options, destination);
}

/** Returns the same value if there is nothing to redact. */
function blotOut(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEPTH_MAX) return "[deeper]";
  if (value instanceof Error) return blotOutError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => blotOut(entry, depth + 1));
  let copy: Record<string, unknown> | undefined;
  for (const [name, entry] of Object.entries(value)) {
    const shown = SECRETS.has(name.toLowerCase()) ? "[secret]" : blotOut(entry, depth + 1);
    if (shown !== entry) (copy ??= { ...value })[name] = shown;
  }
  return copy ?? value;
}

/** The code identifies the kind of error: ECONNREFUSED, 42P01. */
function blotOutError(error: Error, depth: number): object {
  const shown = blotOut({ ...stdSerializers.err(error) }, depth) as object;
  return "code" in error ? { ...shown, code: error.code } : shown;
}
