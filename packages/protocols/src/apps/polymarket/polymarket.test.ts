import { getChain } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { numberToHex, padHex } from "viem";
import type { Address, Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position, PositionDetail } from "../../position.ts";
import { createChainReader, openContext } from "../../chainReader.ts";
import { compileTestContract } from "../../testing/contracts.ts";
import { startLab } from "../../testing/lab.ts";
import type { Lab } from "../../testing/lab.ts";
import { deployContract, contractAt } from "../../testing/testContract.ts";
import type { TestContract } from "../../testing/testContract.ts";
import { deployToken, tokenAbi } from "../../testing/tokens.ts";
import { findApp, listDeployedApps } from "../apps.ts";
import { polymarket } from "./polymarket.ts";
import type { PolymarketContracts } from "./polymarketContracts.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const ORACLE: Address = "0x0000000000000000000000000000000000000aac";
const NOTHING = padHex("0x", { size: 32 });
const artifact = loadArtifact(
  "@gnosis.pm/conditional-tokens-contracts",
  "build/contracts/ConditionalTokens.json",
  {},
  import.meta.url,
);

let lab: Lab;
let tokens: TestContract;
let usd: TestContract;
let wrapped: TestContract;
let exchange: TestContract;
let contracts: PolymarketContracts;

beforeAll(async () => {
  lab = await startLab("matic");
  tokens = await deployContract(lab, artifact);
  [usd, wrapped] = [await startToken("USD"), await startToken("WUSD")];
  exchange = await deployContract(lab, compileTestContract("OutcomeRegistry"), [wrapped.address]);
  contracts = {
    conditionalTokens: tokens.address,
    collateral: usd.address,
    exchanges: [exchange.address],
    negRiskAdapter: exchange.address,
  };
});
afterAll(() => lab.stop());

async function startToken(symbol: string): Promise<TestContract> {
  const token = contractAt(lab, tokenAbi, await deployToken(lab, symbol, ALICE));
  await token.write(ALICE, "mint", [ALICE, 10n ** 12n]);
  await token.write(ALICE, "approve", [tokens.address, 2n ** 256n - 1n]);
  return token;
}

interface Condition {
  id: Hex;
  question: Hex;
  /** Position id of a set of slots, paid in a token. */
  idOf: (token: TestContract, set: bigint) => Promise<bigint>;
  resolve: (payouts: readonly bigint[]) => Promise<unknown>;
}

let questions = 0;

async function prepare(slots: bigint): Promise<Condition> {
  const question = padHex(`0x${(questions += 1)}`, { size: 32 });
  await tokens.write(ORACLE, "prepareCondition", [ORACLE, question, slots]);
  const id = await tokens.view<Hex>("getConditionId", [ORACLE, question, slots]);
  return {
    id,
    question,
    idOf: async (token, set) =>
      tokens.view("getPositionId", [token.address, await tokens.view("getCollectionId", [NOTHING, id, set])]),
    resolve: (payouts) => tokens.write(ORACLE, "reportPayouts", [question, payouts]),
  };
}

const split = (
  token: TestContract,
  { id }: Condition,
  partition: readonly bigint[],
  amount: bigint,
): Promise<unknown> => tokens.write(ALICE, "splitPosition", [token.address, NOTHING, id, partition, amount]);

/** An owner's outcomes of a condition, by side. */
async function sidesOf(owner: Address, condition: Condition): Promise<Record<string, PositionDetail>> {
  const adapter = { ...polymarket, deployments: {} };
  const { positions, stages } = await lab.listPositions(adapter, contracts, owner);
  expect(stages).toBeLessThanOrEqual(3);
  const own = positions.filter(({ pool }) => pool.index === condition.id);
  return Object.fromEntries(own.map((position) => [sideOf(position), position.detail]));
}

const sideOf = ({ detail }: Position): string => (detail.type === "prediction" ? detail.side : "");

const prediction = (
  { id }: Condition,
  side: string,
  token: TestContract,
  rawAmount: bigint,
  rest: object = {},
): PositionDetail => ({
  type: "prediction",
  title: `Condition ${id}`,
  side,
  pays: { token: token.address, rawAmount },
  price: null,
  isClosed: false,
  rawClaimable: 0n,
  ...rest,
});

/** The payout of sets of slots, by redeeming them. */
async function redeem(
  owner: Address,
  token: TestContract,
  { id }: Condition,
  sets: readonly bigint[],
): Promise<bigint> {
  const before = await token.view<bigint>("balanceOf", [owner]);
  await tokens.write(owner, "redeemPositions", [token.address, NOTHING, id, sets]);
  return (await token.view<bigint>("balanceOf", [owner])) - before;
}

test("an owner who splits collateral holds both outcomes, without a price until the condition is resolved", async () => {
  const condition = await prepare(2n);
  await split(usd, condition, [1n, 2n], 1_000_001n);
  expect(await sidesOf(ALICE, condition)).toEqual({
    Yes: prediction(condition, "Yes", usd, 1_000_001n),
    No: prediction(condition, "No", usd, 1_000_001n),
  });

  await condition.resolve([3n, 1n]);
  const sides = await sidesOf(ALICE, condition);
  const closed = { isClosed: true };
  expect(sides).toEqual({
    Yes: prediction(condition, "Yes", usd, 1_000_001n, { ...closed, price: 0.75, rawClaimable: 750_000n }),
    No: prediction(condition, "No", usd, 1_000_001n, { ...closed, price: 0.25, rawClaimable: 250_000n }),
  });
  expect(await redeem(ALICE, usd, condition, [1n])).toBe(750_000n);
  expect(Object.keys(await sidesOf(ALICE, condition))).toEqual(["No"]);
  expect(await redeem(ALICE, usd, condition, [2n])).toBe(250_000n);
  expect(await sidesOf(ALICE, condition)).toEqual({});
});

test("a bought outcome is known from the exchange alone", async () => {
  const condition = await prepare(2n);
  await split(usd, condition, [1n, 2n], 900n);
  const no = await condition.idOf(usd, 2n);
  await tokens.write(ALICE, "safeTransferFrom", [ALICE, BOB, no, 250n, "0x"]);
  expect(await sidesOf(BOB, condition)).toEqual({});
  await exchange.write(ALICE, "register", [no, condition.id]);
  expect(await sidesOf(BOB, condition)).toEqual({ No: prediction(condition, "No", usd, 250n) });
  expect(await sidesOf(ALICE, condition)).toEqual({
    Yes: prediction(condition, "Yes", usd, 900n),
    No: prediction(condition, "No", usd, 650n),
  });
  await condition.resolve([1n, 0n]);
  const lost = prediction(condition, "No", usd, 250n, { isClosed: true, price: 0 });
  expect(await sidesOf(BOB, condition)).toEqual({ No: lost });
  expect(await redeem(BOB, usd, condition, [2n])).toBe(0n);
});

test("an outcome paid in wrapped collateral is valued in the collateral", async () => {
  const condition = await prepare(2n);
  await split(wrapped, condition, [1n, 2n], 77n);
  expect(await sidesOf(ALICE, condition)).toEqual({
    Yes: prediction(condition, "Yes", usd, 77n),
    No: prediction(condition, "No", usd, 77n),
  });
});

test("outcomes of other collaterals and of several slots are found, and pay what redeeming pays", async () => {
  const other = await startToken("OTHER");
  const condition = await prepare(3n);
  await split(other, condition, [0b001n, 0b110n], 1_000n);
  await split(other, condition, [0b101n, 0b010n], 500n);
  await condition.resolve([5n, 3n, 1n]);
  const sides = await sidesOf(ALICE, condition);
  const amounts = Object.entries(sides).map(([side, detail]) => [
    side,
    detail.type === "prediction" && detail.rawClaimable,
  ]);
  expect(Object.fromEntries(amounts)).toEqual({
    "Outcome 1": (1_000n * 5n) / 9n,
    "Outcome 2 or 3": (1_000n * 4n) / 9n,
    "Outcome 1 or 3": (500n * 6n) / 9n,
    "Outcome 2": (500n * 3n) / 9n,
  });
  const all = amounts.reduce((sum, [, amount]) => sum + (amount as bigint), 0n);
  expect(await redeem(ALICE, other, condition, [0b001n, 0b110n, 0b101n, 0b010n])).toBe(all);
});

test("no outcome is missing when there are more than a thousand conditions", async () => {
  const condition = await prepare(2n);
  await split(usd, condition, [1n, 2n], 30n);
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("matic"), block: at, memory: new Map() };
  const context = { ...openContext(reading, createChainReader(reading), contracts), contracts };
  const keys = Array.from({ length: 1_200 }, (_, index) => numberToHex(index + 1, { size: 32 }));
  const interactions = [...keys, condition.id].map((key) => ({ contract: tokens.address, key }));
  const nfts = new Map([[tokens.address, [await condition.idOf(usd, 1n)]]]);
  const positions = await polymarket.listPositions({ ...context, owner: ALICE, receipts: [], nfts, interactions });
  expect(positions.map(({ detail }) => detail)).toEqual([prediction(condition, "Yes", usd, 30n)]);
});

test("the app is found by its id, and on its chain only", () => {
  expect(findApp("polymarket")?.name).toBe("Polymarket");
  expect(findApp("nothing")).toBeUndefined();
  expect(listDeployedApps("matic").map(({ id, chain }) => [id, chain])).toEqual([["polymarket", "matic"]]);
  expect(listDeployedApps("eth")).toEqual([]);
});
