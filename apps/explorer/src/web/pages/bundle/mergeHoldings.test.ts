import type { ResultMeta, UserToken } from "@portico/client";
import { beforeAll, expect, test } from "vitest";
import { mergeMetas, mergeTokens } from "./mergeHoldings.ts";
import { showLanguage } from "../../testing/showLanguage.ts";

beforeAll(() => showLanguage("en"));

const token = (chain: string, id: string, raw: bigint): UserToken =>
  ({ chain, id, amount: Number(raw), raw_amount: raw, usd_value: Number(raw) * 2 }) as UserToken;

test("the same token of several addresses is one, exactly; the same id on another chain is another", () => {
  const big = 2n ** 200n + 1n;
  const merged = mergeTokens([
    [token("eth", "a", big), token("eth", "b", 1n)],
    [],
    [token("eth", "a", 1n), token("base", "a", 5n)],
  ]);
  expect(merged.map(({ chain, id, raw_amount: raw }) => [chain, id, raw])).toEqual([
    ["eth", "a", big + 1n],
    ["eth", "b", 1n],
    ["base", "a", 5n],
  ]);
  expect(mergeTokens([[token("eth", "b", 1n)], [token("eth", "b", 2n)]])[0]).toMatchObject({ amount: 3, usd_value: 6 });
});

test("what is missing for one address is missing for all, and the oldest block counts", () => {
  const chain = (fields: object) => ({ chain: "eth", missingProtocols: [], ...fields });
  const meta = (...chains: object[]) => ({ chains }) as unknown as ResultMeta;
  const merged = mergeMetas([
    meta(chain({ block: 5, missingProtocols: ["x"] }), { ...chain({ block: 9 }), chain: "base" }),
    meta(chain({ block: 3 }), { ...chain({ isFailed: true }), chain: "base" }),
  ]);
  expect(merged.chains).toMatchObject([
    { chain: "eth", block: 3, missingProtocols: ["x"] },
    { chain: "base", isFailed: true },
  ]);
});
