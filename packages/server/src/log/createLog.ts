import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";

/** Names under which secrets travel. The code logs none of these; this is for the error that carries a request along. */
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

/** A log in which nothing stands that opens anything. By hand: pino's own `redact` takes dozens of times as long, for every line. */
export function createLog(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    formatters: { log: (line: object) => blotOut(line, 1) as Record<string, unknown> },
    serializers: { err: (error: unknown) => error }, // blotOut did that
  };
  return pino(options, destination);
}

/** The same value when there is nothing to hide. */
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

/** An error's own code says of which kind it is: ECONNREFUSED, 42P01. */
function blotOutError(error: Error, depth: number): object {
  const shown = blotOut({ ...stdSerializers.err(error) }, depth) as object;
  return "code" in error ? { ...shown, code: error.code } : shown;
}
