import { beforeAll, expect, test } from "vitest";
import { gapOf, isNothingRead, formatPriceAge, type SourceChain, formatSpan, reportedChains } from "./sourceLines.ts";
import { showLanguage } from "../testing/showLanguage.ts";

beforeAll(() => showLanguage("en"));

const chain = (some: Partial<SourceChain>): SourceChain => ({
  chain: "eth",
  block: 5,
  timeAt: 1000,
  sinceBlock: undefined,
  history: undefined,
  isCollecting: false,
  historyReason: undefined,
  positionsBlock: undefined,
  isSyncing: false,
  isUnread: false,
  isScanning: false,
  isUnserved: false,
  isFailed: false,
  isRefreshing: false,
  missingProtocols: [],
  ...some,
});

test("a chain that is missing from a figure states why", () => {
  expect(gapOf(chain({}))).toBeUndefined();
  expect(gapOf(chain({ isFailed: true }))).toBe("could not be read this time");
  expect(gapOf(chain({ isSyncing: true, isUnread: true }))).toBe("being read for the first time");
});

test("chains that aren't served are left out, unless requested explicitly", () => {
  const chains = [chain({}), chain({ chain: "arb", isUnserved: true })];
  expect(reportedChains(chains, undefined).map(({ chain: id }) => id)).toEqual(["eth"]);
  expect(reportedChains(chains, "arb").map(({ chain: id }) => id)).toEqual(["arb"]);
});

test("spans are shown in their largest whole unit, and never negative", () => {
  expect([0, 1, 59, 60, 7199, 86_400, 1e8].map(formatSpan)).toEqual([
    "0 seconds",
    "1 second",
    "59 seconds",
    "1 minute",
    "1 hour",
    "1 day",
    "1,157 days",
  ]);
  expect(formatPriceAge(990, 1000)).toBe("10 seconds before that block");
  expect(formatPriceAge(1001, 1000)).toBe("at that block");
  expect(formatPriceAge(1001, undefined)).toBeUndefined();
});

test("if no requested chain could be read, nothing is known; a single one that was read is enough", () => {
  const [read, failed, unread] = [chain({}), chain({ isFailed: true }), chain({ chain: "base", isUnread: true })];
  const elsewhere = chain({ chain: "arb", isUnserved: true });
  expect(isNothingRead([failed, unread, elsewhere], undefined)).toBe(true);
  expect(isNothingRead([read, unread, elsewhere], undefined)).toBe(false);
  expect(isNothingRead([read, unread], "base")).toBe(true);
  expect(isNothingRead([read], "arb")).toBe(true);
  expect(isNothingRead([elsewhere], undefined)).toBe(false);
});
