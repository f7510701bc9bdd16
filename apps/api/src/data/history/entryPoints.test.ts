import * as accountAbstraction from "viem/account-abstraction";
import { expect, test } from "vitest";
import { ENTRY_POINTS } from "./entryPoints.ts";

test("lists every EntryPoint that viem knows", () => {
  const known = Object.entries<unknown>(accountAbstraction).flatMap(([name, value]) =>
    typeof value === "string" && /^entryPoint\d+Address$/.test(name) ? [value.toLowerCase()] : [],
  );
  expect(ENTRY_POINTS).toEqual(known);
});
