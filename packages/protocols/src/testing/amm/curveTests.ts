import type { Address } from "@portico/evm";
import { beforeAll, describe, expect, it } from "vitest";
import { checkIn } from "../checkIn.ts";
import { compileTestContract } from "../contracts.ts";
import { deployCurveMarket } from "../curveMarket.ts";
import type { CurveMarket } from "../curveMarket.ts";
import { nextWeek } from "../gaugeSystem.ts";
import { asPartial } from "../asPartial.ts";
import { asAdapter } from "../asAdapter.ts";
import { simulate } from "../simulate.ts";
import { anyTokenAbi, deployContract } from "../testContract.ts";
import { unwrapIn } from "../unwrapIn.ts";
import type { TestContract } from "../testContract.ts";
import { tokenAbi } from "../tokens.ts";
import type { CurveContracts } from "../../families/curve/curveContracts.ts";
import { curveFamily } from "../../families/curve/curve.ts";
import { ALICE, BOB, UNIT, lab, dao, call } from "./ammScene.ts";

export const testCurve = () =>
  describe("curve", () => {
    const curve = asAdapter(curveFamily);
    let market: CurveMarket;
    let gauge: TestContract;
    let extra: Address;
    let contracts: CurveContracts;
    let controller: TestContract;
    let distributor: TestContract;

    /** As the API shows them: a share of another pool is that pool's coins. */
    const readAll = async (owner: Address) =>
      unwrapIn(lab, [[curve, contracts]], (await lab.listPositions(curve, contracts, owner)).positions);

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
      await lab.write(BOB, {
        to: meta.address,
        abi: anyTokenAbi,
        functionName: "approve",
        args: [gauge.address, UNIT],
      });
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
      const positions = await readAll(BOB);
      const share = (pool: TestContract, token: Address) =>
        lab
          .view({ address: token, abi: anyTokenAbi, functionName: "balanceOf", args: [BOB] })
          .then(async (rawShare) => {
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
      const positions = await readAll(BOB);
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
      const positions = await readAll(BOB);
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
      const partial = await lab.listPositions(asPartial(curve), contracts, BOB);
      expect(partial.positions).toEqual((await lab.listPositions(curve, contracts, BOB)).positions);
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
      const named = [market.base.address, `0x${"0".repeat(64)}`, tokens[0], tokens[1], ALICE];
      const lying = await lab.deploy(compileTestContract("LyingPool"), named);
      const artifact = compileTestContract("CurvePoolStandIn");
      const fake = await deployContract(lab, artifact, [[tokens[0], tokens[1]], false]);
      await provide(fake, ALICE, tokens, [1n, 1n]);
      const registered = await deployContract(lab, artifact, [[tokens[2], fake.address], false]);
      await market.cryptoRegistry.write(ALICE, "add", [registered.address]);
      await provide(registered, ALICE, [tokens[2]], [4n, 0n]);
      const positions = await readAll(ALICE);
      const pools = positions.map(({ pool }) => pool.controller);
      expect(pools).toContain(meta.address);
      expect(pools).not.toContain(fake.address);
      expect(pools.filter((pool) => pool === market.base.address)).toHaveLength(1); // the lying token names it as its minter
      expect((await lab.listPools(curve, contracts)).flatMap((one) => one.contracts)).not.toContain(lying);
      const found = positions.find(({ pool }) => pool.controller === registered.address);
      expect(found?.detail).toMatchObject({ supplies: [{ rawAmount: 4n }, { token: fake.address, rawAmount: 0n }] });
    });

    it("has a pool of each, whose shares are its LP token's", async () => {
      expect(await checkIn(lab, curve, contracts)).toBeUndefined();
      expect(await checkIn(lab, curve, { ...contracts, registries: [ALICE] })).toContain("no response");
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
