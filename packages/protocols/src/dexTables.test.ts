import { chains, listPoolFactories } from "@portico/evm";
import { uniswapV2Deployments, uniswapV3Deployments } from "@portico/devnet";
import { describe, expect, it } from "vitest";
import { findDeployed, findDeployedAt } from "./deployed.ts";
import { pancakeswap } from "./pancakeswap/pancakeswap.ts";
import { pancakeswap3 } from "./pancakeswap3/pancakeswap3.ts";
import { quickswap } from "./quickswap/quickswap.ts";
import { sushiswap } from "./sushiswap/sushiswap.ts";
import { sushiswap3 } from "./sushiswap3/sushiswap3.ts";
import { uniswap2 } from "./uniswap2/uniswap2.ts";
import { uniswap3 } from "./uniswap3/uniswap3.ts";
import { uniswap4 } from "./uniswap4/uniswap4.ts";

const dexes = [pancakeswap, pancakeswap3, quickswap, sushiswap, sushiswap3, uniswap2, uniswap3, uniswap4];
const slugs = new Set(chains.map(({ slug }) => slug));

const listTexts = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
};

describe("the tables of exchanges", () => {
  it.each(dexes.map((adapter) => [adapter.id, adapter] as const))(
    "%s names our chains and lower-case addresses only",
    (_id, adapter) => {
      const table = Object.entries<object>(adapter.deployments);
      expect(table.filter(([chain]) => !slugs.has(chain))).toEqual([]);
      const texts = table
        .flatMap(([, contracts]) => listTexts(contracts))
        .filter((text) => !text.startsWith("pending"));
      expect(texts.filter((text) => !/^0x[0-9a-f]{40}$/.test(text))).toEqual([]);
      expect(texts.length).toBeGreaterThan(0);
    },
  );

  it("contain every Uniswap V2 factory that prices are read from", () => {
    const known = new Set(
      [pancakeswap, quickswap, sushiswap, uniswap2].flatMap(({ deployments }) => listTexts(deployments)),
    );
    const wanted = chains.flatMap(({ slug }) => listPoolFactories(slug).filter(({ kind }) => kind === "v2"));
    expect(wanted.filter(({ factory }) => !known.has(factory))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(30);
  });

  it("agree with the devnet on mainnet contracts", () => {
    for (const chain of ["eth", "base"] as const) {
      const { factory, positions } = uniswapV3Deployments[chain];
      const v2 = uniswapV2Deployments[chain].factory.toLowerCase();
      expect(uniswap2.deployments[chain]).toMatchObject({ factory: v2 });
      const expected = { factory: factory.toLowerCase(), positions: positions.toLowerCase() };
      expect(uniswap3.deployments[chain]).toMatchObject(expected);
    }
  });

  it("name protocols by chain", () => {
    expect(findDeployed("matic_quickswap")?.chain).toBe("matic");
    expect(findDeployed("bsc_pancakeswap3")?.adapter.name).toBe("PancakeSwap V3");
    expect(findDeployedAt("eth", "0xc2edad668740f1aa35e4d8f227fb8e17dca888cd")?.id).toBe("sushiswap");
    expect(findDeployedAt("eth", "0xe34139463ba50bd61336e0c446bd8c0867c6fe65")?.id).toBe("uniswap3");
  });
});
