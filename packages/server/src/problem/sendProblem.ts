import { requestContextOf } from "../telemetry/telemetry.ts";
import type { Request, Response } from "express";
import { ERRORS, ServiceError, type ErrorCode } from "./errors.ts";
import { maskKeys } from "../log/maskKeys.ts";
import { problemType, toProblem } from "./problem.ts";

/** Sends an error (RFC 9457); as plain JSON if Accept names only that. */
export function sendProblem(req: Request, res: Response, code: ErrorCode, detail: string): void {
  sendError(req, res, new ServiceError(code, detail));
}

/** Key in `res.locals`: send errors as plain text, for clients that would read any JSON as a success. */
export const ERRORS_AS_TEXT = "errorsAsText";

/** Like sendProblem, with all fields of the error. */
export function sendError(req: Request, res: Response, error: ServiceError): void {
  const [status] = ERRORS[error.code];
  requestContextOf(res).problem = error.code;
  res.status(status).set(error.headers);
  if (res.locals[ERRORS_AS_TEXT] === true) {
    res.type("text/plain").send(`${error.code}: ${error.message}\n`);
    return;
  }
  const problem = toProblem(error, { instance: maskKeys(req.path), requestId: String(res.locals["requestId"]) });
  res.type(problemType(req.headers.accept));
  res.send(JSON.stringify(problem));
}
