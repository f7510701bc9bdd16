import type { IncomingMessage, ServerResponse } from "node:http";
import express from "express";
import { assertFewValues } from "./assertFewValues.ts";
import { invalidParams, printable, ServiceError } from "../problem/errors.ts";

export interface BodyLimit {
  readonly bytes: number;
  /** For messages: 64 kB. */
  readonly text: string;
  /** Maximum number of fields per object; default MAX_FIELDS. */
  readonly fields?: number;
}

/** More than twice what any operation has. */
const MAX_FIELDS = 100;

/** @param beforeParse - Awaited with the body's length before it is parsed; throwing rejects the request. */
export type BodyReader = (
  req: IncomingMessage,
  res: ServerResponse,
  beforeParse?: (length: number) => Promise<void> | void,
) => Promise<object>;

/**
 * Reads a JSON object, inflating it if necessary, up to a limit.
 * @param prepare - Applied to the text once it is known to be JSON, before it is parsed.
 * @returns a reader that throws ServiceError content_too_large, unsupported_media_type or invalid_params.
 */
export function createBodyReader(limit: BodyLimit, prepare = (text: string) => text): BodyReader {
  const reader = express.text({ limit: limit.bytes, type: () => true });
  return async (req, res, beforeParse) => {
    assertJson(req.headers["content-type"]);
    const text = await read(reader, req, res).catch((error: unknown) => {
      throw toRefusal(error, limit.text);
    });
    if (text === "") throw invalidParams({ body: "is required" });
    await beforeParse?.(text.length);
    assertFewValues(text);
    const body = parse(text, prepare);
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw invalidParams({ body: "must be a JSON object" });
    }
    assertPlain(body, "body", limit.fields ?? MAX_FIELDS);
    return body;
  };
}

type Reader = ReturnType<typeof express.text>;

function assertJson(contentType: string | undefined): void {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() === "application/json" && isUtf8) return;
  throw new ServiceError("unsupported_media_type", "Send the body as application/json in UTF-8");
}

const read = (reader: Reader, req: IncomingMessage, res: ServerResponse): Promise<string> =>
  new Promise((resolve, reject) => {
    reader(req, res, (error?: Error) => {
      if (error === undefined) resolve((req as { body?: string }).body ?? "");
      else reject(error);
    });
  });

function parse(text: string, prepare: (text: string) => string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const prepared = prepare(text);
    return prepared === text ? value : JSON.parse(prepared);
  } catch (error) {
    throw new ServiceError("invalid_params", "body is not a JSON object", {
      cause: error,
      errors: { body: "is not a JSON object" },
    });
  }
}

function toRefusal(error: unknown, limit: string): ServiceError {
  const { status } = error as { status?: number };
  if (status === 413)
    return new ServiceError("content_too_large", `The body is larger than ${limit}`, { cause: error });
  if (status === 415) {
    return new ServiceError("unsupported_media_type", "Content-Encoding must be gzip, deflate, br or none", {
      cause: error,
    });
  }
  return invalidParams({ body: "could not be read" });
}

/** Rejects JSON that can't be stored: 1e400, objects with very many fields, lone surrogates, NUL and `__proto__`. */
function assertPlain(value: unknown, name: string, maxFields: number): void {
  if (typeof value === "string") return assertText(value, name);
  if (typeof value === "number" && !Number.isFinite(value))
    throw invalidParams({ [name]: "is too large for a number" });
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) assertPlain(member, String(index), maxFields);
    return;
  }
  const members = Object.entries(value);
  if (members.length > maxFields) throw invalidParams({ [name]: `must have at most ${maxFields} fields` });
  for (const [key, member] of members) {
    assertText(key, name);
    if (key === "__proto__") throw invalidParams({ [name]: "has an unknown field: __proto__" });
    assertPlain(member, printable(key), maxFields);
  }
}

function assertText(text: string, name: string): void {
  if (text.includes("\0")) throw invalidParams({ [name]: "must not contain NUL" });
  if (!text.isWellFormed()) throw invalidParams({ [name]: "contains an unpaired surrogate" });
}
