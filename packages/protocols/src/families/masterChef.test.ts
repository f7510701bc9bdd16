import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sushiswap } from "../sushiswap/sushiswap.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { createPair, deployUniswapV2, provideV2, v2Abi, v2Factory } from "../testing/uniswapV2.ts";
import type { UniswapV2Lab } from "../testing/uniswapV2.ts";
import type { Chef } from "./chef.ts";
import { findV2Fork } from "./v2Forks.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca401";
const UNISWAP: Address = "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f";
const UNIT = 10n ** 18n;

const miniChef = compileTestContract("MiniChef");
const doubleRewarder = compileTestContract("DoubleRewarder");
const { abi } = miniChef;

let lab: Lab;
let own: UniswapV2Lab;
let other: UniswapV2Lab;
let sushi: Address;
let extra: Address;
let rewarder: Address;
let chef: Chef;

beforeAll(async () => {
  lab = await startLab("eth");
  own = await deployUniswapV2(lab, ALICE);
  await lab.install(UNISWAP, getCreationCode(v2Factory, [ALICE]));
  other = { factory: UNISWAP, deployer: ALICE, ...(await createPair(lab, ALICE, UNISWAP)) };
  [sushi, extra] = [await deployToken(lab, "SUSHI", ALICE), await deployToken(lab, "EXTRA", ALICE)];
  rewarder = await lab.deploy(doubleRewarder, [extra], ALICE);
  const address = await lab.deploy(miniChef, [sushi, UNIT], ALICE);
  chef = { address, reward: sushi, pending: "pendingSushi", generation: 2, hasRewarders: true };
  await lab.write(ALICE, { to: sushi, abi: tokenAbi, functionName: "mint", args: [address, 10n ** 24n] });
  for (const [token, beside] of [
    [own.pair, rewarder],
    [other.pair, `0x${"0".repeat(40)}`],
    [sushi, rewarder],
  ] as const) {
    await lab.write(ALICE, { to: address, abi, functionName: "add", args: [token, beside] });
  }
  for (const v2 of [own, other]) {
    await provideV2(lab, v2, BOB, [100n * UNIT, 400n * UNIT]);
    await lab.write(BOB, { to: v2.pair, abi: v2Abi, functionName: "approve", args: [address, 10n ** 30n] });
  }
});
afterAll(() => lab.stop());

const contracts = () => ({ factory: own.factory, chefs: [chef] });
const readFarms = async (owner: Address, adapter = sushiswap) => {
  const { positions } = await lab.listPositions(adapter, contracts(), owner);
  return positions.filter(({ pool }) => pool.controller === chef.address);
};
const write = (from: Address, functionName: string, args: readonly unknown[]) =>
  lab.write(from, { to: chef.address, abi, functionName, args });
/** On a chain whose index began after all deposits. */
const late: typeof sushiswap = {
  ...sushiswap,
  listPositions: async (context) =>
    (await sushiswap.listPositions?.({ ...context, interactions: [], interactionsFrom: 7n })) ?? [],
};
const readPending = async (pid: bigint, owner: Address) =>
  (await lab.view({ address: chef.address, abi, functionName: "pendingSushi", args: [pid, owner] })) as bigint;

describe("masterChefFamily on a chef with rewarders", () => {
  it("shows a pool's additional rewards, and pairs of other exchanges as their tokens", async () => {
    await write(BOB, "deposit", [0n, 10n * UNIT, CAROL]); // for another account
    await write(BOB, "deposit", [1n, 5n * UNIT, CAROL]);
    await lab.warp(1_000);
    const earned = [await readPending(0n, CAROL), await readPending(1n, CAROL)] as const;
    const farms = await readFarms(CAROL);
    expect(farms.map(({ detail }) => "rewards" in detail && detail.rewards)).toEqual([
      [
        { token: sushi, rawAmount: earned[0] },
        { token: extra, rawAmount: 2n * earned[0] },
      ],
      [{ token: sushi, rawAmount: earned[1] }],
    ]);
    const tokens = farms.map(({ detail }) => ("supplies" in detail ? detail.supplies?.map(({ token }) => token) : []));
    expect(tokens).toEqual([own.tokens, other.tokens]);
    expect(findV2Fork("eth", UNISWAP)).toEqual({ factory: UNISWAP });
    expect(await readFarms(BOB)).toEqual([]);
  });

  it("omits a rewarder that fails", async () => {
    await lab.write(ALICE, { to: rewarder, abi: doubleRewarder.abi, functionName: "setBroken", args: [true] });
    const [farm] = await readFarms(CAROL);
    expect(farm?.detail).toMatchObject({ rewards: [{ token: sushi, rawAmount: await readPending(0n, CAROL) }] });
  });

  it("owes rewards to an owner who left without them", async () => {
    await write(CAROL, "withdraw", [1n, 5n * UNIT, CAROL]);
    const rewards = [{ token: sushi, rawAmount: await readPending(1n, CAROL) }];
    expect((await readFarms(CAROL))[1]).toEqual({
      name: "Rewards",
      detail: { type: "reward", rewards },
      pool: { controller: chef.address, index: "1" },
    });
    expect(await readFarms(CAROL, late)).toEqual(await readFarms(CAROL));
    await write(CAROL, "harvest", [1n, CAROL]);
    const paid = await lab.view({ address: sushi, abi: erc20Abi, functionName: "balanceOf", args: [CAROL] });
    expect(paid).toBe(rewards[0]?.rawAmount);
    expect(await readFarms(CAROL)).toHaveLength(1);
  });

  it("reads all pools if the index began after the chain", async () => {
    expect(await readFarms(CAROL, late)).toEqual(await readFarms(CAROL));
    const knowing: typeof sushiswap = {
      ...sushiswap,
      listPositions: async (context) => (await sushiswap.listPositions?.({ ...context, interactions: [] })) ?? [],
    };
    expect(await readFarms(CAROL, knowing)).toEqual([]);
  });

  it("counts pairs of its own exchange as nested, others not", async () => {
    await write(BOB, "deposit", [1n, UNIT, BOB]);
    const pools = (await lab.listPools(sushiswap, contracts())).filter(({ pool }) => pool.controller === chef.address);
    expect(pools.map(({ pool, isNested = false }) => [pool.index, isNested])).toEqual([
      ["0", true],
      ["1", false],
    ]);
  });

  it("lists its pools once, while the exchange's pools are paged", async () => {
    const next: typeof sushiswap = {
      ...sushiswap,
      listPools: async (context) => (await sushiswap.listPools?.({ ...context, isContinued: true })) ?? [],
    };
    const pools = await lab.listPools(next, contracts());
    expect(pools.map(({ pool }) => pool.controller)).toEqual([own.pair]);
  });
});
