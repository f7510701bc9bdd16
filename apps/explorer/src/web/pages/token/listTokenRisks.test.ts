import type { Token } from "@portico/client";
import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../testing/showLanguage.ts";
import { listTokenRisks } from "./listTokenRisks.ts";

beforeAll(() => showLanguage("en", "token"));

const NOW = 1_800_000_000;
const token = (fields: Partial<Token>): Token =>
  ({
    id: `0x${"1".repeat(40)}`,
    is_verified: true,
    is_scam: false,
    is_suspicious: false,
    time_at: NOW - 400 * 86_400,
    price: 1,
    price_at: NOW,
    ...fields,
  }) as Token;
const tones = (fields: Partial<Token>) => listTokenRisks(token(fields), NOW).map(({ tone }) => tone);

test("a listed, old, priced token has nothing against it", () => {
  expect(tones({})).toEqual(["good", "good", "good"]);
});

test("the worst comes first, and what nobody has judged is not called good", () => {
  expect(tones({ is_scam: true, is_verified: false })).toEqual(["bad", "caution", "good"]);
  expect(tones({ is_suspicious: null, is_scam: null })).toEqual(["unknown", "good", "good"]);
  expect(tones({ time_at: NOW - 86_400 })).toContain("caution");
  expect(tones({ time_at: 0, price: 0 })).toEqual(["unknown", "unknown", "good", "good"]);
  expect(tones({ price_at: NOW - 200_000 })).toContain("caution");
});

test("a native coin has no age", () => {
  expect(tones({ id: "eth", time_at: 0 })).toEqual(["good", "good"]);
});
