import type { UsageRow } from "@portico/contract";
import { expect, test } from "vitest";
import { usageLabels } from "./usageLabels.ts";

const row = (id: string, name: string, day = "2025-03-01"): UsageRow => ({
  day,
  operation: "getMe",
  key_id: id,
  key_name: name,
  units: 1,
  calls: 1,
});

test("keys with the same name, such as a key and its replacement, are two lines", () => {
  const rows = [
    row("k1", "worker"),
    row("k2", "worker"),
    row("k3", "site"),
    row("k3", "site", "2025-03-02"),
    row("k4", ""),
  ];
  expect(rows.map(usageLabels({ usage_list: rows }, "key"))).toEqual([
    "worker (k1)",
    "worker (k2)",
    "site",
    "site",
    "k4",
  ]);
  expect(new Set(rows.map(usageLabels({ usage_list: rows }, "total")))).toEqual(new Set(["All"]));
});
