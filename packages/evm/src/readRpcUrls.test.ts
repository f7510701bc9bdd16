import { expect, test } from "vitest";
import { chains } from "./chains.ts";
import { parseRpcVariable, readRpcUrls } from "./readRpcUrls.ts";

test("URLs are read by chain, several separated by commas, and other variables are ignored", () => {
  const env = {
    PORTICO_RPC_ETH: " https://a.example/key, http://b.example ,",
    PORTICO_RPC_BASE: "https://c.example",
    PORTICO_RPC_OP: " ",
    PORTICO_RPC_ARB: undefined,
    PORTICO_RPC_ETH_RPS: "12.5",
    PORTICO_RPC_ETH_BATCH: " 20",
    PORTICO_RPC_BASE_RPS: "",
    PORTICO_START_ETH: "0",
  };
  expect(readRpcUrls(env)).toEqual([
    { chain: "eth", urls: ["https://a.example/key", "http://b.example"], maxRps: 12.5, batchSize: 20 },
    { chain: "base", urls: ["https://c.example"] },
  ]);
});

test.each([
  [
    "PORTICO_RPC_NOWHERE",
    "https://a.example",
    /^PORTICO_RPC_NOWHERE does not name a chain: 'nowhere' is not one of abs, /,
  ],
  ["PORTICO_RPC_ETH", "ws://a.example", /^PORTICO_RPC_ETH must be http or https URLs/],
  ["PORTICO_RPC_ETH", "https://a.example,secret", /^PORTICO_RPC_ETH must be http or https URLs/],
  ["PORTICO_RPC_ETH", ",", /^PORTICO_RPC_ETH must be http or https URLs/],
  ["PORTICO_RPC_ETH_RPS", "5", /^PORTICO_RPC_ETH_RPS is set, but PORTICO_RPC_ETH is not$/],
  ["PORTICO_RPC_NOWHERE_BATCH", "5", /^PORTICO_RPC_NOWHERE_BATCH does not name a chain: 'nowhere' is not one of abs, /],
])("%s=%s is rejected by the variable's name alone", (name, value, message) => {
  const read = () => readRpcUrls({ [name]: value });
  expect(read).toThrow(RangeError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/example|secret/);
});

test.each([
  ["RPS", "0"],
  ["RPS", "-1"],
  ["RPS", "fast"],
  ["RPS", "1e3"],
  ["RPS", "100001"],
  ["BATCH", "0"],
  ["BATCH", "1.5"],
  ["BATCH", "1001"],
])("PORTICO_RPC_ETH_%s=%s is rejected", (suffix, value) => {
  const read = () => readRpcUrls({ PORTICO_RPC_ETH: "https://a.example", [`PORTICO_RPC_ETH_${suffix}`]: value });
  expect(read).toThrow(new RegExp(`^PORTICO_RPC_ETH_${suffix} must be calls `));
});

test("no chain's slug could be taken for another chain's setting", () => {
  for (const { slug } of chains) {
    expect(parseRpcVariable(`PORTICO_RPC_${slug.toUpperCase()}`)).toEqual({ slug, setting: "urls" });
    expect(parseRpcVariable(`PORTICO_RPC_${slug.toUpperCase()}_RPS`)).toEqual({ slug, setting: "rps" });
  }
});
