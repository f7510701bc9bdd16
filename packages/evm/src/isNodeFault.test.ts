import { expect, test } from "vitest";
import { isNodeFault } from "./isNodeFault.ts";
import { EndpointError } from "./rpcErrors.ts";

test("a node's failure is distinguished from a failure of the work itself", () => {
  expect(isNodeFault(new Error("read failed", { cause: new EndpointError("timeout", "slow") }))).toBe(true);
  expect(isNodeFault(new Error("balanceOf fails"))).toBe(false);
  expect(isNodeFault("thrown")).toBe(false);
});
