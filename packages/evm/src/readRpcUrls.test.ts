import { expect, test } from "vitest";
import { readRpcUrls } from "./readRpcUrls.ts";

test("URLs are read chain by chain, several separated by commas, and other variables are nobody's", () => {
  const env = {
    PORTICO_RPC_ETH: " https://a.example/key, http://b.example ,",
    PORTICO_RPC_BASE: "https://c.example",
    PORTICO_RPC_OP: " ",
    PORTICO_RPC_ARB: undefined,
    PORTICO_START_ETH: "0",
  };
  expect(readRpcUrls(env)).toEqual([
    { chain: "eth", urls: ["https://a.example/key", "http://b.example"] },
    { chain: "base", urls: ["https://c.example"] },
  ]);
});

test.each([
  ["PORTICO_RPC_NOWHERE", "https://a.example", /^PORTICO_RPC_NOWHERE names no chain: 'nowhere' is none of abs, /],
  ["PORTICO_RPC_ETH", "ws://a.example", /^PORTICO_RPC_ETH must be http or https URLs/],
  ["PORTICO_RPC_ETH", "https://a.example,secret", /^PORTICO_RPC_ETH must be http or https URLs/],
  ["PORTICO_RPC_ETH", ",", /^PORTICO_RPC_ETH must be http or https URLs/],
])("%s=%s is refused by the variable's name alone", (name, value, message) => {
  const read = () => readRpcUrls({ [name]: value });
  expect(read).toThrow(RangeError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/example|secret/);
});
