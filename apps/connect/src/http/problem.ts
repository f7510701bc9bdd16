import { problemType, ServiceError, toProblem, ERRORS, type ErrorCode } from "@portico/http";
import type { Request, Response } from "express";

/** Answers with an error (RFC 9457); as plain JSON to who names only that in Accept. */
export function sendProblem(req: Request, res: Response, code: ErrorCode, detail: string): void {
  sendError(req, res, new ServiceError(code, detail));
}

/** As sendProblem, with all that an error says. */
export function sendError(req: Request, res: Response, error: ServiceError): void {
  const [status] = ERRORS[error.code];
  const problem = toProblem(error, { instance: req.path, requestId: String(res.locals["requestId"]) });
  res.status(status).set(error.headers).type(problemType(req.headers.accept));
  res.send(JSON.stringify(problem));
}
