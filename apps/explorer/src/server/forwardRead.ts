import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { ServiceError } from "@portico/server";
import type { Request, Response } from "express";
import { apiIsAway, type DataApi } from "./dataApi.ts";

const TIMEOUT_MS = 35_000;
/** Response headers that are passed to the visitor. */
const PASSED = ["etag", "portico-chains", "x-request-id", "retry-after", "content-type", "cache-control"] as const;
/** Statuses caused by our key, not by the visitor's request. */
const OUR_FAULT = new Set([401, 403, 404, 405]);

/**
 * Forwards a visitor's request to the data API, and streams its response back. Aborts when the visitor disconnects.
 * @throws ServiceError upstream_error
 */
export async function forwardRead(req: Request, res: Response, api: DataApi, path: string): Promise<void> {
  const left = new AbortController();
  res.once("close", () => left.abort());
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const answer = await fetchUpstream(req, api, path, signal);
  for (const name of PASSED) {
    const value = answer.headers.get(name);
    if (value !== null) res.setHeader(name, value);
  }
  res.setHeader("Vary", "Accept-Encoding");
  res.status(answer.status);
  try {
    await send(req, res, answer);
  } catch {
    res.destroy(); // the response is incomplete
  }
}

/** The whole query for the data API: Express limits the number of parameters. */
export function forwardedQuery({ originalUrl }: Request): URLSearchParams {
  const [, ...afterPath] = originalUrl.split("?");
  return new URLSearchParams(afterPath.join("?"));
}

async function fetchUpstream(
  req: Request,
  api: DataApi,
  path: string,
  signal: AbortSignal,
): Promise<globalThis.Response> {
  const query = forwardedQuery(req);
  const ifNoneMatch = req.get("if-none-match");
  try {
    const answer = await api(path, { query, ifNoneMatch, signal });
    if (!OUR_FAULT.has(answer.status)) return answer;
    const { code } = ((await answer.json().catch(() => ({}))) ?? {}) as { code?: unknown };
    throw apiIsAway(new Error(`the data API returned ${answer.status} ${String(code)}`));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw apiIsAway(error); // not read if the visitor disconnected
  }
}

async function send(req: Request, res: Response, answer: globalThis.Response): Promise<void> {
  if (answer.body === null) return void res.end();
  const body = Readable.fromWeb(answer.body);
  if (!req.acceptsEncodings("gzip")) return pipeline(body, res);
  const etag = answer.headers.get("etag");
  if (etag !== null && !etag.startsWith("W/")) res.setHeader("ETag", `W/${etag}`); // different bytes, same meaning
  res.setHeader("Content-Encoding", "gzip");
  await pipeline(body, createGzip(), res);
}
