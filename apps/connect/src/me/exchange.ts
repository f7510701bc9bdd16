import type { Charge } from "@portico/metering";
import { type Exchange, openExchange, splitTarget } from "@portico/server";
import type { Bearer, Subject } from "@portico/store";
import type { Request, Response } from "express";

/** A request to the user data endpoints. */
export interface MeExchange extends Exchange {
  readonly req: Request;
  readonly res: Response;
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal;
  bearer: Bearer | undefined;
  /** The charge, refunded on failure. */
  charge: Charge | undefined;
}

export function openMeExchange(req: Request, res: Response): MeExchange {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  const target = { ...splitTarget(req.url), path: req.path };
  return { ...openExchange(req, res, target), gone: gone.signal, bearer: undefined, charge: undefined };
}

/** Data, which a field mask may reduce; or the data API's bytes. */
export type MeReply = { readonly body: object } | MeBytes;

export interface MeBytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Input of a handler. */
export interface MeCall {
  /** The token's account. Nothing else determines whose data is returned. */
  readonly account: Subject;
  /** Validated, with defaults. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly exchange: MeExchange;
}

export type MeHandler = (this: void, call: MeCall) => Promise<MeReply>;
