import type { Address } from "@portico/evm";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployAlgebra } from "../testing/algebra.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { ensureHeavy, HEAVY_DEXES } from "../testing/heavy.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { asAdapter, expectPayouts, readPayout } from "../testing/ranges.ts";
import { deploySlipstream } from "../testing/slipstream.ts";
import type { SlipstreamLab } from "../testing/slipstream.ts";
import { anyTokenAbi, deployContract } from "../testing/testContract.ts";
import { algebraFamily } from "./algebra/algebra.ts";
import { velodromeClFamily } from "./velodrome-cl/velodromeCl.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const UNIT = 10n ** 18n;

const fork = asAdapter(velodromeClFamily);

let lab: Lab;
let slipstream: SlipstreamLab;
let tokenIds: bigint[];

beforeAll(async () => {
  await ensureHeavy(HEAVY_DEXES);
  lab = await startLab("base");
  slipstream = await deploySlipstream(lab, ALICE, [BOB]);
  await slipstream.mint(ALICE, [-60_000, 60_000], 100_000n * UNIT);
  tokenIds = [];
  for (const range of [
    [-500, 500],
    [50, 5_000],
    [-5_000, -50],
    [-500, 500],
  ] as const) {
    tokenIds.push(await slipstream.mint(BOB, range, 1_000n * UNIT));
  }
}, 600_000);
afterAll(() => lab.stop());

const contracts = () => ({ factory: slipstream.factory.address });
const list = async (owner = BOB) => (await lab.listPositions(fork, contracts(), owner)).positions;
const trade = async () => {
  for (const side of [0, 1, 1, 0] as const) await slipstream.swap(ALICE, side, 5_000n * UNIT);
};

describe("velodrome-cl", () => {
  it("shows what the manager pays for NFTs, by the factory alone", async () => {
    await trade();
    const { manager, tokens } = slipstream;
    expect(await expectPayouts(lab, { adapter: fork, contracts: contracts(), owner: BOB, manager, tokens })).toBe(4);
    expect((await lab.listPools(fork, contracts())).map(({ pool }) => pool.controller)).toEqual([slipstream.pool]);
  });

  it("shows a staked NFT's liquidity and emissions, without the fees, which are the voters'", async () => {
    const { manager, gauge, rewardToken, tokens } = slipstream;
    const staked = tokenIds.slice(0, 3);
    for (const tokenId of staked) {
      await manager.write(BOB, "approve", [gauge.address, tokenId]);
      await gauge.write(BOB, "deposit", [tokenId]);
    }
    await slipstream.distribute(10n ** 24n);
    await trade();
    await lab.warp(100_000);
    await trade();
    const shown = await list();
    const farmed = shown.filter(({ name }) => name === "Farming");
    expect(farmed.map(({ positionIndex }) => positionIndex)).toEqual(staked.map(String));
    for (const { detail, pool, positionIndex } of farmed) {
      const tokenId = BigInt(positionIndex ?? 0);
      const { principal, fees } = await readPayout(lab, manager, gauge.address, tokenId);
      expect(fees).toEqual([0n, 0n]);
      const earned = await gauge.view<bigint>("earned", [BOB, tokenId]);
      const rewards = [{ token: rewardToken, rawAmount: earned }].filter(({ rawAmount }) => rawAmount > 0n);
      const supplies = tokens.map((token, side) => ({ token, rawAmount: principal[side] }));
      expect(detail).toEqual({ type: "common", supplies, rewards });
      expect(pool).toEqual({ controller: gauge.address });
    }
    expect(farmed.some(({ detail }) => "rewards" in detail && (detail.rewards ?? []).length === 1)).toBe(true);
    const held = shown.find(({ name }) => name === "Liquidity Pool");
    const { principal, fees } = await readPayout(lab, manager, BOB, tokenIds[3]!);
    expect(held?.detail).toEqual({
      type: "common",
      supplies: tokens.map((token, side) => ({ token, rawAmount: principal[side] })),
      rewards: tokens.map((token, side) => ({ token, rawAmount: fees[side] })),
    });

    await gauge.write(BOB, "withdraw", [staked[0]]);
    expect((await list()).map(({ name }) => name).toSorted()).toEqual([
      "Farming",
      "Farming",
      "Liquidity Pool",
      "Liquidity Pool",
    ]);
  });

  it("shows nothing of a gauge that its pool doesn't name", async () => {
    const before = await list(ALICE);
    const args = [slipstream.pool, slipstream.manager.address, slipstream.rewardToken];
    const lying = await deployContract(lab, compileTestContract("LyingGauge"), args, ALICE);
    await lying.write(ALICE, "claim", [ALICE, tokenIds]);
    const token = { to: slipstream.rewardToken, abi: anyTokenAbi, functionName: "mint" };
    await lab.write(ALICE, { ...token, args: [lying.address, UNIT] });
    expect(await list(ALICE)).toEqual(before);
  });
});

describe("algebra", () => {
  it.each(["core", "integral-core"] as const)("is exact on @cryptoalgebra/%s after any user action", async (core) => {
    const { tokens } = slipstream;
    const algebra = await deployAlgebra(lab, { core, tokens, minter: ALICE });
    await algebra.mint(ALICE, [-60_000, 60_000], 1_000n * UNIT);
    const tick = fc.integer({ min: -100, max: 100 }).map((n) => n * 60);
    const range = fc.uniqueArray(tick, { minLength: 2, maxLength: 2 }).map((pair) => pair.toSorted((a, b) => a - b));
    const rawAmount = fc.bigInt({ min: 10n ** 6n, max: 10n ** 21n });
    const action = fc.oneof(
      fc.record({ kind: fc.constant("mint" as const), range, rawAmount }),
      fc.record({ kind: fc.constant("swap" as const), side: fc.constantFrom(0 as const, 1 as const), rawAmount }),
    );
    const shown = { adapter: asAdapter(algebraFamily), owner: BOB, manager: algebra.manager, tokens };
    const made = { factory: algebra.factory.address };
    let earning = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 9 }), async (actions) => {
        for (const one of actions) {
          if (one.kind === "swap") await algebra.swap(ALICE, one.side, one.rawAmount);
          else await algebra.mint(BOB, [one.range[0]!, one.range[1]!], one.rawAmount);
        }
        await expectPayouts(lab, { ...shown, contracts: made });
        const { positions } = await lab.listPositions(shown.adapter, made, BOB);
        earning += positions.filter(({ detail }) => "rewards" in detail && (detail.rewards ?? []).length > 0).length;
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(earning).toBeGreaterThan(10);
  });
});
