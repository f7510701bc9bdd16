import { startBareChain } from "@portico/devnet";
import { afterAll, expect, test } from "vitest";
import { checkOperators } from "./checkOperators.ts";

const ADDRESS = `0x${"5a".repeat(20)}` as const;
const [eth, base] = await Promise.all([startBareChain(1), startBareChain(8453)]);
afterAll(() => Promise.all([eth.stop(), base.stop()]));

const CHAINS = [
  { chain: "eth", urls: [eth.rpcUrl] },
  { chain: "base", urls: [base.rpcUrl] },
];
const check = async (text: string | undefined, chains = CHAINS) =>
  (await checkOperators(text, chains)).map(({ state, text: message, advice }) =>
    `${state} ${message} ${advice}`.trim(),
  );

test("an operator named by a bare address is reported if a contract exists there, with the form to use", async () => {
  expect(await check(undefined)).toEqual([]);
  expect(await check(` ${ADDRESS.toUpperCase().replace("0X", "0x")} ,`)).toEqual([
    `ok ${ADDRESS} signs in with its key; no contract found at this address`,
  ]);
  await base.setCode(ADDRESS, `0xef0100${"11".repeat(20)}`);
  expect(await check(ADDRESS)).toEqual([`ok ${ADDRESS} signs in with its key; no contract found at this address`]);
  await eth.setCode(ADDRESS, "0x00");
  expect(await check(ADDRESS)).toEqual([
    `broken ${ADDRESS} is a contract (eth): it can't sign in by its address alone write it with the chain on which you own it: eip155:1:${ADDRESS}`,
  ]);
});

test("an operator named by contract must exist on its chain, and the chain must have an RPC", async () => {
  const other = `0x${"5b".repeat(20)}`;
  expect(await check(`eip155:1:${ADDRESS},eip155:8453:${other},eip155:56:${ADDRESS}`)).toEqual([
    `ok eip155:1:${ADDRESS} is a contract on 'eth'`,
    `warn eip155:8453:${other} has no contract code check its chain and address`,
    `warn eip155:56:${ADDRESS} can't sign in: 'bsc' has no RPC here set PORTICO_RPC_BSC`,
  ]);
  expect(await check(`eip155:1:${ADDRESS}`, [{ chain: "eth", urls: ["http://127.0.0.1:9"] }])).toEqual([
    `warn eip155:1:${ADDRESS}: the RPC of 'eth' is unavailable see the findings on that RPC`,
  ]);
  expect((await check("0x12")).join()).toMatch(/^broken PORTICO_OPERATORS has an invalid account/);
});
