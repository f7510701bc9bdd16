import { expect, test } from "vitest";
import { toServiceError } from "./toServiceError.ts";

const withCode = (code: string) => Object.assign(new Error("of PostgreSQL"), { code });

test("a statement that took too long is an upstream error that advises to request less", () => {
  expect(toServiceError(withCode("57014"))).toMatchObject({
    code: "upstream_error",
    message: expect.stringContaining("too long") as string,
    headers: { "Retry-After": "60" },
  });
  expect(toServiceError(withCode("57P01"))).toMatchObject({ code: "upstream_error", headers: { "Retry-After": "1" } });
  expect(toServiceError(withCode("42601")).code).toBe("internal_error");
});
