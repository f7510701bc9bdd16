import { expect, test } from "vitest";
import { chainlinkFeeds } from "./chainlinkFeeds.ts";
import { chains, findChain, getChain } from "./chains.ts";

const isUnlike = (pattern: RegExp) => (value: string | null) => value !== null && !pattern.test(value);
const ADDRESS = /^0x[0-9a-f]{40}$/;

test("the table has the contract's 72 chains, each slug and chain id once", () => {
  expect(chains).toHaveLength(72);
  expect(new Set(chains.map(({ slug }) => slug)).size).toBe(72);
  expect(new Set(chains.map(({ chainId }) => chainId)).size).toBe(72);
});

test.each(chains.map((chain) => [chain.slug, chain] as const))("%s is a complete row", (slug, chain) => {
  expect(slug).toMatch(/^[a-z0-9]+$/);
  expect(chain.chainId).toBeGreaterThan(0);
  expect(chain.name).not.toBe("");
  expect(chain.native).toEqual({
    id: slug,
    symbol: expect.stringMatching(/\S/),
    name: expect.stringMatching(/\S/),
    decimals: 18,
  });
  expect([chain.wrappedToken, chain.nativeErc20, chain.multicall3].filter(isUnlike(ADDRESS))).toEqual([]);
  for (const url of chain.publicRpcUrls) expect(new URL(url).protocol).toBe("https:");
  expect([chain.explorerUrl].filter(isUnlike(/^https:\/\/.*[^/]$/))).toEqual([]);
  expect(chain.blockIntervalMs ?? 1).toBeGreaterThan(0);
  expect([true, false, null]).toContain(chain.isEip1559);
  expect(chain.logoUrl).toBeNull();
  for (const confidence of [chain.confidence, chain.wrappedConfidence]) {
    expect(["high", "medium", "low"]).toContain(confidence);
  }
  expect(chain.sources.length).toBeGreaterThan(0);
});

test("a chain is found by its slug only", () => {
  expect(getChain("eth").chainId).toBe(1);
  expect(findChain("1")).toBeUndefined();
  expect(findChain("toString")).toBeUndefined();
  expect(() => getChain("ethereum")).toThrow(new RangeError("Unknown chain 'ethereum'"));
});

test("an ERC-20 view of the native coin is listed, so that it isn't counted twice", () => {
  expect(getChain("celo").nativeErc20).toBe(getChain("celo").wrappedToken);
  expect(getChain("eth").nativeErc20).toBeNull();
});

test("price feeds are on known chains with lower-case addresses", () => {
  for (const [slug, feeds] of Object.entries(chainlinkFeeds)) {
    expect(findChain(slug)).toBeDefined();
    for (const [token, { feed, description, heartbeatSeconds }] of Object.entries(feeds)) {
      expect(token).toMatch(ADDRESS);
      expect(feed).toMatch(ADDRESS);
      expect(description).toMatch(/ \/ USD$/);
      expect(heartbeatSeconds).toBeGreaterThan(0);
    }
  }
});
