import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseTokenList } from "./parseTokenList.ts";
import { TokenListError } from "./tokenSource.ts";

/** Any code points; fast-check's own "binary" strings take seconds to set up. */
const anyText = fc.array(fc.nat({ max: 0x10ffff })).map((points) => String.fromCodePoint(...points));

const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const token = { chainId: 1, address: USDC, name: "USD Coin", symbol: "USDC", decimals: 6 };
const list = {
  name: "My list",
  timestamp: "2026-01-01T00:00:00+00:00",
  version: { major: 1, minor: 0, patch: 0 },
  tokens: [token],
};
const withToken = (fields: object) => JSON.stringify({ ...list, tokens: [token, { ...token, ...fields }] });
const parse = (text: string) => parseTokenList(text, "my-list.json");

test("a list is read by chain, with addresses in lower case, and tokens tagged core as core", () => {
  const other = { ...token, address: `0x${"0".repeat(39)}B`, chainId: 8453, tags: ["core"] };
  const logo = { ...token, address: `0x${"0".repeat(39)}c`, name: "", symbol: "", logoURI: "https://x.example/c.svg" };
  const lists = parse(JSON.stringify({ ...list, tokens: [token, other, logo, { ...token, name: "Twice" }] }));
  const usdc = { address: USDC.toLowerCase(), name: "USD Coin", symbol: "USDC", decimals: 6, logoUrl: null };
  expect(lists.get(1)).toEqual([
    { ...usdc, isCore: false },
    { ...usdc, address: logo.address, name: null, symbol: null, logoUrl: "https://x.example/c.svg", isCore: false },
  ]);
  expect(lists.get(8453)).toEqual([{ ...usdc, address: other.address.toLowerCase(), isCore: true }]);
});

test("a token of a chain that isn't an EVM chain is left out", () => {
  const solana = { ...token, chainId: 501_000_101, address: "So11111111111111111111111111111111111111112" };
  expect([...parse(JSON.stringify({ ...list, tokens: [solana, token] })).keys()]).toEqual([1]);
});

const broken: [fault: string, text: string, named: RegExp][] = [
  ["no JSON", "<html>not found</html>", /is not JSON/],
  ["nothing", "", /is not JSON/],
  ["no list", "[]", /the list must be object/],
  ["no tokens", JSON.stringify({ ...list, tokens: undefined }), /tokens/],
  ["an address that is too short", withToken({ address: "0x12" }), /\/tokens\/1\/address/],
  ["decimals as text", withToken({ decimals: "6" }), /\/tokens\/1\/decimals/],
  ["decimals beyond a uint8", withToken({ decimals: 256 }), /\/tokens\/1\/decimals/],
  ["a negative chain id", withToken({ chainId: -1 }), /\/tokens\/1\/chainId/],
  ["a symbol with a space", withToken({ symbol: "US DC" }), /\/tokens\/1\/symbol/],
  ["a name that is too long", withToken({ name: "x".repeat(61) }), /\/tokens\/1\/name/],
  ["a logo that is no URL", withToken({ logoURI: "a picture" }), /\/tokens\/1\/logoURI/],
  ["a field that the format lacks", withToken({ verified: true }), /\/tokens\/1 /],
];
test.each(broken)("a list with %s is refused with its name and the field's", (_fault, text, named) => {
  expect(() => parse(text)).toThrow(TokenListError);
  expect(() => parse(text)).toThrow(/my-list\.json/);
  expect(() => parse(text)).toThrow(named);
});

const hostileLogos = [
  "javascript:alert(1)",
  "data:text/html,%3Cscript%3Ealert(1)%3C/script%3E",
  "file:///etc/passwd",
  "http://10.0.0.1/x.png",
  "https://user:secret@x.example/x.png",
];
test.each(hostileLogos)("X06 a logo at %s is dropped", (logoURI) => {
  expect(parse(withToken({ address: USDC.replace("A0", "B0"), logoURI })).get(1)?.[1]?.logoUrl).toBeNull();
});

/** @throws any error except one that names the list's fault. */
function parseOrRefuse(text: string): ReturnType<typeof parse> {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TokenListError) return new Map();
    throw error;
  }
}

test("any JSON is read or refused as a list, and what is read can be stored", () => {
  const anyToken = fc.record(
    {
      chainId: fc.oneof(fc.integer(), fc.constant(1)),
      address: fc.oneof(fc.string(), fc.constant(USDC)),
      name: fc.oneof(anyText, fc.constant(null)),
      symbol: anyText,
      decimals: fc.oneof(fc.integer(), fc.double()),
      logoURI: fc.constantFrom("https://x.example/a.png", "http://x.example", "javascript:alert(1)", "x"),
      tags: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(anyToken, { maxLength: 5 }), fc.jsonValue()), (tokens) => {
      const lists = parseOrRefuse(JSON.stringify({ ...list, tokens }));
      for (const { address, decimals, logoUrl } of [...lists.values()].flat()) {
        expect(address).toMatch(/^0x[0-9a-f]{40}$/);
        expect(decimals).toSatisfy((value: number) => Number.isInteger(value) && value >= 0 && value <= 255);
        expect(logoUrl ?? "https:").toMatch(/^https:/);
      }
    }),
  );
});
