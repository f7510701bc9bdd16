import { factsOf } from "../telemetry/telemetry.ts";
import type { Request, Response } from "express";
import { ERRORS, ServiceError, type ErrorCode } from "./errors.ts";
import { maskKeys } from "../log/maskKeys.ts";
import { problemType, toProblem } from "./problem.ts";

/** Answers with an error (RFC 9457); as plain JSON to who names only that in Accept. */
export function sendProblem(req: Request, res: Response, code: ErrorCode, detail: string): void {
  sendError(req, res, new ServiceError(code, detail));
}

/** In `res.locals`: whether errors are plain text, for clients that would take any JSON for what they asked for. */
export const ERRORS_AS_TEXT = "errorsAsText";

/** As sendProblem, with all that an error says. */
export function sendError(req: Request, res: Response, error: ServiceError): void {
  const [status] = ERRORS[error.code];
  factsOf(res).problem = error.code;
  res.status(status).set(error.headers);
  if (res.locals[ERRORS_AS_TEXT] === true) {
    res.type("text/plain").send(`${error.code}: ${error.message}\n`);
    return;
  }
  const problem = toProblem(error, { instance: maskKeys(req.path), requestId: String(res.locals["requestId"]) });
  res.type(problemType(req.headers.accept));
  res.send(JSON.stringify(problem));
}
