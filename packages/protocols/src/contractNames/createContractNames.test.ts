import type { Address } from "@portico/evm";
import { describe, expect, it } from "vitest";
import { createContractNames } from "./createContractNames.ts";

const tables = createContractNames();
const UNKNOWN: Address = "0x1111111111111111111111111111111111111111";
const DAI: Address = "0x6b175474e89094c44da98b954eedeac495271d0f";

describe("findBy", () => {
  it.each([
    ["eth", "0xa6b71e26c5e0845f74c812102ca7114b6a896ab2", "safe", "infrastructure"], // SafeProxyFactory 1.3.0
    ["eth", "0xb9fc157394af804a3578134a6585c0dc9cc990d4", "curve", "contract"], // stable swap factory
    ["eth", "0x1f98431c8ad98523631ae4a59f267346ea31f984", "uniswap3", "contract"],
  ])("names what belongs to a named contract: on %s, of %s is %s", (chain, address, id, kind) => {
    for (const pointer of ["creator", "factory", "implementation"] as const) {
      expect(tables.findBy(pointer, chain, address as Address)).toMatchObject({ id, kind, source: pointer });
    }
  });

  it("names nothing by a token or an unknown account", () => {
    expect(tables.find("eth", DAI)?.kind).toBe("token");
    expect(tables.findBy("creator", "eth", DAI)).toBeUndefined();
    expect(tables.findBy("factory", "eth", UNKNOWN)).toBeUndefined();
  });
});

describe("an operator's names", () => {
  const own = { chain: "eth", address: UNKNOWN, protocol: "vaultco", name: undefined, use: undefined };

  it("win over the tables, on their chain only, and name what belongs to their contracts", () => {
    const names = createContractNames([{ ...own, address: DAI, name: "Vault Co", use: "bridge" }]);
    const named = { id: "vaultco", name: "Vault Co", siteUrl: "", kind: "contract", use: "bridge" };
    expect(names.find("eth", "0x6B175474E89094C44Da98b954EedeAC495271d0F")).toEqual({ ...named, source: "operator" });
    expect(names.findBy("factory", "eth", DAI)).toEqual({ ...named, source: "factory" });
    expect(names.find("base", DAI)).toBeUndefined();
  });

  it("take what they leave out from the tables", () => {
    const [hop, unknown] = ["hop", "vaultco"].map((protocol) =>
      createContractNames([{ ...own, chain: "base", protocol }]).find("base", UNKNOWN),
    );
    expect(hop).toMatchObject({ id: "base_hop", name: "Hop Protocol", use: "bridge", source: "operator" });
    expect(unknown).toMatchObject({ id: "base_vaultco", name: "vaultco", use: "other" });
  });
});
