import { chains, getPermit2 } from "@portico/evm";
import { expect, test } from "vitest";
import { findDeployedAt, toProtocolId } from "../deployed.ts";
import { permit2 } from "./permit2.ts";

test("Permit2 is known by its address on every chain, and has no positions", () => {
  for (const { slug } of chains) expect(findDeployedAt(slug, getPermit2(slug))?.id).toBe(toProtocolId(slug, "permit2"));
  expect(Object.keys(permit2)).not.toContain("listPositions");
  expect(Object.keys(permit2)).not.toContain("signals");
});
