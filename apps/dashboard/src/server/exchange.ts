import type { Request, Response } from "express";
import type { ParsedRequest } from "openapi-backend";
import type { Session } from "./sessions.ts";

/** One request on its way through the operations. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** Without the question mark. */
  readonly rawQuery: string;
  /** What openapi-backend routes and validates; filled in once the session is known to be good. */
  readonly routed: ParsedRequest;
  session: Session | undefined;
  queryErrors: Readonly<Record<string, string>>;
  /** Of its body, when that was parsed; else 0. */
  bodyLength: number;
}

export interface LooseReply {
  readonly status: number;
  readonly type?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export function openExchange(req: Request, res: Response): Exchange {
  const { path } = req;
  const method = req.method === "HEAD" ? "GET" : req.method;
  return {
    req,
    res,
    rawQuery: req.url.includes("?") ? req.url.slice(req.url.indexOf("?") + 1) : "",
    routed: { method, path, headers: {}, query: {}, params: {}, cookies: {}, requestBody: undefined },
    session: undefined,
    queryErrors: {},
    bodyLength: 0,
  };
}
