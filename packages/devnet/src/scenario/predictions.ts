import { type Address, decodeFunctionResult, type Hex } from "viem";
import { ORACLE } from "../contracts/chainlink.ts";
import { encodeCall } from "../contracts/encodeCall.ts";
import {
  CONDITIONAL_TOKENS,
  conditionalTokensAbi,
  PREDICTION_COLLATERAL,
  PREDICTION_ORACLE,
  type PredictionMarket,
  predictionMarkets,
} from "../contracts/predictionTable.ts";
import { TREASURY } from "../contracts/treasury.ts";
import type { Episode } from "./episodes/episode.ts";
import { encodeApprove, encodeTransfer, TRANSFER_GAS } from "./actions/erc20.ts";
import { UNLIMITED, type World } from "./world.ts";

const GAS = 400_000n;
const COIN = 10n ** 18n;
const USD = 10n ** 6n;
const NO_PARENT: Hex = `0x${"00".repeat(32)}`;
/** Index sets: a bit for each outcome. */
const YES = 1n;
const NO = 2n;
const BETTORS = 8;

/** The steps on matic, each in a separate block. */
export const predictionSteps: readonly Episode[] = [
  { name: "questions are opened", act: open },
  { name: "users split collateral", act: split },
  { name: "users pass shares on", act: pass },
  { name: "users merge shares", act: merge },
  { name: "questions end", act: end },
  { name: "users redeem shares", act: redeem },
];

/** The demo owner first. */
const listBettors = ({ users }: World): Address[] => users.slice(0, BETTORS);

export async function fundBettors(world: World): Promise<void> {
  world.writer.action = "fund people";
  world.writer.add({ from: TREASURY, to: ORACLE, value: 100_000n * COIN, gas: 21_000n });
  world.writer.add({ from: TREASURY, to: PREDICTION_ORACLE, value: 1_000n * COIN, gas: 21_000n });
  for (const bettor of listBettors(world)) {
    const rawAmount = BigInt(Math.round(world.random.magnitude(3_000, 30_000))) * USD;
    world.writer.add({ from: TREASURY, to: bettor, value: BigInt(world.random.int(50, 2_000)) * COIN, gas: 21_000n });
    send(world, TREASURY, PREDICTION_COLLATERAL, encodeTransfer(bettor, rawAmount));
  }
  await world.writer.mine();
}

function open(world: World): void {
  for (const { questionId } of predictionMarkets) {
    call(world, TREASURY, "prepareCondition", [PREDICTION_ORACLE, questionId, 2n]);
  }
  for (const bettor of listBettors(world)) {
    send(world, bettor, PREDICTION_COLLATERAL, encodeApprove(CONDITIONAL_TOKENS, UNLIMITED));
  }
}

/** A split creates as many shares of Yes as of No. */
function split(world: World): void {
  for (const bettor of listBettors(world)) {
    for (const { conditionId } of predictionMarkets) {
      const amount = BigInt(world.random.int(100, 700)) * USD;
      call(world, bettor, "splitPosition", [PREDICTION_COLLATERAL, NO_PARENT, conditionId, [YES, NO], amount]);
    }
  }
}

/** Each user transfers some shares of the outcome they don't believe in to the next one. */
async function pass(world: World): Promise<void> {
  const ids = await readPositionIds(world);
  const bettors = listBettors(world);
  for (const [index, bettor] of bettors.entries()) {
    const next = bettors[(index + 1) % bettors.length];
    for (const [yes, no] of ids) {
      const id = world.random.chance(0.5) ? yes : no;
      const rawAmount = BigInt(world.random.int(10, 90)) * USD;
      call(world, bettor, "safeTransferFrom", [bettor, next, id, rawAmount, "0x"]);
    }
  }
}

function merge(world: World): void {
  const market = predictionMarkets[0];
  for (const bettor of listBettors(world).slice(1, 3)) {
    const args = [PREDICTION_COLLATERAL, NO_PARENT, market?.conditionId, [YES, NO], 5n * USD];
    call(world, bettor, "mergePositions", args);
  }
}

function end(world: World): void {
  for (const { questionId, payouts } of predictionMarkets) {
    if (payouts !== "open") call(world, PREDICTION_ORACLE, "reportPayouts", [questionId, payouts]);
  }
}

/** Half of the users redeem; the demo owner keeps its shares. */
function redeem(world: World): void {
  const ended = predictionMarkets.filter(({ payouts }) => payouts !== "open");
  for (const bettor of listBettors(world).filter((_, index) => index % 2 === 1)) {
    for (const { conditionId } of ended) {
      call(world, bettor, "redeemPositions", [PREDICTION_COLLATERAL, NO_PARENT, conditionId, [YES, NO]]);
    }
  }
}

/** The ids of Yes and No of every market: points on a curve, which the contract computes. */
async function readPositionIds({ rpc }: World): Promise<[yes: bigint, no: bigint][]> {
  const read = async <T>(functionName: string, argLists: readonly (readonly unknown[])[]): Promise<T[]> => {
    const answers = await rpc.batch(
      argLists.map((args) => [
        "eth_call",
        [{ to: CONDITIONAL_TOKENS, data: encodeCall(conditionalTokensAbi, functionName, args) }, "latest"],
      ]),
    );
    return answers.map((data) => decodeFunctionResult({ abi: conditionalTokensAbi, functionName, data }) as T);
  };
  const outcomes = predictionMarkets.flatMap(({ conditionId }: PredictionMarket) => [
    [NO_PARENT, conditionId, YES],
    [NO_PARENT, conditionId, NO],
  ]);
  const collections = await read<Hex>("getCollectionId", outcomes);
  const ids = await read<bigint>(
    "getPositionId",
    collections.map((collection) => [PREDICTION_COLLATERAL, collection]),
  );
  return predictionMarkets.map((_, index) => [ids[2 * index] ?? 0n, ids[2 * index + 1] ?? 0n]);
}

const call = (world: World, from: Address, functionName: string, args: readonly unknown[]): void =>
  send(world, from, CONDITIONAL_TOKENS, encodeCall(conditionalTokensAbi, functionName, args));

const send = (world: World, from: Address, to: Address, data: Hex): void =>
  world.writer.add({ from, to, data, gas: to === CONDITIONAL_TOKENS ? GAS : TRANSFER_GAS });
