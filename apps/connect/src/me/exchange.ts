import type { Charge } from "@portico/metering";
import { type Exchange, openExchange, splitTarget } from "@portico/server";
import type { Bearer, Subject } from "@portico/store";
import type { Request, Response } from "express";

/** One request on its way through the user data interfaces. */
export interface MeExchange extends Exchange {
  readonly req: Request;
  readonly res: Response;
  /** Ends when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
  bearer: Bearer | undefined;
  /** What it cost, to be refunded when it fails. */
  charge: Charge | undefined;
}

export function openMeExchange(req: Request, res: Response): MeExchange {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  const target = { ...splitTarget(req.url), path: req.path };
  return { ...openExchange(req, res, target), gone: gone.signal, bearer: undefined, charge: undefined };
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
