import { chains } from "@portico/evm";
import { uniswapV2Deployments, uniswapV3Deployments } from "@portico/devnet";
import { describe, expect, it } from "vitest";
import { adapters } from "./adapters.ts";
import { findDeployed, findDeployedAt, listDeployed } from "./deployed.ts";
import routerTable from "./routers.json" with { type: "json" };
import { toLower } from "./toLower.ts";

describe("routers of protocols", () => {
  it("are lower-case addresses on chains of the protocol, without duplicates", () => {
    for (const [id, table] of Object.entries<Record<string, string[]>>(routerTable)) {
      const adapter = adapters.find((one) => one.id === id);
      expect(adapter?.routers).toEqual(table);
      for (const [chain, addresses] of Object.entries(table)) {
        expect(Object.keys(adapter!.deployments)).toContain(chain);
        expect(addresses.filter((address) => !/^0x[0-9a-f]{40}$/.test(address))).toEqual([]);
      }
    }
  });

  it("belong to one protocol, and are not another's contracts", () => {
    for (const { slug } of chains) {
      const named = listDeployed(slug).flatMap(({ adapter }) => adapter.routers?.[slug] ?? []);
      expect(new Set(named).size).toBe(named.length);
      const own = new Set(listDeployed(slug).flatMap(({ addresses }) => [...addresses]));
      expect(named.filter((address) => own.has(address))).toEqual([]);
    }
  });

  it.each([
    ["eth", "0x7a250d5630b4cf539739df2c5dacb4c659f2488d", "uniswap2"],
    ["eth", "0xe592427a0aece92de3edee1f18e0157c05861564", "uniswap3"],
    ["eth", "0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45", "uniswap3"],
    ["eth", "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad", "uniswap3"],
    ["eth", "0x66a9893cc07d91d95644aedd05d03f95e1dba8af", "uniswap4"],
    ["eth", "0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f", "sushiswap"],
    ["eth", "0xa397a8c2086c554b531c02e29f3291c9704b00c7", "compound3"],
    ["eth", "0x6566194141eefa99af43bb5aa71460ca2dc90245", "morphoblue"],
    ["arb", "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad", "arb_uniswap3"],
    ["op", "0xb555edf5dcf85f42ceef1f3630a52a108e55a654", "op_uniswap3"],
    ["matic", "0x4c60051384bd2d3c01bfc845cf5f4b44bcbe9de5", "matic_uniswap3"],
    ["bsc", "0x5dc88340e1c5c6366864ee415d6034cadd1a9897", "bsc_uniswap3"],
    ["bsc", "0x10ed43c718714eb63d5aa57b78b54704e256024e", "bsc_pancakeswap"],
    ["base", "0x2626664c2603336e57b271c5c0b26f421741e481", "base_uniswap3"],
    ["matic", "0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff", "matic_quickswap"],
  ] as const)("%s has %s: %s", (chain, address, id) => {
    expect(findDeployedAt(chain, address)?.id).toBe(id);
  });

  it("include the devnet's routers", () => {
    for (const chain of ["eth", "base"] as const) {
      const [v2, v3] = [uniswapV2Deployments[chain].router, uniswapV3Deployments[chain].router];
      expect(findDeployedAt(chain, toLower(v2))?.adapter.id).toBe("uniswap2");
      expect(findDeployedAt(chain, toLower(v3))?.adapter.id).toBe("uniswap3");
    }
  });

  it("are not among the contracts that are read", () => {
    expect(findDeployed("uniswap2")!.addresses).not.toContain("0x7a250d5630b4cf539739df2c5dacb4c659f2488d");
  });
});
