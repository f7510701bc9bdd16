import { beforeAll, describe, expect, test } from "vitest";
import { gmxV1Family } from "../../families/gmx-v1/gmxV1.ts";
import type { TestContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  OTHER,
  UNIT,
  balanceOf,
  checkRow,
  deploy,
  deployPlainToken,
  fig,
  fund,
  lab,
  late,
  plum,
  readPools,
  readRow,
} from "./derivLab.ts";

export function testGmxV1(): void {
  describe("gmxV1Family", () => {
    const USD = 10n ** 30n;
    let vault: TestContract;
    let manager: TestContract;
    let router: TestContract;
    let glp: TestContract;
    let tracker: TestContract;
    let gmxTracker: TestContract;
    const row = () => ({ vault: [vault.address] });

    beforeAll(async () => {
      vault = await deploy("GmxVaultStandIn");
      glp = await deployPlainToken("GLP");
      manager = await deploy("GlpManagerStandIn", [vault.address, glp.address]);
      tracker = await deploy("RewardTrackerStandIn", [fig.address]);
      gmxTracker = await deploy("RewardTrackerStandIn", [fig.address]);
      const of = [manager.address, glp.address, plum.address, tracker.address, gmxTracker.address];
      router = await deploy("RewardRouterStandIn", of);
      await vault.write(ALICE, "list", [plum.address, false, 20n * USD]);
      await vault.write(ALICE, "list", [fig.address, true, USD]);
      await vault.write(ALICE, "setManager", [manager.address]);
      await manager.write(ALICE, "setHandler", [router.address]);
      for (const token of [plum, fig]) {
        await fund(token, ALICE, vault);
        await vault.write(ALICE, "provide", [token.address, 1_000n * UNIT]);
      }
    });

    test.each([
      ["Long", true],
      ["Short", false],
    ] as const)("reads a %s position as what closing pays", async (side, isLong) => {
      const collateral = isLong ? plum : fig;
      await vault.write(ALICE, "setPrice", [plum.address, 20n * USD, 0n]);
      await vault.write(BOB, "increasePosition", [collateral.address, plum.address, 100n * USD, 500n * USD, isLong]);
      await vault.write(ALICE, "setPrice", [plum.address, isLong ? 22n * USD : 19n * USD, 3_000n]);
      const positions = await readRow(gmxV1Family, row(), BOB);
      const position = positions.find(({ detail }) => detail.type === "perpetuals" && detail.side === side);
      const closed = [BOB, collateral.address, plum.address, isLong];
      expect(position).toMatchObject({
        name: "Perpetuals",
        pool: { controller: vault.address },
        detail: {
          size: { token: plum.address, rawAmount: 25n * UNIT },
          quote: fig.address,
          pays: { token: collateral.address, rawAmount: await vault.view<bigint>("previewClose", closed) },
          entryPrice: 20,
          markPrice: isLong ? 22 : 19,
        },
      });
      expect(await readRow(late(gmxV1Family), row(), BOB)).toEqual(positions);
    });

    test("reads staked liquidity as its part of the vault, at the manager's price, and its rewards", async () => {
      await manager.write(ALICE, "setAum", [10_000n * UNIT]); // of 23,000 USD; 13,000 are owed to positions
      await vault.write(ALICE, "setPrice", [plum.address, 22n * USD, 3_000n]);
      await fund(glp, CAROL, tracker, 30n * UNIT);
      await fund(glp, ALICE, tracker, 70n * UNIT);
      await fund(plum, CAROL, gmxTracker);
      await fig.write(ALICE, "mint", [tracker.address, 10n ** 30n]);
      await router.write(CAROL, "stakeGlp", [30n * UNIT]);
      await router.write(CAROL, "stakeGmx", [4n * UNIT]);
      await lab.warp(60);
      const claimable = await tracker.view<bigint>("claimable", [CAROL]);
      const part = (3n * 1_000n * UNIT * 10_000n) / (10n * 23_000n);
      expect(await readRow(gmxV1Family, row(), CAROL)).toMatchObject([
        {
          name: "Liquidity Pool",
          detail: {
            supplies: [
              { token: plum.address, rawAmount: part },
              { token: fig.address, rawAmount: part },
            ],
            rewards: [{ token: fig.address, rawAmount: claimable }],
          },
          pool: { controller: vault.address },
        },
        { name: "Staked", detail: { supplies: [{ token: plum.address, rawAmount: 4n * UNIT }] } },
      ]);
    });

    test("ignores managers and routers that the vault does not admit", async () => {
      const other = await deploy("GlpManagerStandIn", [vault.address, glp.address]);
      const of = [manager.address, glp.address, plum.address, tracker.address, gmxTracker.address];
      const stray = await deploy("RewardRouterStandIn", of);
      await fund(glp, OTHER, other, 5n * UNIT);
      await other.write(OTHER, "addLiquidityForAccount", [OTHER, 5n * UNIT]);
      await fund(plum, OTHER, gmxTracker);
      await stray.write(OTHER, "stakeGmx", [UNIT]);
      expect(await readRow(gmxV1Family, row(), OTHER)).toEqual([]);
      await manager.write(OTHER, "addLiquidityForAccount", [OTHER, 5n * UNIT]);
      expect(await readRow(gmxV1Family, row(), OTHER)).toMatchObject([{ name: "Liquidity Pool" }]);
    });

    test("counts the pool up to the vault's balances", async () => {
      await vault.write(ALICE, "setPoolAmount", [plum.address, 10n ** 30n]);
      const held = await balanceOf(plum, vault.address);
      const [pool] = await readPools(gmxV1Family, row());
      expect(pool?.supplies).toContainEqual({ token: plum.address, rawAmount: held });
      expect(await checkRow(gmxV1Family, row())).toBeUndefined();
      expect(await checkRow(gmxV1Family, { vault: [plum.address] })).toBe(
        "allWhitelistedTokensLength() of the vault does not respond",
      );
    });
  });
}
