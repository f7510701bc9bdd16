import { getContractAddress, type Address, type Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getChain } from "../chains.ts";
import { NATIVE_TOKEN } from "../nativeToken.ts";
import { createRpc } from "../rpc.ts";
import { startTestAnvil } from "../testing/anvil.ts";
import { EATS_GAS } from "../testing/contracts.ts";
import { startEditingProxy } from "../testing/editingProxy.ts";
import { topics } from "../topics.ts";
import { readNewestBlock } from "./newestBlock.ts";
import { simulate } from "./simulate.ts";
import type { SimulatedTransaction, Simulation, SimulateOptions } from "./simulation.ts";

const ALICE: Address = `0x${"a1".repeat(20)}`;
const BOB: Address = `0x${"b0".repeat(20)}`;
const CAROL: Address = `0x${"ca".repeat(20)}`;
const CONTRACT: Address = `0x${"c0".repeat(20)}`;
const OTHER: Address = `0x${"0e".repeat(20)}`;

const anvil = await startTestAnvil(1);
const rpc = createRpc({ chain: getChain("eth"), urls: [anvil.url] });
/** A node that only traces. */
const tracing = await startEditingProxy(anvil.url, ({ method }) =>
  method === "eth_simulateV1" ? { error: { code: -32_601, message: "no such method" } } : {},
);
afterAll(async () => {
  await tracing.stop();
  await anvil.stop();
});
beforeAll(() => anvil.call("anvil_setBalance", ALICE, "0xde0b6b3a7640000"));

const call = (to: Address | undefined, more: Partial<SimulatedTransaction> = {}): SimulatedTransaction => ({
  from: ALICE,
  to,
  rawValue: 0n,
  data: "0x",
  ...more,
});

async function run(transaction: SimulatedTransaction, more: Partial<SimulateOptions> = {}): Promise<Simulation> {
  const block = await readNewestBlock(rpc);
  return simulate(rpc, { block, transactions: [transaction], owner: ALICE, ...more });
}

/** Forwards its value to an account: CALL(GAS, to, CALLVALUE, 0, 0, 0, 0). */
const pays = (to: Address): string => `60006000600060003473${to.slice(2)}5af1`;
/** Increments slot 0 by one. */
const COUNTS = "60005460010160005500";

test("a contract that depends on its gas has a limit with which it succeeds on the chain, too", async () => {
  await anvil.setCode(CONTRACT, "0x620186a05a11600e5760006000fd5b00"); // reverts with 100,000 or less
  const { way, outcome } = await run(call(CONTRACT));
  if (!outcome.isSuccess) throw new Error(outcome.message);
  expect({ way, isRaised: outcome.gasLimit > outcome.gasUsed * 2n }).toEqual({ way: "v2", isRaised: true });
  const gas = `0x${outcome.gasLimit.toString(16)}`;
  const hash = await anvil.call("eth_sendTransaction", { from: ALICE, to: CONTRACT, gas });
  await expect.poll(() => anvil.call("eth_getTransactionReceipt", hash)).toMatchObject({ status: "0x1" });
});

test("a contract that burns all gas is its own failure, not the node's", async () => {
  await anvil.setCode(CONTRACT, EATS_GAS);
  expect((await run(call(CONTRACT))).outcome).toMatchObject({ isSuccess: false, failure: "reverted", data: "0x" });
});

test("a delegate call uses the owner's balance and storage, while other callers of the owner reach its own code", async () => {
  await anvil.call("anvil_setBalance", BOB, "0x64");
  await anvil.setCode(BOB, `0x${COUNTS}`); // effect of Bob's own code
  await anvil.setCode(OTHER, `0x${pays(BOB)}00`); // calls back
  await anvil.setCode(CONTRACT, `0x${pays(CAROL).replace("34", "6007")}${pays(OTHER)}00`);
  const options = { owner: BOB, isDelegateCall: true };
  const { outcome } = await run(call(CONTRACT), options);
  expect(outcome).toMatchObject({ isSuccess: true, changes: { tokens: [{ token: NATIVE_TOKEN, rawAmount: -7n }] } });
  const fails = "0x60aa60005260206000fd";
  await anvil.setCode(CONTRACT, fails);
  expect((await run(call(CONTRACT), options)).outcome).toMatchObject({ data: `0x${"aa".padStart(64, "0")}` });
});

test("a given nonce is the account's: a used one is rejected, a later one determines the address of a created contract", async () => {
  const used = await run(call(BOB, { nonce: 0n }));
  expect(used.outcome).toMatchObject({ isSuccess: false, failure: "nonce" });
  expect((await run(call(CAROL, { nonce: 9n }))).outcome).toMatchObject({ isSuccess: true });
  const init: Hex = "0x3060005260206000fd"; // reverts with its own address
  const address = getContractAddress({ from: ALICE, nonce: 9n }).toLowerCase();
  expect((await run(call(undefined, { data: init, nonce: 9n }))).outcome).toMatchObject({
    data: `0x${address.slice(2).padStart(64, "0")}`,
  });
});

/** Continues only if a program left a nonzero value on the stack. */
const onlyIf = (condition: string, rest: string): Hex =>
  `0x${condition}60${(condition.length / 2 + 4).toString(16).padStart(2, "0")}57005b${rest}00`;

test.each(["v2", "v1"])("by %s contracts see a gas price, and no balance beyond the real one", async (way) => {
  const at = createRpc({ chain: getChain("eth"), urls: [way === "v2" ? anvil.url : tracing.url] });
  const sent = call(CONTRACT, { rawValue: 7n });
  const isNotRich = "670de0b6b3a7640001333110"; // BALANCE(CALLER) is less than 1 ether and 1 wei
  for (const condition of ["3a", isNotRich]) {
    await anvil.setCode(CONTRACT, onlyIf(condition, pays(CAROL)));
    for (const [owner, rawAmount] of [[CAROL, 7n] as const, [ALICE, -7n] as const]) {
      const { outcome, ...result } = await simulate(at, {
        block: await readNewestBlock(at),
        transactions: [sent],
        owner,
      });
      const changes = { tokens: [{ token: NATIVE_TOKEN, rawAmount }], nfts: [] };
      expect({ ...result, outcome }).toMatchObject({ way, outcome: { isSuccess: true, changes } });
    }
  }
});

test.each(["v2", "v1"])(
  "by %s pending transactions also pay for gas, and do not increase their sender's balance",
  async (way) => {
    const at = createRpc({ chain: getChain("eth"), urls: [way === "v2" ? anvil.url : tracing.url] });
    // pays as often as it was called with a gas price before
    await anvil.setCode(CONTRACT, onlyIf("3a", `${pays(CAROL).replace("34", "600054")}${COUNTS}`));
    const pending = call(CONTRACT, { rawValue: 5n });
    const block = await readNewestBlock(at);
    const counted = await simulate(at, { block, transactions: [pending, pending, call(CONTRACT)], owner: CAROL });
    expect(counted).toMatchObject({ way, outcome: { changes: { tokens: [{ rawAmount: 2n }] } } });
    const gives = call(CAROL, { rawValue: 4n * 10n ** 17n });
    const given = await simulate(at, { block, transactions: [gives, gives, gives], owner: ALICE });
    expect(given).toMatchObject({ way, outcome: { failure: "balance" } });
  },
);

test("a sender without funds for gas still gets a simulation", async () => {
  const result = await run(call(CAROL, { from: OTHER }));
  expect(result.outcome).toMatchObject({ isSuccess: true, gasUsed: 21_000n, changes: { tokens: [] } });
});

test("a value above the balance, including what pending transactions leave of it, is not a node failure", async () => {
  const max = call(CAROL, { rawValue: 10n ** 18n });
  expect((await run(max)).outcome).toMatchObject({ isSuccess: false, failure: "balance" });
  const half = call(CAROL, { rawValue: 6n * 10n ** 17n });
  const twice = await run(half, { transactions: [half, half] });
  expect(twice.outcome).toMatchObject({ isSuccess: false, failure: "balance" });
});

test("if a wrapped coin emits two events per wrap, the wrapped amount counts once, with a node that only traces", async () => {
  const event = (topic: Hex, ...more: string[]): string => `${more.join("")}7f${topic.slice(2)}60206000`;
  const transfer = `${event(topics.transfer, "33", "6000")}a3`; // Transfer(0, CALLER, CALLVALUE)
  const deposit = `${event(topics.wrappedDeposit, "33")}a2`; // Deposit(CALLER, CALLVALUE)
  await anvil.setCode(CONTRACT, `0x34600052${transfer}${deposit}00`);
  const tracer = createRpc({ chain: getChain("eth"), urls: [tracing.url] });
  const options = { transactions: [call(CONTRACT, { rawValue: 5n })] as const, owner: ALICE, wrappedToken: CONTRACT };
  const { way, outcome } = await simulate(tracer, { block: await readNewestBlock(tracer), ...options });
  if (!outcome.isSuccess) throw new Error(outcome.message);
  expect(way).toBe("v1");
  expect(outcome.changes?.tokens).toContainEqual({ token: CONTRACT, rawAmount: 5n });
});
