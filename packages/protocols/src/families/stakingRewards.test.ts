import { erc20Abi, v2PairAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { encodeFunctionData, padHex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { openLab } from "../testing/openLab.ts";
import { deployContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { simulateBurnOf, deployUniswapV2, provideV2, swapV2, v2Abi } from "../testing/uniswapV2.ts";
import type { UniswapV2Lab } from "../testing/uniswapV2.ts";
import { uniswap2 } from "../uniswap2/uniswap2.ts";
import { readStake } from "./staked.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca401";
const UNIT = 10n ** 18n;
const DAY = 86_400;

const artifact = loadArtifact("@uniswap/liquidity-staker", "build/StakingRewards.json", {}, import.meta.url);
const { abi } = artifact;

let lab: Lab;
let v2: UniswapV2Lab;
let reward: Address;
let farm: Address;

beforeAll(async () => {
  lab = await startLab("eth");
  v2 = await deployUniswapV2(lab, ALICE);
  reward = await deployToken(lab, "UNI", ALICE);
  farm = await lab.deploy(artifact, [ALICE, reward, v2.pair], ALICE);
  for (const owner of [BOB, CAROL]) {
    await provideV2(lab, v2, owner, [1_000n * UNIT, 3_000n * UNIT]);
    await lab.write(owner, { to: v2.pair, abi: v2Abi, functionName: "approve", args: [farm, 10n ** 30n] });
  }
  await lab.write(ALICE, { to: reward, abi: tokenAbi, functionName: "mint", args: [farm, 700_000n * UNIT] });
  await lab.write(ALICE, { to: farm, abi, functionName: "notifyRewardAmount", args: [700_000n * UNIT] });
});
afterAll(() => lab.stop());

const contracts = () => ({ factory: v2.factory, farms: [farm] });
const read = (owner: Address) => lab.listPositions(uniswap2, contracts(), owner);
const write = (owner: Address, functionName: string, args: readonly unknown[] = []) =>
  lab.write(owner, { to: farm, abi, functionName, args });
const readAmount = async (functionName: string, owner: Address) =>
  (await lab.view({ address: farm, abi, functionName, args: [owner] })) as bigint;

/** Asserts that the farm pays the shown rewards, and that the stake is worth its burn. */
async function expectExact(owner: Address, staked: bigint): Promise<void> {
  const earned = await readAmount("earned", owner);
  const reserves = await lab.view({ address: v2.pair, abi: v2PairAbi, functionName: "getReserves" });
  const supply = await lab.view({ address: v2.pair, abi: erc20Abi, functionName: "totalSupply" });
  const supplies = v2.tokens.map((token, side) => ({
    token,
    rawAmount: ((reserves[side] as bigint) * staked) / supply,
  }));
  const { positions } = await read(owner);
  const farming = positions.filter(({ pool }) => pool.controller === farm);
  const rewards = [{ token: reward, rawAmount: earned }];
  expect(earned).toBeGreaterThan(0n);
  expect(farming).toEqual([
    { name: "Farming", detail: { type: "common", supplies, rewards }, pool: { controller: farm } },
  ]);
}

describe("stakingRewardsFamily", () => {
  it("shows a staked pair as its tokens, with earned rewards", async () => {
    await write(BOB, "stake", [100n * UNIT]);
    await lab.warp(3 * DAY);
    await write(CAROL, "stake", [25n * UNIT]);
    await lab.warp(DAY);
    await swapV2(lab, v2, 0, 90n * UNIT);
    await expectExact(BOB, 100n * UNIT);
    await expectExact(CAROL, 25n * UNIT);
    const { positions, stages } = await read(CAROL);
    expect(positions.map(({ name }) => name)).toEqual(["Liquidity Pool", "Farming"]); // not all of it is staked
    expect(stages).toBe(2);
  });

  it("is worth what withdrawing and burning it pays", async () => {
    const { positions } = await read(BOB);
    const [supplied] = positions.flatMap(({ name, detail }) =>
      name === "Farming" && "supplies" in detail ? [detail.supplies] : [],
    );
    await write(BOB, "withdraw", [100n * UNIT]);
    const paid = await simulateBurnOf(lab, v2.pair, BOB, 100n * UNIT);
    expect(supplied?.map(({ rawAmount }) => rawAmount)).toEqual(paid);
  });

  it("owes rewards after the stake was withdrawn, until claimed; nothing accrues after the last day", async () => {
    const rewards = [{ token: reward, rawAmount: await readAmount("earned", BOB) }];
    const owed = (await read(BOB)).positions.filter(({ pool }) => pool.controller === farm);
    expect(owed).toEqual([{ name: "Rewards", detail: { type: "reward", rewards }, pool: { controller: farm } }]);
    await write(BOB, "getReward");
    expect(await lab.view({ address: reward, abi: tokenAbi, functionName: "balanceOf", args: [BOB] })).toBe(
      rewards[0]?.rawAmount,
    );
    expect((await read(BOB)).positions.filter(({ pool }) => pool.controller === farm)).toEqual([]);
    await lab.warp(90 * DAY);
    await expectExact(CAROL, 25n * UNIT);
  });

  it("reads all farms if the index began after the chain", async () => {
    const late: typeof uniswap2 = {
      ...uniswap2,
      listPositions: async (context) =>
        (await uniswap2.listPositions?.({ ...context, interactions: [], interactionsFrom: 7n })) ?? [],
    };
    const { positions } = await lab.listPositions(late, contracts(), CAROL);
    expect(positions).toEqual((await read(CAROL)).positions);
    expect(positions.map(({ name }) => name)).toEqual(["Liquidity Pool", "Farming"]);
  });

  it("reads what poses as a pair and fails as the token itself", async () => {
    const fake = await deployContract(lab, compileTestContract("ReplayStandIn"));
    const answers = { factory: v2.factory, token0: v2.tokens[0], token1: v2.tokens[1] };
    for (const [functionName, address] of Object.entries(answers)) {
      const data = encodeFunctionData({ abi: parseAbi([`function ${functionName}()`]) });
      await fake.write(ALICE, "record", [data, padHex(address)]);
    }
    const staked = { token: fake.address, rawAmount: UNIT };
    const stake = await readStake(await openLab(lab, contracts()), staked);
    expect(stake).toEqual({ supplies: [staked], isOwnPair: false });
  });

  it("reports total stakes and stakers, as shares that the pair already counts", async () => {
    const pools = await lab.listPools(uniswap2, contracts());
    const farming = pools.find(({ pool }) => pool.controller === farm);
    expect(farming).toMatchObject({
      rawShares: 25n * UNIT,
      isNested: true,
      depositors: { by: "interaction", contract: farm },
    });
    expect(farming?.supplies.map(({ token }) => token)).toEqual(v2.tokens);
    expect(await lab.readShares(uniswap2, contracts(), { pool: { controller: farm }, owners: [BOB, CAROL] })).toEqual([
      0n,
      25n * UNIT,
    ]);
    const next: typeof uniswap2 = {
      ...uniswap2,
      listPools: async (context) => (await uniswap2.listPools?.({ ...context, isContinued: true })) ?? [],
    };
    const others = await lab.listPools(next, contracts());
    expect(others.map(({ pool }) => pool.controller)).toEqual([v2.pair]); // reported with the first pairs
  });
});
