import { factsOf } from "@portico/telemetry";
import type { Request, Response } from "express";
import { ERRORS, ServiceError, type ErrorCode } from "./errors.ts";
import { maskKeys } from "./maskKeys.ts";
import { problemType, toProblem } from "./problem.ts";

/** Answers with an error (RFC 9457); as plain JSON to who names only that in Accept. */
export function sendProblem(req: Request, res: Response, code: ErrorCode, detail: string): void {
  sendError(req, res, new ServiceError(code, detail));
}

/** As sendProblem, with all that an error says. */
export function sendError(req: Request, res: Response, error: ServiceError): void {
  const [status] = ERRORS[error.code];
  factsOf(res).problem = error.code;
  const problem = toProblem(error, { instance: maskKeys(req.path), requestId: String(res.locals["requestId"]) });
  res.status(status).set(error.headers).type(problemType(req.headers.accept));
  res.send(JSON.stringify(problem));
}
