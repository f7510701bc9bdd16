import { expect, test } from "vitest";
import { isNodeFault } from "./isNodeFault.ts";
import { EndpointError } from "./rpcErrors.ts";

test("a node that can't be asked is told from what fails by itself", () => {
  expect(isNodeFault(new Error("read failed", { cause: new EndpointError("timeout", "slow") }))).toBe(true);
  expect(isNodeFault(new Error("balanceOf fails"))).toBe(false);
  expect(isNodeFault("thrown")).toBe(false);
});
