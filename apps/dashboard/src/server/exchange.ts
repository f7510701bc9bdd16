import { openExchange, splitTarget, type Exchange as PipelineExchange } from "@portico/server";
import type { Request, Response } from "express";
import type { Session } from "./sessions.ts";

/** One request while it is processed. */
export interface Exchange extends PipelineExchange {
  readonly req: Request;
  readonly res: Response;
  session: Session | undefined;
}

export interface LooseReply {
  readonly status: number;
  readonly type?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export const openDashboardExchange = (req: Request, res: Response): Exchange => ({
  ...openExchange(req, res, { ...splitTarget(req.url), path: req.path }),
  session: undefined,
});
