import { type Address, parseEther } from "viem";
import { encodeCall } from "../contracts/encodeCall.ts";
import { DISPERSER, disperserAbi } from "../contracts/payments.ts";
import { nameAddress, TREASURY } from "../contracts/treasury.ts";
import { perform } from "./actions/action.ts";
import { pickAction } from "./actions/actions.ts";
import { encodeTransfer, TRANSFER_GAS } from "./actions/erc20.ts";
import { listApe } from "./actions/nfts.ts";
import type { ScenarioSize } from "./scenarioSize.ts";
import { NATIVE, toRawAmount, type World } from "./world.ts";

/** An owner with more transactions than users have, none of which another user sends. */
export interface ActiveOwner {
  address: Address;
  /** Sent by it, to it, with a payment to it within the transaction, or with a log that names it. */
  transactionCount: number;
}

export const listActiveOwners = (seed: number, { activeOwners = [] }: ScenarioSize): ActiveOwner[] =>
  activeOwners.map((transactionCount, index) => ({
    address: nameAddress(`active owner ${seed} ${index}`),
    transactionCount,
  }));

/** Plays the blocks of the active owners that are earlier than a time. */
export type PlayUntil = (timeAt: number) => Promise<void>;

const MAX_BLOCKS = 2_000;
const INTERVAL_S = 12;
/** Scenario blocks are at multiples of the interval. */
const OFFSET_S = 6;
/** Of an owner's transactions; they keep it solvent. */
const RECEIPTS = 0.2;
const PAYMENT = parseEther("2");
const RECEIPT_USD = 5_000;
const PAY_GAS = 200_000n;
/** More than the transactions of any action. */
const LAST = 5;

/**
 * Spreads the owners' transactions evenly over up to 2,000 additional blocks between two times: receipts of coins, paid
 * directly and within transactions, and of tokens, and all actions of users.
 */
export function createActiveOwners(
  world: World,
  owners: readonly ActiveOwner[],
  [from, to]: readonly [number, number],
): PlayUntil {
  const blocks = Math.min(MAX_BLOCKS, Math.max(0, ...owners.map(({ transactionCount }) => transactionCount)));
  const done = owners.map(() => 0);
  let next = 0;
  const toTime = (block: number): number =>
    Math.floor((from + ((block + 1) * (to - from)) / (blocks + 1)) / INTERVAL_S) * INTERVAL_S + OFFSET_S;
  return async (timeAt) => {
    for (; next < blocks && toTime(next) < timeAt; next += 1) {
      world.timeAt = toTime(next);
      for (const [index, { address, transactionCount }] of owners.entries()) {
        const goal = Math.floor(((next + 1) * transactionCount) / blocks);
        while (done[index]! < goal) {
          const before = world.writer.pendingCount;
          step(world, address, transactionCount - done[index]!, done[index]!);
          done[index]! += world.writer.pendingCount - before;
        }
      }
      await world.writer.mine(world.timeAt);
      world.ledger.settle();
      world.nfts.busy.clear();
    }
  };
}

/** One action of an owner, or a receipt: one or a few transactions, at most `left`. */
function step(world: World, owner: Address, left: number, done: number): void {
  const isFunding = done <= world.tokens.length;
  if (isFunding || left <= LAST || world.random.chance(RECEIPTS)) return receive(world, owner, done);
  const action = pickAction(world);
  if (action === listApe || !perform(world, action, owner)) receive(world, owner, done); // a sale is a transaction of its buyer
}

/** First coins and each token, then coins or any token. */
function receive(world: World, owner: Address, done: number): void {
  const { random, tokens, writer } = world;
  const kind = done <= tokens.length ? done : random.chance(0.5) ? 0 : random.int(1, tokens.length);
  const token = tokens[kind - 1];
  if (token !== undefined) {
    const rawAmount = toRawAmount(world, token, RECEIPT_USD);
    const data = encodeTransfer(owner, rawAmount);
    writer.add({ from: TREASURY, to: token.address, data, gas: TRANSFER_GAS, action: "pay tokens" });
    world.ledger.credit(owner, token.address, (rawAmount * 49n) / 100n);
    return;
  }
  const value = done === 0 ? 100n * PAYMENT : PAYMENT;
  if (random.chance(0.5)) writer.add({ from: TREASURY, to: owner, value, gas: 21_000n, action: "pay coins" });
  else {
    const data = encodeCall(disperserAbi, "disperseEther", [[owner], [value]]);
    writer.add({ from: TREASURY, to: DISPERSER, value, data, gas: PAY_GAS, action: "pay coins within a call" });
  }
  world.ledger.credit(owner, NATIVE, value);
}
