import type { Address } from "@portico/evm";
import { maxUint256 } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTestContract } from "../contracts.ts";
import { familyAdapter } from "../familyAdapter.ts";
import { ADMIN, ALICE, BOB, DAY_S, UNIT, unwrapReceipt } from "../lendingScene.ts";
import type { LendingScene } from "../lendingScene.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { gearboxFamily } from "../../families/gearbox/gearbox.ts";

// The bytecode of Gearbox is in a package as sources only; GearboxStandIn.sol computes the same.

export const testGearbox = (scene: LendingScene) =>
  describe("Gearbox", () => {
    const family = familyAdapter(gearboxFamily);
    const LEGACY: Address = "0x000000000000000000000000000000000001e9ac";
    const ACCOUNT: Address = "0x0000000000000000000000000000000000ac0001";
    const REUSED: Address = "0x0000000000000000000000000000000000ac0002";
    let compressor: TestContract;
    let pool: TestContract;
    let legacy: TestContract;
    let manager: TestContract;
    const contracts = () => ({ compressor: compressor.address, configurators: [LEGACY] });
    const part = (name: string, at: Address) =>
      contractAt(scene.lab, compileTestContract("GearboxStandIn", name).abi, at);
    const first = async (functionName: string, args: readonly unknown[] = []) => {
      const { address, abi } = compressor;
      const [row] = (await scene.lab.view({ address, abi, functionName, args })) as (Address | { pool: Address })[];
      return typeof row === "object" ? row.pool : row!;
    };

    beforeAll(async () => {
      const { lab, usd, eth } = scene;
      compressor = await deployContract(lab, compileTestContract("GearboxStandIn"));
      await compressor.write(ADMIN, "createMarket", [usd.address, [usd.address, eth.address]]);
      await compressor.write(ADMIN, "createLegacyPool", [eth.address]);
      pool = part("GearboxPoolStandIn", await first("getPools"));
      legacy = part("GearboxPoolStandIn", await first("getPools", [[LEGACY]]));
      manager = part("GearboxManagerStandIn", await first("getCreditManagers"));
      await usd.write(BOB, "approve", [pool.address, maxUint256]);
      await eth.write(BOB, "approve", [legacy.address, maxUint256]);
      await pool.write(BOB, "deposit", [30_000n * UNIT, BOB]);
      await legacy.write(BOB, "deposit", [2n * UNIT, BOB]);
      await manager.write(ADMIN, "setPrice", [usd.address, 10n ** 8n]);
      await manager.write(ADMIN, "setPrice", [eth.address, 2_000n * 10n ** 8n]);
      await manager.write(ADMIN, "open", [ACCOUNT, ALICE, 12_000n * UNIT, 2n]);
      await manager.write(ADMIN, "open", [REUSED, ALICE, UNIT, 2n]);
      await manager.write(ADMIN, "open", [REUSED, BOB, 0n, 3n]);
      await eth.write(ADMIN, "mint", [ACCOUNT, 9n * UNIT]);
      await usd.write(ADMIN, "mint", [ACCOUNT, 100n * UNIT]);
      await usd.write(ADMIN, "mint", [REUSED, 1n]);
      await eth.write(ADMIN, "mint", [REUSED, UNIT]);
      await lab.warp(90 * DAY_S);
    });

    test("a credit account has its tokens, its debt with interest and fees, and its health", async () => {
      const { positions, stages } = await scene.lab.listPositions(family, contracts(), ALICE);
      const owed = await manager.view<Record<string, bigint>>("calcDebtAndCollateral", [ACCOUNT, 3]);
      expect(positions).toEqual([
        {
          name: "Lending",
          detail: {
            type: "lending",
            supplies: [
              { token: scene.usd.address, rawAmount: 100n * UNIT, isCollateral: false },
              { token: scene.eth.address, rawAmount: 9n * UNIT, isCollateral: true },
            ],
            borrows: [
              { token: scene.usd.address, rawAmount: owed["debt"]! + owed["accruedInterest"]! + owed["accruedFees"]! },
            ],
            healthRate: Number((owed["twvUSD"]! * UNIT) / owed["totalDebtUSD"]!) / 1e18,
          },
          pool: { controller: manager.address },
          positionIndex: ACCOUNT,
        },
      ]);
      expect(stages).toBeLessThanOrEqual(5);
    });

    test("a lender has what redeeming pays, and a reused account is its last borrower's, without dust", async () => {
      const { positions } = await scene.lab.listPositions(family, contracts(), BOB);
      const rawAmount = await pool.view("previewRedeem", [30_000n * UNIT]);
      expect(positions).toHaveLength(3);
      expect(positions.find(({ positionIndex }) => positionIndex === REUSED)?.detail).toEqual({
        type: "lending",
        supplies: [{ token: scene.eth.address, rawAmount: UNIT, isCollateral: true }],
        borrows: [],
        healthRate: null,
      });
      expect(positions.find(({ pool: { controller } }) => controller === pool.address)?.detail).toMatchObject({
        supplies: [{ token: scene.usd.address, rawAmount }],
      });
      const receipt = { token: pool.address, rawAmount: 30_000n * UNIT };
      expect(await unwrapReceipt(scene, family, contracts(), receipt)).toEqual([
        { token: scene.usd.address, rawAmount },
      ]);
    });

    test("without prices the debt stays", async () => {
      await manager.write(ADMIN, "setPrice", [scene.eth.address, 0n]);
      const { positions } = await scene.lab.listPositions(family, contracts(), ALICE);
      expect(positions).toMatchObject([{ detail: { healthRate: null, borrows: [{ token: scene.usd.address }] } }]);
    });

    test("pools of all markets are pools", async () => {
      const pools = await scene.lab.listPools(family, contracts());
      expect(pools).toHaveLength(2);
      expect(pools.find(({ pool: { controller } }) => controller === pool.address)).toMatchObject({
        supplies: [{ token: scene.usd.address, rawAmount: await pool.view("totalAssets") }],
        rawShares: 30_000n * UNIT,
      });
    });
  });
