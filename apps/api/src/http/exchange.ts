import type { IncomingMessage, ServerResponse } from "node:http";
import type { FieldMask } from "@portico/server";
import type { Charge, RateState } from "@portico/metering";
import type { AccessKey } from "@portico/store";
import type { ParsedRequest } from "openapi-backend";
import type { Operation } from "./definition.ts";
import type { RenderedAnswer } from "./renderedAnswer.ts";

/** One request on its way through the server. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Without the query. */
  readonly path: string;
  /** As it came, without the question mark. */
  readonly rawQuery: string;
  /** What openapi-backend validates; query and body are filled in once the key is known to be good. */
  readonly routed: ParsedRequest;
  /** Typed, not yet validated. */
  query: Readonly<Record<string, unknown>>;
  /** What is wrong with query parameters, found before the validator looks. */
  queryErrors: Readonly<Record<string, string>>;
  operation: Operation | undefined;
  accessKey: AccessKey | undefined;
  /** Where its key, or else its address, stands; undefined where nobody counts. */
  rate: RateState | undefined;
  /** About how many units the account of its key has left; undefined for nobody's key. */
  findUnits: (() => number | undefined) | undefined;
  /** What it cost, to be refunded when it fails. */
  charge: Charge | undefined;
  /** Of its body, when that was parsed; else 0. */
  bodyLength: number;
  mask: FieldMask | undefined;
  /** Takes the answer, when it may be kept for whoever asks the same. */
  keep: ((answer: RenderedAnswer) => void) | undefined;
}

/** What a handler, or the error table, wants to be sent. */
export interface LooseReply {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
