import type { Problem } from "@portico/contract";
import { ERRORS, type ServiceError } from "./errors.ts";

export interface ProblemContext {
  /** The requested path, without its query. */
  readonly instance: string;
  readonly requestId: string;
}

/** Maximum bytes of each part of a problem as JSON; less than 16 kB in all. */
const MAX_BYTES = { detail: 4096, instance: 1024, errors: 6144 } as const;

const NOT_IN_PATHS = /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/%]/giu;

/** The body of an error response (RFC 9457): at most 16 kB of JSON, whatever was sent. */
export function toProblem({ code, message, errors }: ServiceError, { instance, requestId }: ProblemContext): Problem {
  const [status, title] = ERRORS[code];
  const detail = clip(message, MAX_BYTES.detail);
  return {
    type: `urn:portico:error:${code}`,
    title,
    status,
    detail,
    instance: toUriReference(instance),
    code,
    message: detail,
    ...(errors && { errors: clipErrors(errors) }),
    request_id: requestId,
  };
}

/** A path as it was sent may have characters that RFC 3986 doesn't allow: they are encoded; a long one is cut. */
function toUriReference(path: string): string {
  const encoded = path.toWellFormed().replaceAll(NOT_IN_PATHS, (character) => encodeURIComponent(character));
  return encoded.length < MAX_BYTES.instance ? encoded : encoded.slice(0, MAX_BYTES.instance).replace(/%.?$/, "");
}

function clipErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  const clipped: [name: string, text: string][] = [];
  let left: number = MAX_BYTES.errors;
  for (const [name, text] of Object.entries(errors)) {
    const entry = [clip(name, 512), clip(text, 2048)] as const;
    left -= jsonBytes(entry[0]) + jsonBytes(entry[1]) + 2;
    if (left < 0) break;
    clipped.push([...entry]);
  }
  return Object.fromEntries(clipped);
}

/** Truncates a text whose JSON would be longer. */
function clip(text: string, maxBytes: number): string {
  if (text.length * 6 + 2 <= maxBytes) return text; // a character takes at most 6 bytes
  let short = text.slice(0, maxBytes);
  while (jsonBytes(short) > maxBytes) short = short.slice(0, Math.floor(short.length * 0.9));
  return short.length === text.length ? text : `${short.slice(0, -6)}…`;
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** `application/problem+json`, unless Accept names plain JSON and not problem+json; `q=0` is a refusal, not a name. */
export function problemType(accept = ""): "application/problem+json" | "application/json" {
  const ranges = accept.toLowerCase().slice(0, 1000).split(",");
  const wanted = ranges.filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range));
  const named = new Set(wanted.map((range) => range.split(";", 1)[0]?.trim()));
  return named.has("application/json") && !named.has("application/problem+json")
    ? "application/json"
    : "application/problem+json";
}
