import { maxUint256 } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { compileTestContract } from "../contracts.ts";
import { familyAdapter } from "../familyAdapter.ts";
import { ADMIN, ALICE, BOB, DAY_S, findAddress, listUnindexed, UNIT } from "../lendingScene.ts";
import type { LendingScene } from "../lendingScene.ts";
import { contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { liquityV2Family } from "../../families/liquity-v2/liquityV2.ts";

// No package ships the bytecode of Liquity V2; BoldStandIn.sol computes the same.

export const testLiquityV2 = (scene: LendingScene) =>
  describe("Liquity V2", () => {
    const family = familyAdapter(liquityV2Family);
    const PRICE = 2_000n * UNIT;
    const TROVE = 2n ** 200n + 7n;
    let registry: TestContract;
    let manager: TestContract;
    let stability: TestContract;
    const contracts = () => ({ registry: registry.address });
    const part = async (name: string, of: TestContract, functionName: string, args: readonly unknown[] = []) =>
      contractAt(scene.lab, compileTestContract("BoldStandIn", name).abi, await findAddress(of, functionName, args));

    beforeAll(async () => {
      const { usd, eth } = scene;
      registry = await deployContract(scene.lab, compileTestContract("BoldStandIn"), [usd.address]);
      for (const token of [usd, eth]) await registry.write(ADMIN, "addBranch", [token.address]);
      manager = await part("BoldTroveManagerStandIn", registry, "getTroveManager", [1n]);
      stability = await part("BoldStabilityStandIn", manager, "stabilityPool");
      for (const spender of [manager, stability]) await eth.write(ALICE, "approve", [spender.address, maxUint256]);
      await usd.write(BOB, "approve", [stability.address, maxUint256]);
      await manager.write(ADMIN, "setPrice", [PRICE]);
      await manager.write(ALICE, "openTrove", [TROVE, 10n * UNIT, 12_000n * UNIT, UNIT / 20n]);
      await manager.write(ALICE, "openTrove", [8n, UNIT, 1_000n * UNIT, UNIT / 10n]);
      await stability.write(BOB, "provideToSP", [5_000n * UNIT]);
      await stability.write(ALICE, "setGains", [BOB, UNIT / 2n, UNIT / 4n, 30n * UNIT]);
      await scene.lab.warp(100 * DAY_S);
    });

    const expectTrove = async (id: bigint) => {
      const { entireColl, entireDebt } = await manager.view<Record<string, bigint>>("getLatestTroveData", [id]);
      const ratio = await manager.view<bigint>("getCurrentICR", [id, PRICE]);
      return {
        name: "Lending",
        detail: {
          type: "lending",
          supplies: [{ token: scene.eth.address, rawAmount: entireColl, isCollateral: true }],
          borrows: [{ token: scene.usd.address, rawAmount: entireDebt }],
          healthRate: Number((ratio * 10n) / 11n) / 1e18,
        },
        pool: { controller: manager.address },
        positionIndex: String(id),
      };
    };

    test("an owner has each trove by its NFT, with interest to the block", async () => {
      const { positions, stages } = await scene.lab.listPositions(family, contracts(), ALICE);
      expect(positions).toEqual([await expectTrove(TROVE), await expectTrove(8n)]);
      expect(stages).toBeLessThanOrEqual(6); // four of constants
      expect((await scene.lab.listPositions(family, contracts(), ALICE)).stages).toBeLessThanOrEqual(2);
    });

    test("a trove is whoever's its NFT is", async () => {
      const nft = await part("BoldNftStandIn", manager, "troveNFT");
      await nft.write(ALICE, "transferFrom", [ALICE, BOB, 8n]);
      expect((await scene.lab.listPositions(family, contracts(), ALICE)).positions).toEqual([await expectTrove(TROVE)]);
      expect((await scene.lab.listPositions(family, contracts(), BOB)).positions[0]).toEqual(await expectTrove(8n));
    });

    test("a deposit earns what the next operation would pay", async () => {
      const { positions } = await scene.lab.listPositions(family, contracts(), BOB);
      expect(positions[1]).toEqual({
        name: "Yield",
        detail: {
          type: "common",
          supplies: [{ token: scene.usd.address, rawAmount: await stability.view("getCompoundedBoldDeposit", [BOB]) }],
          rewards: [
            { token: scene.usd.address, rawAmount: await stability.view("getDepositorYieldGainWithPending", [BOB]) },
            { token: scene.eth.address, rawAmount: (UNIT * 3n) / 4n },
          ],
        },
        pool: { controller: stability.address },
      });
    });

    test("a deposit of before the index is found", async () => {
      expect(await listUnindexed(scene, family, contracts(), BOB)).toMatchObject([
        { name: "Yield", pool: { controller: stability.address } },
      ]);
    });

    test("each branch has a pool of its troves and one of its deposits", async () => {
      const pools = await scene.lab.listPools(family, contracts());
      expect(pools).toHaveLength(4);
      expect(pools.slice(2)).toMatchObject([
        { supplies: [{ token: scene.eth.address, rawAmount: 11n * UNIT }] },
        { supplies: [{ token: scene.usd.address, rawAmount: 5_000n * UNIT }], rawShares: 5_000n * UNIT },
      ]);
      const query = { pool: { controller: stability.address }, owners: [ALICE, BOB] };
      expect(await scene.lab.readShares(family, contracts(), query)).toEqual([0n, 5_000n * UNIT]);
    });
  });
