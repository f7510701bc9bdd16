import { expect, test } from "vitest";
import { pathForLog } from "./pathForLog.ts";

test("a long path is cut to 200 characters, and a key in it is masked before", () => {
  expect(pathForLog("/v1/user/token_list")).toBe("/v1/user/token_list");
  const masked = pathForLog(`/v1/pk_${"a".repeat(300)}/${"b".repeat(300)}`);
  expect(masked).toMatch(/^\/v1\/pk_…\/b+$/);
  expect(masked).toHaveLength(200);
});
