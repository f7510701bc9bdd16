import type { Charge } from "@portico/metering";
import { type Exchange, openExchange, type ResponseProfile, splitTarget } from "@portico/server";
import type { Bearer, Subject } from "@portico/store";
import type { Request, Response } from "express";
import type { MePath } from "./mePath.ts";

/** A request to the user data endpoints. */
export interface MeExchange extends Exchange {
  readonly req: Request;
  readonly res: Response;
  /** Aborts when the client disconnects. */
  readonly gone: AbortSignal;
  /** Whether the path was sent as clients of the data API have it. */
  readonly isOfDataApi: boolean;
  /** The profile that the path's prefix names. */
  readonly pathProfile: ResponseProfile | undefined;
  /** The form of the answer; set once the caller is authenticated. */
  profile: ResponseProfile;
  bearer: Bearer | undefined;
  /** The charge, refunded on failure. */
  charge: Charge | undefined;
}

export function openMeExchange(req: Request, res: Response, { path, isOfDataApi, profile }: MePath): MeExchange {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  return {
    ...openExchange(req, res, { ...splitTarget(req.url), path }),
    gone: gone.signal,
    isOfDataApi,
    pathProfile: profile,
    profile: profile ?? "seed",
    bearer: undefined,
    charge: undefined,
  };
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
