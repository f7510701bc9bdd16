import type { Problem } from "@portico/contract";
import type { Request, Response } from "express";

/** Wire `code` → HTTP status and title, as the contract has them. */
const ERRORS = {
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  misdirected_request: [421, "Misdirected request"],
  internal_error: [500, "Internal error"],
  upstream_error: [503, "Upstream unavailable"],
} as const satisfies Partial<Record<Problem["code"], readonly [status: number, title: string]>>;

/** Answers with an error (RFC 9457); as plain JSON to who names only that in Accept. */
export function sendProblem(req: Request, res: Response, code: keyof typeof ERRORS, detail: string): void {
  const [status, title] = ERRORS[code];
  const problem: Problem = {
    type: `urn:portico:error:${code}`,
    title,
    status,
    detail,
    instance: req.path,
    code,
    message: detail,
    request_id: String(res.locals["requestId"]),
  };
  const accept = req.headers.accept ?? "";
  const isPlain = accept.includes("application/json") && !accept.includes("application/problem+json");
  res.status(status).type(isPlain ? "application/json" : "application/problem+json");
  res.send(JSON.stringify(problem));
}
