import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileTestContract } from "../testing/contracts.ts";
import { deployCurveMarket } from "../testing/curveMarket.ts";
import type { CurveMarket } from "../testing/curveMarket.ts";
import { deployGaugeSystem, nextWeek } from "../testing/gaugeSystem.ts";
import type { GaugeSystem } from "../testing/gaugeSystem.ts";
import { asAdapter } from "../testing/asAdapter.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { simulate } from "../testing/simulate.ts";
import { anyTokenAbi, contractAt, deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import type { CurveContracts } from "./curve/curveContracts.ts";
import { convexBoosterFamily } from "./convex-booster/convexBooster.ts";
import { curveFamily } from "./curve/curve.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const UNIT = 10n ** 18n;

let lab: Lab;
let dao: GaugeSystem;

beforeAll(async () => {
  lab = await startLab("eth");
  dao = await deployGaugeSystem(lab, ALICE);
});
afterAll(() => lab.stop());

const call = (to: Address, functionName: string, args: readonly unknown[]) =>
  lab.write(ALICE, { to, abi: tokenAbi, functionName, args });

describe("curve", () => {
  const curve = asAdapter(curveFamily);
  let market: CurveMarket;
  let gauge: TestContract;
  let extra: Address;
  let contracts: CurveContracts;
  let controller: TestContract;
  let distributor: TestContract;

  beforeAll(async () => {
    market = await deployCurveMarket(lab, ALICE);
    const { base, baseLp, meta, first, tokens, provide } = market;
    await provide(base, ALICE, tokens, [900n * UNIT, 700n * UNIT]);
    await provide(base, BOB, tokens, [100n * UNIT, 333n]);
    await provide(meta, ALICE, [tokens[2], baseLp], [500n * UNIT, 77n * UNIT]);
    await provide(meta, BOB, [tokens[2], baseLp], [3n * UNIT, 5n * UNIT]);
    await provide(first, BOB, tokens, [11n, 13n]);
    gauge = await dao.createGauge(meta.address);
    extra = await dao.addReward(gauge, 1_000n * UNIT);
    await lab.write(BOB, { to: meta.address, abi: anyTokenAbi, functionName: "approve", args: [gauge.address, UNIT] });
    await gauge.write(BOB, "deposit", [UNIT]);
    controller = await deployContract(lab, compileTestContract("CurveControllerStandIn"), [tokens[0], tokens[1]]);
    distributor = await deployContract(lab, compileTestContract("FeeDistributorStandIn"), [tokens[1]]);
    contracts = {
      addressProvider: market.registry.address,
      registries: [market.cryptoRegistry.address],
      gaugeController: dao.controller.address,
      gaugeFactories: [],
      gauges: [],
      crv: dao.emission,
      votingEscrow: dao.escrow.address,
      feeDistributors: [distributor.address],
      controllerFactories: [controller.address],
    };
    await nextWeek(lab);
  });

  it("reports LP tokens of every kind as what withdrawing them pays, a metapool's with its base pool's coins", async () => {
    const { base, meta, first, baseLp, firstLp, tokens } = market;
    const { positions } = await lab.listPositions(curve, contracts, BOB);
    const share = (pool: TestContract, token: Address) =>
      lab.view({ address: token, abi: anyTokenAbi, functionName: "balanceOf", args: [BOB] }).then(async (rawShare) => {
        const [paid] = await simulate(lab, [[pool, "remove_liquidity", [rawShare, BOB]]]);
        return paid as readonly bigint[];
      });
    const [basePaid, metaPaid, firstPaid] = [
      await share(base, baseLp),
      await share(meta, meta.address),
      await share(first, firstLp),
    ];
    const [under] = await simulate(lab, [[base, "remove_liquidity", [metaPaid[1], meta.address]]]);
    const [under0, under1] = under as readonly bigint[];
    const lp = (pool: TestContract, amounts: readonly [Address, bigint | undefined][]) => ({
      name: "Liquidity Pool",
      pool: { controller: pool.address },
      detail: { type: "common", supplies: amounts.map(([token, rawAmount]) => ({ token, rawAmount })) },
    });
    expect(positions).toEqual(
      expect.arrayContaining([
        lp(base, [
          [tokens[0], basePaid[0]],
          [tokens[1], basePaid[1]],
        ]),
        lp(first, [
          [tokens[0], firstPaid[0]],
          [tokens[1], firstPaid[1]],
        ]),
        lp(meta, [
          [tokens[2], metaPaid[0]],
          [tokens[0], under0],
          [tokens[1], under1],
        ]),
      ]),
    );
    expect(positions).toHaveLength(4);
  });

  it("reports a gauge's stake once, with its emission and its other rewards", async () => {
    const { positions } = await lab.listPositions(curve, contracts, BOB);
    const [emitted] = await simulate(lab, [[gauge, "claimable_tokens", [BOB]]]);
    const claimable = await gauge.view<bigint>("claimable_reward", [BOB, extra]);
    expect(emitted).toBeGreaterThan(0n);
    expect(claimable).toBeGreaterThan(0n);
    const [staked, ...others] = positions.filter(({ pool }) => pool.controller === gauge.address);
    expect(others).toEqual([]);
    expect(staked).toMatchObject({
      name: "Farming",
      detail: {
        rewards: [
          { token: dao.emission, rawAmount: emitted },
          { token: extra, rawAmount: claimable },
        ],
      },
    });
    const [paid] = await simulate(lab, [[market.meta, "remove_liquidity", [UNIT, gauge.address]]]);
    expect(staked?.detail).toMatchObject({
      supplies: [{ token: market.tokens[2], rawAmount: (paid as readonly bigint[])[0] }, {}, {}],
    });
  });

  it("reports a lock until its end, with its fees, and a loan with what was sold of its collateral", async () => {
    const end = (await lab.client.getBlock()).timestamp + 86_400n * 200n;
    await call(dao.lockToken, "mint", [BOB, 9n * UNIT]);
    await lab.write(BOB, {
      to: dao.lockToken,
      abi: tokenAbi,
      functionName: "approve",
      args: [dao.escrow.address, 9n * UNIT],
    });
    await dao.escrow.write(BOB, "create_lock", [9n * UNIT, end]);
    await call(market.tokens[1], "mint", [distributor.address, 5n]);
    await distributor.write(ALICE, "owe", [BOB, 5n]);
    await call(market.tokens[0], "mint", [BOB, 8n * UNIT]);
    await call(market.tokens[1], "mint", [controller.address, 6n * UNIT]);
    await lab.write(BOB, {
      to: market.tokens[0],
      abi: tokenAbi,
      functionName: "approve",
      args: [controller.address, 8n * UNIT],
    });
    await controller.write(BOB, "create_loan", [8n * UNIT, 3n * UNIT, 250_000_000_000_000_000n]);
    await call(market.tokens[1], "mint", [ALICE, UNIT]);
    await lab.write(ALICE, {
      to: market.tokens[1],
      abi: tokenAbi,
      functionName: "approve",
      args: [controller.address, UNIT],
    });
    await controller.write(ALICE, "sell", [BOB, 2n * UNIT, UNIT]);
    const { positions } = await lab.listPositions(curve, contracts, BOB);
    const lock = await dao.escrow.view<{ amount: bigint; end: bigint }>("locked", [BOB]);
    expect(positions.find(({ name }) => name === "Locked")).toEqual({
      name: "Locked",
      pool: { controller: dao.escrow.address },
      detail: {
        type: "locked",
        supplies: [{ token: dao.lockToken, rawAmount: lock.amount }],
        unlockAt: Number(lock.end),
        rewards: [{ token: market.tokens[1], rawAmount: 5n }],
      },
    });
    expect(positions.find(({ name }) => name === "Lending")).toEqual({
      name: "Lending",
      pool: { controller: controller.address },
      detail: {
        type: "lending",
        supplies: [
          { token: market.tokens[0], rawAmount: 6n * UNIT, isCollateral: true },
          { token: market.tokens[1], rawAmount: UNIT, isCollateral: true },
        ],
        borrows: [{ token: market.tokens[1], rawAmount: 3n * UNIT }],
        healthRate: 1.25,
      },
    });
  });

  it("ignores a pool of no registry, and a metapool's coin that claims to be a share of such a pool", async () => {
    const { tokens, meta, provide } = market;
    const artifact = compileTestContract("CurvePoolStandIn");
    const fake = await deployContract(lab, artifact, [[tokens[0], tokens[1]], false]);
    await provide(fake, ALICE, tokens, [1n, 1n]);
    const registered = await deployContract(lab, artifact, [[tokens[2], fake.address], false]);
    await market.cryptoRegistry.write(ALICE, "add", [registered.address]);
    await provide(registered, ALICE, [tokens[2]], [4n, 0n]);
    const { positions } = await lab.listPositions(curve, contracts, ALICE);
    const pools = positions.map(({ pool }) => pool.controller);
    expect(pools).toContain(meta.address);
    expect(pools).not.toContain(fake.address);
    const found = positions.find(({ pool }) => pool.controller === registered.address);
    expect(found?.detail).toMatchObject({ supplies: [{ rawAmount: 4n }, { token: fake.address, rawAmount: 0n }] });
  });

  it("has a pool of each, whose shares are its LP token's", async () => {
    const pools = await lab.listPools(curve, contracts);
    expect(pools.find(({ pool }) => pool.controller === market.base.address)).toMatchObject({
      supplies: [
        { token: market.tokens[0], rawAmount: 1_000n * UNIT },
        { token: market.tokens[1], rawAmount: 700n * UNIT + 333n },
      ],
      depositors: { by: "receipt", token: market.baseLp },
    });
    expect(pools.find(({ pool }) => pool.controller === gauge.address)).toMatchObject({
      rawShares: UNIT,
      isNested: true,
    });
    expect(pools.find(({ pool }) => pool.controller === controller.address)).toMatchObject({ rawShares: 6n * UNIT });
  });
});

describe("convex-booster", () => {
  const convex = asAdapter(convexBoosterFamily);
  const artifact = compileTestContract("BoosterStandIn");
  const pools = parseAbi([
    "function earned(address) view returns (uint256)",
    "function setEarned(address, uint256)",
    "function getReward(address)",
    "function addExtraReward(address)",
  ]);
  let lp: Address;
  let crv: Address;
  let other: Address;

  beforeAll(async () => {
    [lp, crv, other] = [
      await deployToken(lab, "LP", ALICE),
      await deployToken(lab, "CRV", ALICE),
      await deployToken(lab, "OTHER", ALICE),
    ];
  });

  const deposit = async (booster: TestContract) => {
    await booster.write(ALICE, "addPool", [lp]);
    const [, token, , rewards] = await booster.view<readonly Address[]>("poolInfo", [0n]);
    await call(lp, "mint", [BOB, 10n * UNIT]);
    await lab.write(BOB, { to: lp, abi: tokenAbi, functionName: "approve", args: [booster.address, 10n * UNIT] });
    await booster.write(BOB, "deposit", [0n, 7n * UNIT, true]);
    await booster.write(BOB, "deposit", [0n, 3n * UNIT, false]);
    const pool = contractAt(lab, pools, rewards!);
    await pool.write(ALICE, "setEarned", [BOB, 12_345n * UNIT]);
    return { pool, token: token!.toLowerCase() as Address };
  };

  it.each([
    ["convex", 0n],
    ["aura", 50_000_000n * UNIT],
  ] as const)(
    "reports a stake's rewards in %s with what paying them mints, and rewards of stashes",
    async (minting, initial) => {
      const booster = await deployContract(lab, artifact, [crv, initial]);
      const { pool, token } = await deposit(booster);
      for (const isWrapped of [true, false]) {
        const extra = await lab.deploy(compileTestContract("BoosterStandIn", "ExtraRewardStandIn"), [other, isWrapped]);
        await lab.write(ALICE, { to: extra, abi: pools, functionName: "setEarned", args: [BOB, isWrapped ? 5n : 6n] });
        await pool.write(ALICE, "addExtraReward", [extra]);
      }
      const contracts = { boosters: [booster.address], lockers: [], minting };
      const { positions } = await lab.listPositions(convex, contracts, BOB);
      const minted = (await booster.view<Address>("minter")).toLowerCase() as Address;
      const [, rawMinted] = await simulate(lab, [
        [pool, "getReward", [BOB]],
        [{ abi: anyTokenAbi, address: minted }, "balanceOf", [BOB]],
      ]);
      expect(positions).toEqual([
        {
          name: "Farming",
          pool: { controller: pool.address },
          detail: {
            type: "common",
            supplies: [{ token: lp, rawAmount: 7n * UNIT }],
            rewards: [
              { token: crv, rawAmount: 12_345n * UNIT },
              { token: minted, rawAmount: rawMinted },
              { token: other, rawAmount: 5n },
              { token: other, rawAmount: 6n },
            ],
          },
        },
        {
          name: "Deposit",
          pool: { controller: token },
          detail: { type: "common", supplies: [{ token: lp, rawAmount: 3n * UNIT }] },
        },
      ]);
      const query = { pool: { controller: pool.address }, owners: [ALICE, BOB] };
      expect(await lab.readShares(convex, contracts, query)).toEqual([0n, 7n * UNIT]);
      expect(await lab.listPools(convex, contracts)).toMatchObject([
        { rawShares: 7n * UNIT, supplies: [{ rawAmount: 7n * UNIT }] },
      ]);
    },
  );

  it("ignores a pool that names a booster which doesn't name it", async () => {
    const [booster, another] = [
      await deployContract(lab, artifact, [crv, 0n]),
      await deployContract(lab, artifact, [crv, 0n]),
    ];
    await deposit(another);
    const claim = `0x73${booster.address.slice(2)}5f5260205ff3` as const; // returns the booster to every call
    const { pool } = await deposit(booster);
    await lab.setCode(pool.address, claim);
    const { positions } = await lab.listPositions(convex, { boosters: [booster.address], lockers: [] }, BOB);
    expect(positions.map(({ name }) => name)).toEqual(["Deposit"]);
  });

  it("reports locks by their end, and what can be withdrawn", async () => {
    const locker = await deployContract(lab, compileTestContract("LockerStandIn"), [other]);
    await call(other, "mint", [ALICE, 100n]);
    await lab.write(ALICE, { to: other, abi: tokenAbi, functionName: "approve", args: [locker.address, 100n] });
    await locker.write(ALICE, "lock", [BOB, 10n]);
    await lab.warp(18 * 7 * 86_400);
    await locker.write(ALICE, "lock", [BOB, 20n]);
    await locker.write(ALICE, "lock", [BOB, 30n]);
    const contracts = { boosters: [], lockers: [locker.address], minting: "convex" } as const;
    const { positions } = await lab.listPositions(convex, contracts, BOB);
    const timeAt = Number((await lab.client.getBlock()).timestamp);
    const week = 7 * 86_400;
    expect(positions).toMatchObject([
      { name: "Locked", detail: { unlockAt: (Math.floor(timeAt / week) + 17) * week, supplies: [{ rawAmount: 50n }] } },
      { name: "Staked", detail: { supplies: [{ token: other, rawAmount: 10n }] } },
      { name: "Rewards", detail: { rewards: [{ token: other, rawAmount: 7n }] } },
    ]);
  });
});
