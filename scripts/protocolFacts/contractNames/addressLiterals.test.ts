import { describe, expect, it } from "vitest";
import { listAddressLiterals } from "./addressLiterals.ts";
import { findChainIn } from "./chainNames.ts";

const router = "0x1111111111111111111111111111111111111111";

describe("listAddressLiterals", () => {
  it.each([
    ["a.ts", `export const x = { [CHAIN.ETHEREUM]: { routerAddress: "${router}" } }`, "eth", "routerAddress"],
    ["a.js", `const optimismVaults = ["${router}"]`, "op", "optimismVaults"],
    ["a.json", `[{ "chainId": 8453, "address": "${router}" }]`, "base", "address"],
    ["a.ts", `const deployed = { [arbitrum.id]: { hub: "${router}" } }`, "arb", "hub"],
    ["a.ts", `export default { base: () => sumTokens({ owners: ["${router}"] }) }`, "base", "owners"],
  ])("%s: %s", (file, text, chain, role) => {
    const [found, ...others] = listAddressLiterals(text, file);
    expect(others).toEqual([]);
    expect(found?.address).toBe(router);
    expect(findChainIn(found?.path ?? [])).toBe(chain);
    expect(found?.path.at(-1)).toBe(role);
  });

  it("omits other texts", () => {
    expect(listAddressLiterals(`const hash = "${router}00"; // ${router}`, "a.ts")).toEqual([]);
  });
});
