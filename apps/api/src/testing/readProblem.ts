import type { Problem } from "@portico/contract";
import { expect } from "vitest";

/** Reads a problem and asserts that it is complete, and reveals no internals. */
export async function readProblem(res: Response): Promise<Problem> {
  const text = await res.text();
  expect({ type: res.headers.get("content-type"), text }).toMatchObject({ type: "application/problem+json" });
  expect(res.headers.get("access-control-allow-origin")).toBe("*");
  expect(text).not.toMatch(/node_modules|\.ts:|at async|select |relation /i);
  const problem = JSON.parse(text) as Problem;
  expect(problem).toMatchObject({
    status: res.status,
    type: `urn:portico:error:${problem.code}`,
    message: problem.detail,
  });
  expect(problem.request_id).toBe(res.headers.get("x-request-id"));
  return problem;
}
