import type { Address } from "@portico/evm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pendleFamily } from "./pendle/pendle.ts";
import type { Amount } from "../position.ts";
import { deployPendle } from "../testing/pendle.ts";
import type { PendleLab } from "../testing/pendle.ts";
import type { TestContract } from "../testing/testContract.ts";
import { adapterOf, ALICE, BOB, CAROL, DAY, lab, startYieldLab, WHOLE } from "../testing/yield/yieldLab.ts";

let pendle: PendleLab;

beforeAll(async () => {
  await startYieldLab();
  pendle = await deployPendle(lab, ALICE);
  for (const owner of [ALICE, BOB, CAROL])
    // an owner gets coins with the first transaction, which no snapshot may undo
    await pendle.stake.write(owner, "approve", [pendle.sy.address, 2n ** 256n - 1n]);
  await mintPy(ALICE, 9_000n * WHOLE);
  await provide(ALICE, 5_000n * WHOLE);
});
afterAll(() => lab.stop());

async function depositSy(receiver: Address, rawAmount: bigint): Promise<void> {
  await pendle.stake.write(ALICE, "mint", [ALICE, rawAmount]);
  await pendle.sy.write(ALICE, "deposit", [receiver, pendle.stake.address, rawAmount, 0n]);
}

async function mintPy(owner: Address, rawAmount: bigint): Promise<void> {
  await depositSy(pendle.yt.address, rawAmount);
  await pendle.yt.write(owner, "mintPY", [owner, owner]);
}

/** Mints SY and PT to the market, and its shares. */
async function provide(owner: Address, rawAmount: bigint): Promise<void> {
  await mintPy(owner, rawAmount);
  await depositSy(pendle.market.address, rawAmount);
  const held = await pendle.pt.view<bigint>("balanceOf", [owner]);
  await pendle.pt.write(owner, "transfer", [pendle.market.address, held]);
  await pendle.market.write(owner, "mint", [owner, rawAmount, held]);
}

async function buyPt(owner: Address, rawAmount: bigint): Promise<void> {
  await depositSy(pendle.market.address, rawAmount * 2n);
  await pendle.market.write(owner, "swapSyForExactPt", [owner, rawAmount, "0x"]);
}

interface Step {
  action: "accrue" | "buy" | "distribute" | "mint" | "provide" | "wait";
  owner: Address;
  size: number;
}

async function take({ action, owner, size }: Step): Promise<void> {
  const rawAmount = BigInt(size) * WHOLE + 7n;
  if (action === "buy") return buyPt(owner, rawAmount);
  if (action === "mint") return mintPy(owner, rawAmount);
  if (action === "provide") return provide(owner, rawAmount);
  if (action === "wait") return lab.warp((size % 5) * DAY + 13);
  if (action === "distribute") {
    await pendle.sy.write(ALICE, "distribute", [rawAmount]);
    return;
  }
  const rate = await pendle.sy.view<bigint>("exchangeRate");
  await pendle.sy.write(ALICE, "setRate", [rate + (rate * BigInt(size)) / 10_000n]);
}

/** What an owner has of the tokens that exits pay. */
const readWallet = (owner: Address) =>
  Promise.all(
    [pendle.sy, pendle.pt, pendle.reward, pendle.pendle].map((token) => token.view<bigint>("balanceOf", [owner])),
  );

/** The market pays PENDLE by the second: two claims are two blocks later than what was read. */
const PENDLE_IN_TWO_BLOCKS = 24n * 10n ** 15n;

/** Without observations as old as that the last rate. */
const readPtRate = (): Promise<bigint> =>
  pendle.oracle
    .view<bigint>("getPtToSyRate", [pendle.market.address, 900])
    .catch(() => pendle.oracle.view<bigint>("getPtToSyRate", [pendle.market.address, 0]));

/** Exits all of an owner's positions, and takes it back. @returns what each paid, less what was shown. */
async function measureExits(owner: Address) {
  const { market, yt, reward, pendle: token, stake } = pendle;
  const { positions } = await lab.listPositions(adapterOf(pendleFamily), pendle.contracts, owner);
  const sumOf = (part: "rewards" | "supplies", { address }: TestContract, ...of: readonly TestContract[]): bigint =>
    positions
      .filter(({ pool }) => of.some((one) => one.address === pool.controller))
      .flatMap(({ detail }) =>
        part in detail ? ((detail as { rewards?: Amount[]; supplies?: Amount[] })[part] ?? []) : [],
      )
      .reduce((sum, amount) => sum + (amount.token === address ? amount.rawAmount : 0n), 0n);
  const snapshot = await lab.rpc.call("evm_snapshot", []);
  const before = await readWallet(owner);
  await yt.write(owner, "redeemDueInterestAndRewards", [owner, true, true]);
  await market.write(owner, "redeemRewards", [owner]);
  const claimed = await readWallet(owner);
  const [paidSy, , paidReward, paidPendle] = claimed.map((raw, index) => raw - before[index]!);
  const rate = await readPtRate();
  const shares = await market.view<bigint>("balanceOf", [owner]);
  await market.write(owner, "transfer", [market.address, shares]);
  if (shares > 0n) await market.write(owner, "burn", [owner, owner, shares]);
  const burnt = await readWallet(owner);
  await lab.rpc.call("evm_revert", [snapshot]);
  const paidByMarket = burnt[0]! - claimed[0]! + ((burnt[1]! - claimed[1]!) * rate) / WHOLE;
  const shown = sumOf("supplies", stake, market);
  return {
    interest: paidSy! - sumOf("rewards", stake, yt),
    rewards: paidReward! - sumOf("rewards", reward, yt, market),
    pendle: paidPendle! - sumOf("rewards", token, market),
    /** In 1e-6 of what was shown. */
    shares: shown === 0n ? paidByMarket : ((paidByMarket - shown) * 10n ** 6n) / shown,
  };
}

test("Pendle: whatever happens, claims and exits pay what was shown", async () => {
  const step = fc.record({
    action: fc.constantFrom<Step["action"]>("accrue", "buy", "distribute", "mint", "provide", "wait"),
    owner: fc.constantFrom(BOB, CAROL),
    size: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      for (const one of steps) await take(one);
      for (const owner of [BOB, CAROL]) {
        const late = await measureExits(owner);
        expect(late).toMatchObject({ interest: 0n, rewards: 0n });
        expect(late.pendle >= 0n && late.pendle <= PENDLE_IN_TWO_BLOCKS).toBe(true);
        expect(late.shares >= -2n && late.shares <= 2n).toBe(true); // a PT nears its asset with every second
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
