import { loadArtifact } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { zeroAddress } from "viem";
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Position } from "../position.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployContract, contractAt } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { stkaave } from "./stkaave.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const ELSEWHERE: Address = "0x00000000000000000000000000000000000e15e0";
const load = (name: string): Artifact =>
  loadArtifact("@aave/aave-stake", `artifacts/contracts/stake/${name}.sol/${name}.json`, {}, import.meta.url);
const DAY = 86_400;
const COOLDOWN = 10 * DAY;
const WINDOW = 2 * DAY;
const WHOLE = 10n ** 18n;

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

interface Module {
  stk: TestContract;
  staked: TestContract;
  reward: TestContract;
}

const startToken = async (symbol: string): Promise<TestContract> =>
  contractAt(lab, tokenAbi, await deployToken(lab, symbol, ALICE));

/** A module that pays rewards of a token per second, with stakes of Alice and Bob. */
async function startModule(name: "StakedTokenV2" | "StakedTokenV3", isSameToken: boolean): Promise<Module> {
  const staked = await startToken("AAVE");
  const reward = isSameToken ? staked : await startToken("GHO");
  const tokens = [staked.address, reward.address];
  const rest = [COOLDOWN, WINDOW, ALICE, ALICE, 1_000 * DAY, "Staked", "stk", 18, zeroAddress];
  const stk = await deployContract(lab, load(name), [...tokens, ...rest], ALICE);
  if (name === "StakedTokenV3")
    await stk.write(ALICE, "initialize", [ALICE, ALICE, ALICE, 3_000n, "Staked", "stk", 18]);
  await reward.write(ALICE, "mint", [ALICE, 10n ** 6n * WHOLE]);
  await reward.write(ALICE, "approve", [stk.address, 2n ** 256n - 1n]);
  await stk.write(ALICE, "configureAssets", [
    [{ emissionPerSecond: 7n * 10n ** 15n, totalStaked: 0n, underlyingAsset: stk.address }],
  ]);
  for (const [owner, amount] of [
    [ALICE, 3_000n * WHOLE],
    [BOB, 1_000n * WHOLE + 7n],
  ] as const) {
    await staked.write(ALICE, "mint", [owner, amount]);
    await staked.write(owner, "approve", [stk.address, 2n ** 256n - 1n]);
    await stk.write(owner, "stake", [owner, amount]);
  }
  return { stk, staked, reward };
}

async function positionsOf({ stk }: Module, owner: Address): Promise<Position[]> {
  const { positions, stages } = await lab.listPositions(stkaave, { tokens: [stk.address] }, owner);
  expect(stages).toBeLessThanOrEqual(2);
  return positions;
}

const rewardsOf = ({ stk }: Module, owner: Address) => stk.view<bigint>("getTotalRewardsBalance", [owner]);

describe.for([
  ["StakedTokenV2", true, "Staked"],
  ["StakedTokenV3", false, "Farming"],
] as const)("a stake of %s", ([contract, isSameToken, name]) => {
  let module: Module;
  beforeAll(async () => {
    module = await startModule(contract, isSameToken);
  });
  const stake = (rawAmount: bigint) => [{ token: module.staked.address, rawAmount }];
  const reward = (rawAmount: bigint) => [{ token: module.reward.address, rawAmount }];
  const pool = () => ({ controller: module.stk.address });

  test("earns days of rewards, equal to the contract's", async () => {
    await lab.warp(3 * DAY);
    const rawReward = await rewardsOf(module, BOB);
    expect(rawReward).toBeGreaterThan(400n * WHOLE);
    expect(await positionsOf(module, BOB)).toEqual([
      {
        name,
        pool: pool(),
        detail: { type: "common", supplies: stake(1_000n * WHOLE + 7n), rewards: reward(rawReward) },
      },
    ]);
  });

  test("is worth its share of the total stake, also after a slashing if there is one", async () => {
    const canSlash = contract === "StakedTokenV3";
    if (canSlash) await module.stk.write(ALICE, "slash", [ELSEWHERE, 1_000n * WHOLE]);
    const shares = await module.stk.view<bigint>("balanceOf", [BOB]);
    const rate = canSlash ? await module.stk.view<bigint>("exchangeRate") : WHOLE;
    const paid = (shares * rate) / WHOLE;
    expect(paid < shares).toBe(canSlash);
    const [position] = await positionsOf(module, BOB);
    expect(position?.detail).toMatchObject({ supplies: stake(paid) });
  });

  test("is locked from the cooldown to the end of its window, and pays what was shown", async () => {
    await module.stk.write(BOB, "cooldown");
    const start = Number(await module.stk.view<bigint>("stakersCooldowns", [BOB]));
    const [locked] = await positionsOf(module, BOB);
    expect(locked).toMatchObject({ name: "Locked", detail: { type: "locked", unlockAt: start + COOLDOWN } });

    await lab.warp(COOLDOWN + 60);
    const [open] = await positionsOf(module, BOB);
    expect(open).toMatchObject({ name: "Locked", detail: { type: "locked", unlockAt: start + COOLDOWN } });
    const shown = open?.detail.type === "locked" ? open.detail.supplies[0]?.rawAmount : undefined;
    const before = await module.staked.view<bigint>("balanceOf", [BOB]);
    await module.stk.write(BOB, "redeem", [BOB, 400n * WHOLE]);
    const paid = (await module.staked.view<bigint>("balanceOf", [BOB])) - before;
    const [left] = await positionsOf(module, BOB);
    const rest = left?.detail.type === "locked" ? left.detail.supplies[0]?.rawAmount : undefined;
    expect([0n, 1n]).toContain((shown ?? 0n) - (rest ?? 0n) - paid); // both are rounded down
    await lab.warp(WINDOW);
    expect((await positionsOf(module, BOB))[0]?.name).toBe(name);
  });

  test("keeps its rewards when transferred away, until claimed", async () => {
    await module.stk.write(BOB, "transfer", [ALICE, await module.stk.view("balanceOf", [BOB])]);
    const rawReward = await rewardsOf(module, BOB);
    expect(await positionsOf(module, BOB)).toEqual([
      { name: "Rewards", pool: pool(), detail: { type: "reward", rewards: reward(rawReward) } },
    ]);
    const before = await module.reward.view<bigint>("balanceOf", [BOB]);
    await module.stk.write(BOB, "claimRewards", [BOB, 2n ** 256n - 1n]);
    expect((await module.reward.view<bigint>("balanceOf", [BOB])) - before).toBe(rawReward);
    expect(await positionsOf(module, BOB)).toEqual([]);
  });

  test("is part of the module's holdings", async () => {
    const [state, ...others] = await lab.listPools(stkaave, { tokens: [ELSEWHERE, module.stk.address] });
    expect(others).toEqual([]); // nothing is elsewhere
    const rawShares = await module.stk.view<bigint>("totalSupply");
    const rate = isSameToken ? WHOLE : await module.stk.view<bigint>("exchangeRate");
    expect(state).toMatchObject({ supplies: stake((rawShares * rate) / WHOLE), rawShares });
  });
});

test("a module with the Ethereum module's reward and cooldown interface is read by these", async () => {
  const [staked, reward] = [await startToken("GHO"), await startToken("AAVE")];
  const stk = await deployContract(lab, compileTestContract("StakedTokenV3Views"), [
    staked.address,
    reward.address,
    BOB,
  ]);
  const [position] = await positionsOf({ stk, staked, reward }, BOB);
  const start = Number(await stk.view<bigint>("startAt"));
  expect(position?.detail).toMatchObject({
    type: "locked",
    supplies: [{ token: staked.address, rawAmount: 900n }],
    rewards: [{ token: reward.address, rawAmount: 5n }],
    unlockAt: start + 20 * DAY,
  });
});
