import { getChain, NATIVE_TOKEN, type Address, type Hex } from "@portico/evm";
import { closeDatabase, describeNftContracts, importFunctionSignatures, openDatabase } from "@portico/store";
import { encodeFunctionData, erc20Abi, parseAbi, toFunctionSelector } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB, USDC } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";
import { explainCall } from "./explainCall.ts";
import { createContractNames } from "@portico/protocols";
import { createAccountCodes } from "../accountCodes.ts";
import { createKnowledgeBase } from "./knowledge.ts";

const api = await startFilledApi();
const nowhere = openDatabase("postgresql://nobody@127.0.0.1:1/none"); // a query of it rejects
afterAll(async () => {
  await closeDatabase(nowhere);
  await api.stop();
});

const [eth, base] = [getChain("eth"), getChain("base")];
const APES: Address = "0x00000000000000000000000000000000000a1001";
const CARDS: Address = "0x00000000000000000000000000000000000a1002";
const accountCodes = createAccountCodes(nowhere, { onError: () => expect.unreachable() });
const selectorOf = (name: string): Hex => toFunctionSelector(`${name}()`);
const move = encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args: [ALICE, BOB, 5n] });
const callOf = (to: Address, input: Hex, rawValue = 0n) => ({ from: ALICE, to, rawValue, input });

beforeAll(async () => {
  const nft = { name: null, symbol: null };
  await describeNftContracts(api.db, "eth", 1n, [{ ...nft, address: APES, isErc1155: false }]);
  await describeNftContracts(api.db, "base", 1n, [{ ...nft, address: CARDS, isErc1155: true }]);
  const names = ["frob", "fizz"].map((name) => ({ selector: selectorOf(name), signature: `${name}()` }));
  await importFunctionSignatures(api.db, "test", names);
});

test("transfers, and approvals of known protocols, are explained without a query", async () => {
  const { tokens, protocols } = api.api;
  const knowledge = createKnowledgeBase({ db: nowhere, tokens });
  const explain = (to: Address, input: Hex, rawValue = 0n) =>
    explainCall(
      { accountCodes, db: nowhere, tokens, protocols, knowledge, contractNames: createContractNames() },
      { chain: eth, call: callOf(to, input, rawValue), hasNonce: true },
    );
  const pool: Address = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [pool, 5n] });
  expect((await explain(BOB, "0x", 1n)).actions).toMatchObject([{ type: "send_token", token: { id: "eth" } }]);
  expect((await explain(USDC, move)).actions).toMatchObject([{ type: "send_token", token: { id: USDC } }]);
  expect((await explain(USDC, approval)).actions).toMatchObject([{ spender: { protocol: { id: "aave3" } } }]);
  expect((await explain(pool, "0x")).actions).toMatchObject([{ type: "send_token", to_addr: pool }]);
  await expect(explain(BOB, "0x01020304")).rejects.toMatchObject({ code: "ECONNREFUSED" }); // a query would reject
});

test("calls of several chains are read together, each with its chain's metadata", async () => {
  const knowledge = createKnowledgeBase({ db: api.db, tokens: api.api.tokens });
  const prepared = await knowledge.prepare([
    { chain: eth, call: callOf(APES, move) },
    { chain: base, call: callOf(CARDS, move) },
    { chain: base, call: callOf(APES, selectorOf("frob")) },
    { chain: eth, call: callOf(USDC, selectorOf("fizz")) },
    { chain: eth, call: callOf(USDC, "0x01020304") },
  ]);
  expect(prepared.map(({ call, knowledge: known }) => [call.function?.name, known.findStandard(call.to!)])).toEqual([
    ["transferFrom", "erc721"],
    ["transferFrom", "erc1155"],
    ["frob", undefined],
    ["fizz", "erc20"],
    [undefined, "erc20"],
  ]);
});

test("functions of the bundled table have names after imported ones, also inside of known wrappers", async () => {
  const knowledge = createKnowledgeBase({ db: api.db, tokens: api.api.tokens });
  const inner = encodeFunctionData({
    abi: parseAbi(["function bridgeETHTo(address,uint32,bytes)"]),
    args: [BOB, 5, "0x"],
  });
  const outer = encodeFunctionData({ abi: parseAbi(["function multicall(bytes[] data)"]), args: [[inner]] });
  const nameOf = async (input: Hex) => {
    const [prepared] = await knowledge.prepare([{ chain: eth, call: callOf(APES, input) }]);
    const {
      function: found,
      inner: [wrapped],
      row,
    } = prepared!.call;
    return [found?.name, wrapped?.function?.name, row === undefined];
  };
  expect(await nameOf(inner)).toEqual(["bridgeETHTo", undefined, true]);
  expect(await nameOf(outer)).toEqual(["multicall", "bridgeETHTo", false]);
  expect(await nameOf(inner.slice(0, -64) as Hex)).toEqual([undefined, undefined, true]);
});

test("results are cached for a minute, including missing ones", async () => {
  let now = 0;
  const knowledge = createKnowledgeBase({ db: api.db, tokens: api.api.tokens }, () => now);
  const nameOf = async (name: string) => {
    const [prepared] = await knowledge.prepare([{ chain: eth, call: callOf(APES, selectorOf(name)) }]);
    return prepared?.call.function?.name;
  };
  const importName = (name: string) =>
    importFunctionSignatures(api.db, "test", [{ selector: selectorOf(name), signature: `${name}()` }]);
  expect(await nameOf("late")).toBeUndefined();
  await importName("late");
  now = 59_999;
  expect(await nameOf("late")).toBeUndefined();
  now = 60_000;
  expect(await nameOf("late")).toBe("late");
});

test("a name imported later replaces that of the bundled table within a minute", async () => {
  let now = 0;
  const knowledge = createKnowledgeBase({ db: api.db, tokens: api.api.tokens }, () => now);
  const selector = selectorOf("proxyOwner");
  const read = async () => {
    const [prepared] = await knowledge.prepare([{ chain: eth, call: callOf(APES, selector) }]);
    return prepared?.call.function?.name;
  };
  expect(await read()).toBe("proxyOwner");
  await importFunctionSignatures(api.db, "test", [{ selector, signature: "clash550254402()" }]);
  expect(await read()).toBe("proxyOwner");
  now = 60_000;
  expect(await read()).toBe("clash550254402");
});

test("invalid signatures, and those of other selectors, are ignored", async () => {
  const knowledge = createKnowledgeBase({ db: api.db, tokens: api.api.tokens });
  const selector = selectorOf("real");
  const signatures = ["real(", "fake()", "real()", "real() returns (uint", "constructor()"];
  await importFunctionSignatures(
    api.db,
    "odd",
    signatures.map((signature) => ({ selector, signature })),
  );
  const [prepared] = await knowledge.prepare([{ chain: eth, call: callOf(APES, selector) }]);
  expect(prepared?.knowledge.findImported(selector).map(({ name }) => name)).toEqual(["real"]);
});

test("the chain's ERC-20 forms of its coin are tokens", async () => {
  const celo = getChain("celo");
  const knowledge = createKnowledgeBase({ db: nowhere, tokens: api.api.tokens });
  const call = callOf(
    celo.nativeErc20!,
    encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [BOB, 5n] }),
  );
  const { tokens, protocols } = api.api;
  const deps = { accountCodes, db: nowhere, tokens, protocols, knowledge, contractNames: createContractNames() };
  const { actions } = await explainCall(deps, { chain: celo, call, hasNonce: true });
  expect(actions).toMatchObject([{ type: "send_token", token: { id: "celo", raw_amount: 5n } }]);
  expect(JSON.stringify(actions, (_key, value: unknown) => String(value))).not.toContain(NATIVE_TOKEN);
});
