import type { Address } from "@portico/evm";
import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureHeavy, HEAVY_BRIDGES } from "../../testing/heavy.ts";
import { startLab } from "../../testing/lab.ts";
import type { Lab } from "../../testing/lab.ts";
import { anyTokenAbi, contractAt, deployContract } from "../../testing/testContract.ts";
import type { TestContract } from "../../testing/testContract.ts";
import { deployToken, tokenAbi } from "../../testing/tokens.ts";
import { stargateV2Family } from "./stargateV2.ts";
import type { StargateContracts } from "./stargatePools.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const ENDPOINT: Address = "0x0000000000000000000000000000000000000e1d";
const WHOLE = 10n ** 18n;
const DAY = 86_400;
const { name: _name, ...reader } = stargateV2Family;
const adapter = {
  id: "stargate2",
  name: "Stargate V2",
  siteUrl: "https://stargate.finance",
  category: "bridge" as const,
  deployments: {},
  ...reader,
};

let lab: Lab;
let usdc: TestContract;
let stg: TestContract;
let staking: TestContract;
let rewarder: TestContract;
let pools: TestContract[];
let shares: TestContract[];
let contracts: StargateContracts;

beforeAll(async () => {
  await ensureHeavy(HEAVY_BRIDGES);
  lab = await startLab();
  const deploy = (path: string, args: readonly unknown[] = []) => {
    const file = `artifacts/src/${path}.sol/${path.split("/").at(-1)}.json`;
    return deployContract(lab, loadArtifact("@stargatefinance/stg-evm-v2", file, {}, HEAVY_BRIDGES), args, ALICE);
  };
  await lab.setCode(ENDPOINT, "0x600160005260206000f3"); // eid() is 1
  usdc = contractAt(lab, tokenAbi, await deployToken(lab, "USDC", ALICE));
  stg = contractAt(lab, tokenAbi, await deployToken(lab, "STG", ALICE));
  pools = [
    await deploy("StargatePool", ["S*USDC", "S*USDC", usdc.address, 18, 6, ENDPOINT, ALICE]),
    await deploy("StargatePoolNative", ["S*ETH", "S*ETH", 18, 6, ENDPOINT, ALICE]),
  ];
  shares = await Promise.all(
    pools.map(async (pool) => contractAt(lab, anyTokenAbi, await pool.view<Address>("lpToken"))),
  );
  staking = await deploy("peripheral/rewarder/StargateStaking");
  rewarder = await deploy("peripheral/rewarder/StargateMultiRewarder", [staking.address]);
  contracts = { pools: pools.map(({ address }) => address), staking: staking.address };
  const addresses = shares.map(({ address }) => address);
  for (const address of addresses) await staking.write(ALICE, "setPool", [address, rewarder.address]);
  await stg.write(ALICE, "mint", [ALICE, 1_000n * WHOLE]);
  await stg.write(ALICE, "approve", [rewarder.address, 1_000n * WHOLE]);
  const start = Number((await lab.client.getBlock()).timestamp) + 600;
  await rewarder.write(ALICE, "setReward", [stg.address, 1_000n * WHOLE, start, 10 * DAY]);
  await rewarder.write(ALICE, "setReward", [ZERO_ADDRESS, 5n * WHOLE, start, 10 * DAY], 5n * WHOLE);
  for (const token of [stg.address, ZERO_ADDRESS])
    await rewarder.write(ALICE, "setAllocPoints", [token, addresses, [30, 70]]);
  await usdc.write(ALICE, "mint", [BOB, 900n * WHOLE]);
  await usdc.write(BOB, "approve", [pools[0]!.address, 900n * WHOLE]);
  await pools[0]!.write(BOB, "deposit", [BOB, 900n * WHOLE]);
  await pools[1]!.write(BOB, "deposit", [BOB, 7n * WHOLE], 7n * WHOLE);
  await shares[1]!.write(BOB, "approve", [staking.address, 3n * WHOLE]);
  await staking.write(BOB, "deposit", [shares[1]!.address, 3n * WHOLE]);
  await lab.warp(2 * DAY);
});
afterAll(() => lab.stop());

test("shares are what redeeming pays, and a stake earns what claiming pays", async () => {
  const { positions } = await lab.listPositions(adapter, contracts, BOB);
  const [tokens, amounts] = await rewarder.view<readonly [Address[], bigint[]]>("getRewards", [
    shares[1]!.address,
    BOB,
  ]);
  expect(amounts.every((amount) => amount > 0n)).toBe(true);
  const rewards = tokens.map((token, index) => ({
    token: token === ZERO_ADDRESS ? NATIVE_TOKEN : token.toLowerCase(),
    rawAmount: amounts[index],
  }));
  const native = (rawAmount: bigint) => [{ token: NATIVE_TOKEN, rawAmount }];
  const [redeemable, ofNative] = [
    await pools[0]!.view<bigint>("redeemable", [BOB]),
    await pools[1]!.view<bigint>("redeemable", [BOB]),
  ];
  expect(ofNative).toBe(4n * WHOLE);
  expect(positions).toEqual([
    {
      name: "Liquidity Pool",
      pool: { controller: pools[0]!.address },
      detail: { type: "common", supplies: [{ token: usdc.address, rawAmount: redeemable }] },
    },
    {
      name: "Liquidity Pool",
      pool: { controller: pools[1]!.address },
      detail: { type: "common", supplies: native(ofNative) },
    },
    {
      name: "Farming",
      pool: { controller: staking.address, index: shares[1]!.address },
      detail: { type: "common", supplies: native(3n * WHOLE), rewards },
    },
  ]);

  const before = await usdc.view<bigint>("balanceOf", [BOB]);
  await pools[0]!.write(BOB, "redeem", [redeemable, BOB]);
  expect((await usdc.view<bigint>("balanceOf", [BOB])) - before).toBe(redeemable);
});

test("pools are what they report, staked shares once", async () => {
  const states = await lab.listPools(adapter, contracts);
  const tvl = await Promise.all(pools.map((pool) => pool.view<bigint>("tvl")));
  expect(states.map(({ supplies, isNested }) => [supplies[0]?.rawAmount, isNested])).toEqual([
    [tvl[0], undefined],
    [tvl[1], undefined],
    [0n, true],
    [3n * WHOLE, true],
  ]);
});
