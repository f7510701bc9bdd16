import { pino, type DestinationStream, type Logger } from "pino";

/** Names under which secrets travel. The code logs none of these; this is for the error that carries a request along. */
const SECRETS = [
  "authorization",
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
];

const PATHS = SECRETS.flatMap((name) => ["", "*.", "*.*.", "*.*.*."].map((prefix) => toPath(prefix, name)));

/** A log in which nothing stands that opens anything. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ name: "connect", level, redact: { paths: PATHS, censor: "[secret]" } }, destination);

function toPath(prefix: string, name: string): string {
  return name.includes("-") ? `${prefix.slice(0, -1)}["${name}"]` : prefix + name;
}
