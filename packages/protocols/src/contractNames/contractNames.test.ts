import { readFileSync } from "node:fs";
import { chains, type Address } from "@portico/evm";
import { describe, expect, it } from "vitest";
import { adapters } from "../adapters.ts";
import { findDeployedAt, isListed, listParts } from "../deployed.ts";
import type { Deployed } from "../deployed.ts";
import { nameContract } from "./contractNames.ts";

type Rows = Record<string, Record<string, string>>;
const { protocols, contracts, tokens } = JSON.parse(
  readFileSync(new URL("contractNames.json", import.meta.url), "utf8"),
) as { protocols: Record<string, { name?: string }>; contracts: Rows; tokens: Rows };

const rows = [contracts, tokens].flatMap((table) =>
  Object.entries(table).flatMap(([chain, named]) =>
    Object.entries(named).flatMap(([protocol, addresses]) =>
      addresses.split(" ").map((address) => ({ chain, protocol, address, key: `${chain} ${address}` })),
    ),
  ),
);

/** The addresses of a protocol's rows in the catalogue. */
const listRoleAddresses = (deployed: Deployed) =>
  listParts(deployed).flatMap(({ row }) => (row === undefined ? [] : Object.values(row.addresses).flat()));

describe("table of contracts", () => {
  it("has lower-case addresses on known chains, each once, of named protocols", () => {
    const slugs = new Set(chains.map(({ slug }) => slug));
    const ids = new Set([...Object.keys(protocols), ...adapters.map(({ id }) => id)]);
    expect(rows.filter(({ address }) => !/^[0-9a-f]{40}$/.test(address))).toEqual([]);
    expect(rows.filter(({ chain }) => !slugs.has(chain))).toEqual([]);
    expect(rows.filter(({ protocol }) => !ids.has(protocol))).toEqual([]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it("does not repeat what adapters know, nor the wrapped native coin", () => {
    const isOfAdapter = ({ chain, address }: (typeof rows)[number]) => {
      const deployed = findDeployedAt(chain, `0x${address}`);
      return deployed !== undefined && !isListed(deployed) && !listRoleAddresses(deployed).includes(`0x${address}`);
    };
    expect(rows.filter(isOfAdapter)).toEqual([]);
    const wrapped = new Set(chains.map(({ slug, wrappedToken }) => `${slug} ${wrappedToken?.slice(2) ?? ""}`));
    expect(rows.filter(({ key }) => wrapped.has(key))).toEqual([]);
  });

  it("names no ordinary token as a contract of a protocol", () => {
    const ordinary = {
      arb: ["0x912ce59144191c1204e64559fe8253a0e49e6548", "0xaf88d065e77c8cc2239327c5edb3a432268e5831"],
      eth: [
        "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "0xdac17f958d2ee523a2206206994597c13d831ec7",
        "0x6b175474e89094c44da98b954eedeac495271d0f",
        "0xd533a949740bb3306d119cc777fa900ba034cd52",
        "0x2260fac5e5542a773aa44fbcfedf7c193bc2c599",
      ],
      op: ["0x94b008aa00579c1307b0ef2c499ad98a8ce58e58"],
    };
    const found = Object.entries(ordinary).flatMap(([chain, list]) =>
      list.map((address) => nameContract(chain, address as Address)?.kind),
    );
    expect(found.filter((kind) => kind === "contract")).toEqual([]);
  });
});

describe("nameContract", () => {
  it.each([
    ["eth", "0xb8901acb165ed027e32754e0ffe830802919727f", "hop", "Hop Protocol", "contract", "table"],
    ["eth", "0x9008D19f58AAbD9eD0D60971565AA8510560ab41", "cowswap", "CoW Swap", "contract", "table"],
    ["op", "0xba12222222228d8ba445958a75a0704d566bf2c8", "op_balancer2", "Balancer V2", "contract", "adapter"],
    ["eth", "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2", "aave3", "Aave V3", "contract", "adapter"],
    ["base", "0x4200000000000000000000000000000000000006", "base_weth", "Wrapped Ether", "token", "table"],
    ["eth", "0x000000000022d473030f116ddee9f6b43ac78ba3", "permit2", "Permit2", "infrastructure", "adapter"],
    ["arb", "0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761", "arb_safe", "Safe", "infrastructure", "table"],
  ])("on %s, %s is %s", (chain, address, id, name, kind, source) => {
    expect(nameContract(chain, address as Address)).toMatchObject({ id, name, kind, source });
  });

  it("knows no others", () => {
    expect(nameContract("eth", "0x1111111111111111111111111111111111111111")).toBeUndefined();
    expect(nameContract("nowhere", "0xb8901acb165ed027e32754e0ffe830802919727f")).toBeUndefined();
  });
});
