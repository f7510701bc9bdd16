import { expect, test } from "vitest";
import { createReport } from "./createReport.ts";

test("every violation is counted, also beyond those that are stored", () => {
  const report = createReport(["getChain"]);
  const breach = { operation: "getChain", target: "/v1/chain", status: 200, violations: ["must be object"] };
  for (let count = 0; count < 10_001; count++) report.add(breach);
  expect(report.toText()).toBe(
    [
      "validate: 10001 responses of 1 operations, 10001 violated the contract",
      "  getChain 200: must be object (10001 times)",
    ].join("\n"),
  );
  expect(report.toJson().breaches).toHaveLength(10_000);
});
