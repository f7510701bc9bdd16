import type { AccountCode } from "@portico/client";
import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../testing/showLanguage.ts";
import { knownName, listAccountKinds } from "./accountKinds.ts";

beforeAll(() => showLanguage("en"));

const DELEGATE = `0x${"63".repeat(20)}`;
const code = (fields: Partial<AccountCode>): AccountCode => ({
  chain: "eth",
  is_contract: null,
  name: "",
  is_token: false,
  is_verified: false,
  protocol: null,
  delegate: null,
  ...fields,
});
const protocol = (id: string, source: "adapter" | "implementation" | "creator", name = id) => ({
  id,
  name,
  site_url: "",
  source,
});
const describe = (...codes: readonly AccountCode[]) =>
  listAccountKinds(codes).map(({ text, chains, isEverywhere }) => [text, chains.join(), isEverywhere]);

test("nothing is said of chains where it isn't known what an address is", () => {
  expect(describe(code({}), code({ chain: "base" }))).toEqual([]);
  expect(describe(code({}), code({ chain: "base", is_contract: false }))).toEqual([["Not a contract", "base", false]]);
});

test("an address is a contract where it has code, a Safe by the code that it runs, and no contract if it delegates", () => {
  const safe = { is_contract: true, protocol: protocol("op_safe", "implementation", "Safe") };
  const delegate = { id: DELEGATE, protocol: null };
  expect(
    describe(
      code({ is_contract: false }),
      code({ chain: "base", is_contract: true, is_token: true }),
      code({ chain: "op", ...safe }),
      code({ chain: "arb", is_contract: true, protocol: protocol("uniswap2", "creator", "Uniswap V2") }),
      code({ chain: "scrl", is_contract: true, protocol: protocol("scrl_safe", "creator", "Safe") }),
      code({ chain: "bsc", is_contract: true, protocol: protocol("uniswap2", "adapter", "Uniswap V2") }),
      code({ chain: "linea", is_contract: false, delegate }),
    ),
  ).toEqual([
    ["Token contract", "base", false],
    ["Smart wallet: Safe", "op", false],
    ["Contract of Uniswap V2", "arb", false],
    ["Contract of Safe", "scrl", false],
    ["Contract", "bsc", false],
    ["", "linea", false],
    ["Not a contract", "eth", false],
  ]);
  expect(describe(code({ is_contract: true }))).toEqual([["Contract", "eth", true]]);
});

test("an address is never called what a contract calls itself, nor what it is only one of many of", () => {
  const token = { is_contract: true, is_token: true, name: "Vault\u202E of all" };
  expect(knownName([code(token), code({ protocol: protocol("safe", "implementation", "Safe") })])).toBeUndefined();
  expect(knownName(undefined)).toBeUndefined();
  expect(knownName([code(token), code({ ...token, is_verified: true })])).toBe("Vault of all");
  expect(knownName([code({ is_contract: true, protocol: protocol("aave3", "adapter", "Aave V3") })])).toBe("Aave V3");
});
