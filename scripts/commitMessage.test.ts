import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test.each([
  ["fix(evm): don't treat node errors as reverts\n\nWith its reason.", 0],
  ["Fixed some errors of nodes", 1],
  [`fix(evm): ${"long ".repeat(13)}`, 1],
])("commitlint judges %j with %i", (message, code) => {
  const { status, stdout } = spawnSync("commitlint", { input: message, encoding: "utf8" });
  expect({ status, stdout }).toMatchObject({ status: code });
});
