import { beforeAll, describe, expect, test } from "vitest";
import { masterchefFamily } from "../../families/masterchef/masterchef.ts";
import type { TestContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  UNIT,
  balanceOf,
  checkRow,
  deploy,
  fig,
  fund,
  lab,
  plum,
  readPools,
  readRow,
} from "./derivLab.ts";

export function testMasterchef(): void {
  describe("masterchefFamily", () => {
    let chef: TestContract;
    const row = () => ({ masterchef: [chef.address], token: [plum.address] });

    beforeAll(async () => {
      chef = await deploy("ChefStandIn");
      await chef.write(ALICE, "add", [fig.address]);
      await fund(fig, BOB, chef);
      await plum.write(ALICE, "mint", [chef.address, 50_000n * UNIT]);
      await chef.write(BOB, "deposit", [0n, 300n * UNIT]);
      await lab.warp(60);
    });

    test("reads the pending view that is named after the reward token", async () => {
      const pending = await chef.view<bigint>("pendingPlum", [0n, BOB]);
      expect(pending).toBeGreaterThan(0n);
      expect(await readRow(masterchefFamily, row(), BOB)).toEqual([
        {
          name: "Farming",
          detail: {
            type: "common",
            supplies: [{ token: fig.address, rawAmount: 300n * UNIT }],
            rewards: [{ token: plum.address, rawAmount: pending }],
          },
          pool: { controller: chef.address, index: "0" },
        },
      ]);
    });

    test("counts stakes and rewards of an unverified chef up to its balances", async () => {
      await chef.write(ALICE, "setStake", [0n, CAROL, 10n ** 30n]);
      await lab.warp(60);
      const [position] = await readRow(masterchefFamily, row(), CAROL);
      expect(position?.detail).toMatchObject({
        supplies: [{ rawAmount: await balanceOf(fig, chef.address) }],
        rewards: [{ rawAmount: await balanceOf(plum, chef.address) }],
      });
    });

    test("pays no stake as a reward of the same token", async () => {
      const own = await deploy("ChefStandIn");
      await own.write(ALICE, "add", [plum.address]);
      await fund(plum, BOB, own);
      await own.write(BOB, "deposit", [0n, 9n * UNIT]);
      await plum.write(ALICE, "mint", [own.address, UNIT]);
      await lab.warp(60);
      const [position] = await readRow(masterchefFamily, { masterchef: [own.address], token: [plum.address] }, BOB);
      expect(position).toMatchObject({
        name: "Staked",
        detail: { supplies: [{ rawAmount: 9n * UNIT }], rewards: [{ token: plum.address, rawAmount: UNIT }] },
      });
    });

    test("has a check", async () => {
      expect(await checkRow(masterchefFamily, row())).toBeUndefined();
      expect(await checkRow(masterchefFamily, { masterchef: [plum.address] })).toContain("poolLength()");
    });

    test("has the staked balance as its pool, shared by stakes", async () => {
      const [pool] = await readPools(masterchefFamily, row());
      expect(pool).toMatchObject({
        supplies: [{ token: fig.address, rawAmount: 300n * UNIT }],
        rawShares: 300n * UNIT,
      });
    });
  });
}
