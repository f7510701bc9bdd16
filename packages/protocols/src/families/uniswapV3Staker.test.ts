import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAdapter } from "../adapter.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import {
  readManager,
  createV3Pool,
  deployUniswapV3,
  fundV3,
  mintV3,
  swapV3,
  v3PositionsAbi,
} from "../testing/uniswapV3.ts";
import type { UniswapV3Lab } from "../testing/uniswapV3.ts";
import { combineFamilies } from "./combineFamilies.ts";
import { toSqrtPriceX96 } from "./sqrtPrice.ts";
import { uniswapV3Family } from "./uniswapV3.ts";
import { uniswapV3StakerFamily } from "./uniswapV3Staker.ts";
import type { Incentive, V3StakerContracts } from "./uniswapV3Staker.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const UNIT = 10n ** 18n;
const DAY = 86_400;

const path = "artifacts/contracts/UniswapV3Staker.sol/UniswapV3Staker.json";
const artifact = loadArtifact("@uniswap/v3-staker", path, {}, import.meta.url);
const { abi } = artifact;

const adapter = defineAdapter<V3StakerContracts>({
  id: "farmed3",
  name: "Farmed",
  siteUrl: "https://farmed.test",
  category: "dex",
  deployments: {},
  ...combineFamilies(uniswapV3Family, uniswapV3StakerFamily),
});

let lab: Lab;
let v3: UniswapV3Lab;
let pool: Address;
let staker: Address;
let incentive: Incentive;
let staked: bigint;
let snapshot: bigint;

beforeAll(async () => {
  lab = await startLab("eth");
  v3 = await deployUniswapV3(lab, ALICE);
  await fundV3(lab, v3, ALICE, BOB);
  pool = await createV3Pool(lab, v3, 3000, toSqrtPriceX96(0));
  staker = await lab.deploy(artifact, [v3.contracts.factory, v3.contracts.positions, 30 * DAY, 900 * DAY], ALICE);
  const rewardToken = await deployToken(lab, "PRIZE", ALICE);
  const now = Number((await lab.client.getBlock()).timestamp);
  incentive = { rewardToken, pool, startTime: now + 1_000, endTime: now + 30 * DAY, refundee: ALICE };
  await lab.write(ALICE, { to: rewardToken, abi: tokenAbi, functionName: "mint", args: [ALICE, 10_000n * UNIT] });
  await lab.write(ALICE, { to: rewardToken, abi: tokenAbi, functionName: "approve", args: [staker, 10_000n * UNIT] });
  await lab.write(ALICE, { to: staker, abi, functionName: "createIncentive", args: [incentive, 10_000n * UNIT] });
  await mintV3(lab, v3, { owner: ALICE, fee: 3000, range: [-60_000, 60_000], rawAmount: 5_000n * UNIT });
  const mine = { owner: BOB, fee: 3000, rawAmount: 1_000n * UNIT };
  staked = await mintV3(lab, v3, { ...mine, range: [-6_000, 6_000] });
  snapshot = await mintV3(lab, v3, { ...mine, range: [-600, 600] });
  await lab.warp(2_000);
});
afterAll(() => lab.stop());

const contracts = (): V3StakerContracts => ({
  ...v3.contracts,
  stakers: [{ address: staker, incentives: [incentive] }],
});
const read = (owner: Address) => lab.listPositions(adapter, contracts(), owner);
const deposit = (tokenId: bigint) => {
  const call = { to: v3.contracts.positions, abi: v3PositionsAbi, functionName: "safeTransferFrom" };
  return lab.write(BOB, { ...call, args: [BOB, staker, tokenId] });
};
const write = (functionName: string, args: readonly unknown[]) =>
  lab.write(BOB, { to: staker, abi, functionName, args });
const readReward = async () => {
  const call = { address: staker, abi, functionName: "getRewardInfo", args: [incentive, staked] } as const;
  return ((await lab.view(call)) as readonly [bigint])[0];
};

describe("uniswapV3StakerFamily", () => {
  it("attributes a staked NFT to its depositor: liquidity, fees and the incentive's rewards", async () => {
    await deposit(staked);
    await write("stakeToken", [incentive, staked]);
    await lab.warp(3 * DAY);
    await swapV3(lab, v3, ALICE, { side: 0, fee: 3000, rawAmount: 60n * UNIT });
    await lab.warp(2 * DAY);
    const collected = await readManager(lab, v3, staker, staked);
    const reward = await readReward();
    expect(reward).toBeGreaterThan(100n * UNIT);
    const { positions, stages } = await read(BOB);
    expect(positions.map(({ name, positionIndex }) => [name, positionIndex])).toEqual([
      ["Liquidity Pool", String(snapshot)],
      ["Farming", String(staked)],
    ]);
    expect(positions[1]).toMatchObject({
      pool: { controller: staker, index: pool },
      detail: {
        supplies: collected.principal.map((rawAmount) => ({ rawAmount })),
        rewards: [{ rawAmount: collected.fees[0] }, { token: incentive.rewardToken, rawAmount: reward }],
      },
    });
    expect(stages).toBe(3);
  });

  it("reports rewards credited by unstaking until claimed", async () => {
    await write("unstakeToken", [incentive, staked]);
    const call = { address: staker, abi, functionName: "rewards", args: [incentive.rewardToken, BOB] } as const;
    const credited = (await lab.view(call)) as bigint;
    const farming = (await read(BOB)).positions.filter(({ pool: key }) => key.controller === staker);
    expect(farming.map(({ name }) => name)).toEqual(["Liquidity Pool", "Rewards"]);
    expect(farming[1]?.detail).toEqual({
      type: "reward",
      rewards: [{ token: incentive.rewardToken, rawAmount: credited }],
    });

    await write("claimReward", [incentive.rewardToken, BOB, 0n]);
    await write("withdrawToken", [staked, BOB, "0x"]);
    const { positions } = await read(BOB);
    expect(positions.map(({ name, pool: key }) => [name, key.controller])).toEqual([
      ["Liquidity Pool", pool],
      ["Liquidity Pool", pool],
    ]);
  });

  it("attributes an NFT to the account that its deposit was transferred to", async () => {
    await deposit(snapshot);
    await write("transferDeposit", [snapshot, ALICE]);
    const theirs = (await read(ALICE)).positions.filter(({ pool: key }) => key.controller === staker);
    expect(theirs.map(({ positionIndex }) => positionIndex)).toEqual([String(snapshot)]);
    expect((await read(BOB)).positions.filter(({ pool: key }) => key.controller === staker)).toEqual([]);
    expect(theirs[0]?.pool.controller).not.toBe(ZERO_ADDRESS);
  });
});
