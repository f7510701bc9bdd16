import type { FieldMask } from "@portico/server";
import type { Charge } from "@portico/metering";
import type { Bearer, Subject } from "@portico/store";
import type { Request } from "express";
import type { ParsedRequest } from "openapi-backend";

/** One request on its way through the user data interfaces. */
export interface MeExchange {
  readonly req: Request;
  /** Without the question mark. */
  readonly rawQuery: string;
  /** Ends when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
  /** What openapi-backend routes and validates; the query is filled in once the token is known to be good. */
  readonly routed: ParsedRequest;
  bearer: Bearer | undefined;
  /** What it cost, to be refunded when it fails. */
  charge: Charge | undefined;
  /** What was asked for, typed, without defaults. */
  query: Readonly<Record<string, unknown>>;
  queryErrors: Readonly<Record<string, string>>;
  mask: FieldMask | undefined;
}

/** Data, which a field mask may cut; or bytes as the data API sent them. */
export type MeReply = { readonly body: object } | MeBytes;

export interface MeBytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** What a handler gets to know. */
export interface MeCall {
  /** Whose token it is. Nothing else says whom an answer is about. */
  readonly account: Subject;
  /** Validated, with defaults. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly exchange: MeExchange;
}

export type MeHandler = (this: void, call: MeCall) => Promise<MeReply>;
