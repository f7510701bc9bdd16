import { expect, test } from "vitest";
import { repeatCommand } from "./repeatCommand.ts";

const report = {
  testResults: [
    { name: "/portico/packages/evm/src/rpc.test.ts", status: "passed" },
    { name: "/portico/apps/api/src/fuzz.long.test.ts", status: "failed" },
    { name: "/portico/packages/evm/src/units.test.ts", status: "failed" },
  ],
};

test("a long run that failed is repeated by its seed and its failed files", () => {
  const command = repeatCommand(report, { isLong: true, seed: "271828", cwd: "/portico" });
  expect(command).toBe(
    "PORTICO_TEST_SEED=271828 pnpm test:long apps/api/src/fuzz.long.test.ts packages/evm/src/units.test.ts",
  );
});

test("a run whose seed is the fixed one is repeated by its failed files alone", () => {
  const command = repeatCommand(report, { isLong: false, seed: undefined, cwd: "/portico" });
  expect(command).toBe("pnpm test apps/api/src/fuzz.long.test.ts packages/evm/src/units.test.ts");
});

test("without a failed file there is nothing to repeat", () => {
  expect(repeatCommand({ testResults: [] }, { isLong: true, seed: "1", cwd: "/portico" })).toBeUndefined();
});
