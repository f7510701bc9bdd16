import type { IncomingMessage, ServerResponse } from "node:http";
import type { FieldMask } from "../mask/parseMask.ts";
import type { RoutedOperation } from "../openapi/definition.ts";
import type { Target } from "./splitTarget.ts";

/** A charge that a failed request gives back. */
export interface Refundable {
  /** More than once changes nothing. */
  readonly refund: () => void;
}

/** One request on its way through the pipeline. Each stage fills in what the next ones read. */
export interface Exchange extends Target {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Upper case; GET for HEAD. */
  readonly method: string;
  /** Set by parse. */
  operation: RoutedOperation | undefined;
  /** Path parameters, decoded; set by parse. */
  params: Readonly<Record<string, string>>;
  /** Set by validate. */
  mask: FieldMask | undefined;
  /** The query parameters that were sent, typed, not yet validated and without defaults; set by validate. */
  sentQuery: Readonly<Record<string, unknown>>;
  /** The query parameters with their defaults; set by validate. */
  query: Readonly<Record<string, unknown>>;
  /** Declared header parameters, by name in lower case; set by validate. */
  header: Readonly<Record<string, string>>;
  /** Set by validate. */
  body: object | undefined;
  /** In characters; 0 until the body is received. */
  bodyLength: number;
  /** What the call cost; refunded when it fails. */
  charge: Refundable | undefined;
}

/** @param target - Of the request, without the query. */
export const openExchange = <Req extends IncomingMessage, Res extends ServerResponse>(
  req: Req,
  res: Res,
  { path, rawQuery }: Target,
): Exchange & { readonly req: Req; readonly res: Res } => ({
  req,
  res,
  method: req.method === "HEAD" ? "GET" : (req.method ?? "GET"),
  path,
  rawQuery,
  operation: undefined,
  params: {},
  mask: undefined,
  sentQuery: {},
  query: {},
  header: {},
  body: undefined,
  bodyLength: 0,
  charge: undefined,
});
