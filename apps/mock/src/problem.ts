import type { Problem } from "@portico/contract";

const TITLES = {
  invalid_params: [400, "Invalid parameters"],
  invalid_chain: [400, "Invalid chain"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  content_too_large: [413, "Content too large"],
  internal_error: [500, "Internal error"],
} as const;

/** A problem that no example of the contract's operations stands for. */
export type OwnCode = keyof typeof TITLES;

export function createProblem(
  code: OwnCode,
  detail: string,
  occurrence: Pick<Problem, "request_id" | "instance">,
): Problem {
  const [status, title] = TITLES[code];
  return { type: `urn:portico:error:${code}`, title, status, detail, code, message: detail, ...occurrence };
}
