import type { DashboardKey } from "@portico/contract";
import { expect, test } from "vitest";
import { changesOfKey, draftOfKey } from "./keyDraft.ts";

const KEY: DashboardKey = {
  id: "k1",
  name: "worker",
  ip_ranges: ["203.0.113.7"],
  operations: ["getMe"],
  rate_per_second: null,
  profile: null,
  is_wallet_enabled: false,
  units_30_days: 0,
  created_at: 1_750_000_000,
  expires_at: new Date(2025, 5, 1, 12, 30).getTime() / 1000,
  revoked_at: null,
  last_used_at: null,
};

test("saving another setting of a key that ends within a day leaves its expiry", () => {
  const draft = draftOfKey(KEY);
  expect(changesOfKey(draft, { ...draft, ipRanges: "203.0.113.7\n" })).toEqual({});
  expect(changesOfKey(draft, { ...draft, name: "cron", ipRanges: "", rate: "5" })).toEqual({
    name: "cron",
    ip_ranges: [],
    rate_per_second: 5,
  });
  expect(changesOfKey(draft, { ...draft, lastDay: "2025-06-02" })).toEqual({
    expires_at: new Date(2025, 5, 3).getTime() / 1000,
  });
  expect(changesOfKey(draft, { ...draft, lastDay: "" })).toEqual({ expires_at: null });
});
