import { describe, expect, it } from "vitest";
import type { ContractClaim, Rank } from "./claim.ts";
import { mergeClaims } from "./merge.ts";

const address = "0x1111111111111111111111111111111111111111";
const claim = (protocol: string, rank: Rank, chain = "eth"): ContractClaim => ({ protocol, chain, address, rank });
const merge = (...claims: ContractClaim[]) => mergeClaims(claims).map(({ protocol }) => protocol);

describe("mergeClaims", () => {
  it("believes the best source", () => {
    expect(merge(claim("someadapter", "role"), claim("hop", "label"))).toEqual(["hop"]);
    expect(merge(claim("hop", "label"), claim("across", "deployment"))).toEqual(["across"]);
  });

  it("names nothing if sources of the same rank disagree", () => {
    expect(merge(claim("hop", "label"), claim("across", "label"))).toEqual([]);
    expect(merge(claim("first", "role"), claim("second", "adapter"))).toEqual([]);
  });

  it("believes the one well-known protocol among adapters, which build on it", () => {
    expect(merge(claim("penpie", "role"), claim("equilibria", "adapter"), claim("pendle", "adapter"))).toEqual([
      "pendle",
    ]);
    expect(merge(claim("curve", "role"), claim("convex", "role"))).toEqual([]);
  });

  it("lets a mention disagree, on whatever chain, and name nothing", () => {
    expect(merge(claim("penpie", "adapter"), claim("other", "mention", "*"))).toEqual([]);
    expect(merge(claim("penpie", "adapter"), claim("penpie", "mention", "*"))).toEqual(["penpie"]);
    expect(merge(claim("pendle", "mention"))).toEqual([]);
    expect(merge(claim("hop", "label"), claim("other", "mention", "*"))).toEqual(["hop"]);
  });

  it("omits long lists without a role", () => {
    const list = Array.from({ length: 11 }, (_, index) => ({
      ...claim("tokens", "adapter"),
      address: `0x${String(index + 100).padStart(40, "2")}` as const,
    }));
    expect(mergeClaims(list)).toEqual([]);
    expect(mergeClaims(list.slice(1))).toHaveLength(10);
  });
});
