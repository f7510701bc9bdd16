import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { maxUint256 } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { checkIn } from "../checkIn.ts";
import { compileTestContract } from "../contracts.ts";
import { familyAdapter } from "../familyAdapter.ts";
import { ADMIN, ALICE, BOB, DAY_S, findAddress, UNIT } from "../lendingScene.ts";
import type { LendingScene } from "../lendingScene.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { liquityV1Family } from "../../families/liquity-v1/liquityV1.ts";

// No package ships the bytecode of Liquity or Prisma; LiquityStandIn.sol and PrismaStandIn.sol compute the same.

export const testLiquityV1 = (scene: LendingScene) =>
  describe("Liquity V1", () => {
    const family = familyAdapter(liquityV1Family);
    const PRICE = 2_000n * UNIT;

    describe("with the native coin", () => {
      let manager: TestContract;
      let stability: TestContract;
      let staking: TestContract;
      let feed: TestContract;
      let operations: TestContract;
      const contracts = () => ({ troveManagers: [manager.address], isPrisma: false });
      const part = async (name: string, functionName: string) =>
        contractAt(
          scene.lab,
          compileTestContract("LiquityStandIn", name).abi,
          await findAddress(manager, functionName),
        );

      beforeAll(async () => {
        manager = await deployContract(scene.lab, compileTestContract("LiquityStandIn"), [
          scene.usd.address,
          scene.eth.address,
        ]);
        stability = await part("LiquityStabilityStandIn", "stabilityPool");
        staking = await part("LiquityStakingStandIn", "lqtyStaking");
        feed = await part("LiquityPriceStandIn", "priceFeed");
        operations = await part("LiquityOperationsStandIn", "borrowerOperationsAddress");
        await feed.write(ADMIN, "setPrice", [PRICE]);
        await operations.write(ALICE, "openTrove", [9_000n * UNIT], 9n * UNIT);
        await operations.write(BOB, "openTrove", [1_000n * UNIT], UNIT);
        await manager.write(ADMIN, "redistribute", [500n * UNIT], UNIT / 4n);
        await scene.usd.write(ALICE, "approve", [stability.address, maxUint256]);
        await stability.write(ALICE, "provideToSP", [5_000n * UNIT, ADMIN]);
        await stability.write(ADMIN, "offset", [700n * UNIT], UNIT / 2n);
        await scene.eth.write(BOB, "approve", [staking.address, maxUint256]);
        await staking.write(BOB, "stake", [40n * UNIT]);
        await scene.usd.write(BOB, "transfer", [staking.address, 3n * UNIT]);
      });

      test("a borrower has the trove with redistributed loans, and the deposit with what it earned", async () => {
        const { positions, stages } = await scene.lab.listPositions(family, contracts(), ALICE);
        const [debt, coll] = await manager.view<bigint[]>("getEntireDebtAndColl", [ALICE]);
        expect(debt).toBe(9_450n * UNIT);
        const ratio = await manager.view<bigint>("getCurrentICR", [ALICE, PRICE]);
        expect(positions).toEqual([
          {
            name: "Lending",
            detail: {
              type: "lending",
              supplies: [{ token: NATIVE_TOKEN, rawAmount: coll, isCollateral: true }],
              borrows: [{ token: scene.usd.address, rawAmount: debt }],
              healthRate: Number((ratio * 10n) / 11n) / 1e18,
            },
            pool: { controller: manager.address },
          },
          {
            name: "Yield",
            detail: {
              type: "common",
              supplies: [
                { token: scene.usd.address, rawAmount: await stability.view("getCompoundedLUSDDeposit", [ALICE]) },
              ],
              rewards: [
                { token: NATIVE_TOKEN, rawAmount: await stability.view("getDepositorETHGain", [ALICE]) },
                { token: scene.eth.address, rawAmount: await stability.view("getDepositorLQTYGain", [ALICE]) },
              ],
            },
            pool: { controller: stability.address },
          },
        ]);
        expect(stages).toBeLessThanOrEqual(4);
      });

      test("a staker has the stake and both kinds of fees", async () => {
        const { positions } = await scene.lab.listPositions(family, contracts(), BOB);
        expect(positions[1]).toEqual({
          name: "Staked",
          detail: {
            type: "common",
            supplies: [{ token: scene.eth.address, rawAmount: 40n * UNIT }],
            rewards: [{ token: scene.usd.address, rawAmount: await staking.view("getPendingLUSDGain", [BOB]) }],
          },
          pool: { controller: staking.address },
        });
      });

      test("stakes and a stability pool that trove managers share count once", async () => {
        const artifact = compileTestContract("LiquityStandIn", "LiquitySharedStandIn");
        const other = await deployContract(scene.lab, artifact, [manager.address]);
        const shared = { troveManagers: [manager.address, other.address], isPrisma: false };
        const list = async (given: typeof shared) => {
          const { positions } = await scene.lab.listPositions(family, given, BOB);
          const pools = await scene.lab.listPools(family, given);
          return [positions, pools].map((found) => found.filter(({ name }) => name !== "Lending"));
        };
        const found = await list(shared);
        expect(found[0]!.map(({ name }) => name)).toEqual(["Staked"]);
        expect(found[1]!.map(({ name }) => name).toSorted()).toEqual(["Staked", "Yield"]);
      });

      test("without an oracle the last price is used", async () => {
        await feed.write(ADMIN, "fetchPrice");
        await feed.write(ADMIN, "setPrice", [0n]);
        const { positions } = await scene.lab.listPositions(family, contracts(), BOB);
        const ratio = await manager.view<bigint>("getCurrentICR", [BOB, PRICE]);
        expect(positions[0]?.detail).toMatchObject({ healthRate: Number((ratio * 10n) / 11n) / 1e18 });
      });

      test("troves, deposits and stakes are pools, each with its owners' shares", async () => {
        const pools = await scene.lab.listPools(family, contracts());
        const all = await manager.view<bigint>("getEntireSystemColl");
        expect(pools).toMatchObject([
          {
            supplies: [{ token: NATIVE_TOKEN, rawAmount: all }],
            depositors: { by: "interaction", contract: operations.address },
          },
          { supplies: [{ token: scene.usd.address, rawAmount: 4_300n * UNIT }] },
          { supplies: [{ token: scene.eth.address, rawAmount: 40n * UNIT }] },
        ]);
        const shares = pools.map(({ pool }) =>
          scene.lab.readShares(family, contracts(), { pool, owners: [ALICE, BOB] }),
        );
        const [, coll] = await manager.view<bigint[]>("getEntireDebtAndColl", [ALICE]);
        expect((await Promise.all(shares)).map(([alices]) => alices)).toEqual([coll, 4_300n * UNIT, 0n]);
      });

      test("a trove manager that does not respond takes no other with it", async () => {
        const check = (troveManagers: Address[]) => checkIn(scene.lab, family, { troveManagers, isPrisma: false });
        expect(await check([BOB, manager.address])).toBeUndefined();
        expect(await check([BOB])).toMatch(/MCR/);
        const some = { troveManagers: [BOB, manager.address], isPrisma: false };
        expect((await scene.lab.listPositions(family, some, ALICE)).positions).toEqual(
          (await scene.lab.listPositions(family, contracts(), ALICE)).positions,
        );
      });

      test("a fork that claims collateral that nobody paid shows what is held", async () => {
        const liar = await deployContract(scene.lab, compileTestContract("LiquityStandIn"), [
          scene.usd.address,
          scene.eth.address,
        ]);
        const fork = { troveManagers: [liar.address], isPrisma: false };
        const at = await findAddress(liar, "borrowerOperationsAddress");
        const abi = compileTestContract("LiquityStandIn", "LiquityOperationsStandIn").abi;
        await contractAt(scene.lab, abi, at).write(BOB, "openTrove", [0n], 2n);
        await liar.write(ADMIN, "setTrove", [ALICE, 10n ** 30n, 0n]);
        const { positions } = await scene.lab.listPositions(family, fork, ALICE);
        expect(positions).toMatchObject([{ detail: { supplies: [{ token: NATIVE_TOKEN, rawAmount: 1n }] } }]);
      });
    });

    test("the collateral of a fork is the token that it names", async () => {
      const { lab, usd, eth } = scene;
      const artifact = compileTestContract("LiquityStandIn", "LiquityTokenStandIn");
      const fork = await deployContract(lab, artifact, [eth.address, usd.address]);
      await eth.write(ADMIN, "mint", [await findAddress(fork, "activePool"), 3n * UNIT]);
      await fork.write(ADMIN, "setTrove", [ALICE, 3n * UNIT, 0n]);
      const { positions } = await lab.listPositions(family, { troveManagers: [fork.address], isPrisma: false }, ALICE);
      expect(positions).toMatchObject([{ detail: { supplies: [{ token: eth.address, rawAmount: 3n * UNIT }] } }]);
    });

    test("trove managers of several collaterals share a stability pool, which counts once", async () => {
      const { lab, usd, eth } = scene;
      const collaterals: Address[] = [eth.address, usd.address];
      const liquidator = await deployContract(lab, compileTestContract("PrismaStandIn", "PrismaLiquidatorStandIn"), [
        usd.address,
        collaterals,
      ]);
      const at = await findAddress(liquidator, "stabilityPool");
      const stability = contractAt(lab, compileTestContract("PrismaStandIn", "PrismaStabilityStandIn").abi, at);
      const deploy = (collateral: Address) =>
        deployContract(lab, compileTestContract("PrismaStandIn"), [collateral, usd.address, liquidator.address]);
      const [ethers, dollars] = [await deploy(eth.address), await deploy(usd.address)];
      for (const [token, spender] of [
        [eth, ethers],
        [eth, stability],
        [usd, stability],
      ] as const)
        await token.write(ALICE, "approve", [spender.address, maxUint256]);
      await ethers.write(ADMIN, "setPrice", [PRICE]);
      await ethers.write(ALICE, "openTrove", [5n * UNIT, 4_000n * UNIT]);
      await stability.write(ALICE, "provideToSP", [600n * UNIT]);
      await stability.write(ALICE, "earn", [0n, UNIT / 10n]);
      await lab.warp(30 * DAY_S);
      const contracts = { troveManagers: [ethers.address, dollars.address], isPrisma: true };
      const { positions } = await lab.listPositions(family, contracts, ALICE);
      const [debt] = await ethers.view<bigint[]>("getEntireDebtAndColl", [ALICE]);
      expect(debt).toBeGreaterThan(4_000n * UNIT);
      const ratio = await ethers.view<bigint>("getCurrentICR", [ALICE, PRICE]);
      expect(positions).toEqual([
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [{ token: eth.address, rawAmount: 5n * UNIT, isCollateral: true }],
            borrows: [{ token: usd.address, rawAmount: debt }],
            healthRate: Number((ratio * 10n) / 12n) / 1e18,
          },
          pool: { controller: ethers.address },
        },
        {
          name: "Yield",
          detail: {
            type: "common",
            supplies: [{ token: usd.address, rawAmount: 600n * UNIT }],
            rewards: [
              {
                token: eth.address,
                rawAmount: (await stability.view<bigint[]>("getDepositorCollateralGain", [ALICE]))[0],
              },
            ],
          },
          pool: { controller: stability.address },
        },
      ]);
      expect(await lab.listPools(family, contracts)).toHaveLength(3);
    });
  });
