/** Simulations by Hardhat's node: it has debug_traceCall, which ignores overrides, and doesn't compare amounts with balances. */
import { createRpc, getChain, NATIVE_TOKEN, readNewestBlock, simulate } from "@portico/evm";
import type { Address, SimulatedTransaction } from "@portico/evm";
import type { Hex } from "viem";
import { encodeFunctionData, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadArtifact } from "../../contracts/artifact.ts";
import { nameAddress } from "../../contracts/treasury.ts";
import type { BareChain } from "../../startBareChain.ts";
import { startEdrChain } from "./startEdrChain.ts";

const lower = (name: string): Address => `0x${nameAddress(name).slice(2).toLowerCase()}`;
const [ALICE, BOB] = [lower("alice"), lower("bob")];
const PAYER = lower("payer");
const abi = parseAbi([
  "function mint(address to, uint256 amount)",
  "function transfer(address to, uint256 amount)",
  "function balanceOf(address owner) view returns (uint256)",
]);

let chain: BareChain;
let token: Address;

beforeAll(async () => {
  chain = await startEdrChain();
  await chain.setBalance(ALICE, 10n ** 18n);
  token = await chain.deploy(
    loadArtifact("@openzeppelin/contracts", "build/contracts/ERC20PresetMinterPauser.json"),
    ["One", "ONE"],
    ALICE,
  );
  await chain.write(ALICE, { to: token, abi, functionName: "mint", args: [ALICE, 100n] });
  await chain.setCode(PAYER, `0x5f5f5f5f3473${BOB.slice(2)}5af100`); // passes its value on to Bob
});
afterAll(() => chain.stop());

const send = (to: Address, more: Partial<SimulatedTransaction> = {}): SimulatedTransaction => ({
  from: ALICE,
  to,
  rawValue: 0n,
  data: "0x",
  ...more,
});
const transfer = (amount: bigint): Hex => encodeFunctionData({ abi, functionName: "transfer", args: [BOB, amount] });

async function run(owner: Address, transaction: SimulatedTransaction, ...pending: SimulatedTransaction[]) {
  const rpc = createRpc({ chain: getChain("eth"), urls: [chain.rpcUrl], baseDelayMs: 1 });
  const transactions = [...pending, transaction] as [SimulatedTransaction];
  return await simulate(rpc, { block: await readNewestBlock(rpc), transactions, owner });
}

async function readHeld(owner: Address): Promise<Record<Address, bigint>> {
  const data = encodeFunctionData({ abi, functionName: "balanceOf", args: [owner] });
  const held = await chain.rpc.call("eth_call", [{ to: token, data }, "latest"]);
  return { [NATIVE_TOKEN]: BigInt(await chain.rpc.call("eth_getBalance", [owner, "latest"])), [token]: BigInt(held) };
}

test.each<[string, () => SimulatedTransaction]>([
  ["coins to a person", () => send(BOB, { rawValue: 5n })],
  ["coins through a contract", () => send(PAYER, { rawValue: 6n })],
  ["a token", () => send(token, { data: transfer(7n) })],
])("what is simulated is what happens: %s", async (_name, create) => {
  const transaction = create();
  const { way, outcome } = await run(BOB, transaction);
  const before = await readHeld(BOB);
  await chain.send({ from: ALICE, to: transaction.to!, data: transaction.data, value: transaction.rawValue });
  const after = await readHeld(BOB);
  const changed = ([NATIVE_TOKEN, token] as const).filter((one) => before[one] !== after[one]);
  const tokens = changed.map((one) => ({ token: one, rawAmount: after[one]! - before[one]! }));
  expect({ way, outcome }).toMatchObject({ way: "v0", outcome: { isSuccess: true, changes: { tokens, nfts: [] } } });
});

test("an amount above the balance fails, as does a call that reverts", async () => {
  expect((await run(ALICE, send(PAYER, { rawValue: 10n ** 19n }))).outcome).toMatchObject({ failure: "balance" });
  const { outcome } = await run(ALICE, send(token, { data: transfer(1_000n) }));
  expect(outcome).toMatchObject({ failure: "reverted", message: expect.stringContaining("exceeds balance") as string });
  expect(outcome).toHaveProperty("data", expect.stringMatching(/^0x08c379a0/));
});

test("what needs overrides is not simulated rather than wrongly", async () => {
  const first = send(token, { data: transfer(90n) });
  await expect(run(ALICE, first, first)).rejects.toThrow("can't simulate a transaction after pending ones");
});
