import { loadArtifact } from "@portico/devnet";
import { describe, expect, test } from "vitest";
import { stakingOnlyFamily } from "../../families/staking-only/stakingOnly.ts";
import { deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  DAY,
  UNIT,
  balanceOf,
  checkRow,
  deploy,
  fig,
  fund,
  lab,
  late,
  openReads,
  plum,
  readPools,
  readRow,
} from "./derivLab.ts";

export function testStakingOnly(): void {
  describe("stakingOnlyFamily", () => {
    const row = (staking: TestContract) => ({ staking: [staking.address], token: [plum.address] });

    test("reads StakingRewards", async () => {
      const artifact = loadArtifact("@uniswap/liquidity-staker", "build/StakingRewards.json", {}, import.meta.url);
      const farm = await deployContract(lab, artifact, [ALICE, fig.address, plum.address], ALICE);
      await fund(plum, BOB, farm);
      await fig.write(ALICE, "mint", [farm.address, 1_000n * UNIT]);
      await farm.write(BOB, "stake", [70n * UNIT]);
      await farm.write(ALICE, "notifyRewardAmount", [1_000n * UNIT]);
      await lab.warp(DAY);
      const earned = await farm.view<bigint>("earned", [BOB]);
      const supplies = [{ token: plum.address, rawAmount: 70n * UNIT }];
      const rewards = [{ token: fig.address, rawAmount: earned }];
      expect(earned).toBeGreaterThan(0n);
      expect(await readRow(stakingOnlyFamily, row(farm), BOB)).toEqual([
        { name: "Farming", detail: { type: "common", supplies, rewards }, pool: { controller: farm.address } },
      ]);
      expect(await readRow(late(stakingOnlyFamily), row(farm), BOB)).toMatchObject([{ detail: { supplies, rewards } }]);
      expect(await readRow(late(stakingOnlyFamily), row(farm), CAROL)).toEqual([]);
      expect(await readPools(stakingOnlyFamily, row(farm))).toMatchObject([{ supplies, rawShares: 70n * UNIT }]);
    });

    test("reads a SmartChef", async () => {
      const chef = await deploy("SmartChefStandIn", [plum.address, fig.address]);
      await fund(plum, BOB, chef);
      await fig.write(ALICE, "mint", [chef.address, 5_000n * UNIT]);
      await chef.write(BOB, "deposit", [5n * UNIT]);
      await lab.warp(60);
      const rewards = [{ token: fig.address, rawAmount: await chef.view<bigint>("pendingReward", [BOB]) }];
      const supplies = [{ token: plum.address, rawAmount: 5n * UNIT }];
      expect(await readRow(stakingOnlyFamily, row(chef), BOB)).toMatchObject([{ detail: { supplies, rewards } }]);
    });

    test("pays no stake as a reward of the same token", async () => {
      const chef = await deploy("SmartChefStandIn", [plum.address, plum.address]);
      for (const owner of [BOB, CAROL]) {
        await fund(plum, owner, chef);
        await chef.write(owner, "deposit", [5n * UNIT]);
      }
      await lab.warp(DAY); // more is pending than it holds
      const [position] = await readRow(stakingOnlyFamily, row(chef), BOB);
      const amounts = [{ token: plum.address, rawAmount: 5n * UNIT }];
      expect(position).toMatchObject({ name: "Staked", detail: { supplies: amounts, rewards: amounts } });
    });

    test("reads shares of a bar as what leaving pays", async () => {
      const bar = await deploy("BarStandIn", [plum.address]);
      for (const owner of [BOB, CAROL]) {
        await fund(plum, owner, bar);
        await bar.write(owner, "enter", [90n * UNIT]);
        await plum.write(ALICE, "mint", [bar.address, 7n * UNIT]);
      }
      const [position] = await readRow(stakingOnlyFamily, row(bar), CAROL);
      const before = await balanceOf(plum, CAROL);
      const shares = await balanceOf(bar, CAROL);
      const [pool] = await readPools(stakingOnlyFamily, row(bar));
      const forks = [{ stakings: [] }, stakingOnlyFamily.toContracts(row(bar), { chain: "eth" })];
      const reads = { ...(await openReads()), contracts: forks };
      const claimed = await stakingOnlyFamily.identifyForks?.(reads, [plum.address, bar.address]);
      expect(claimed).toEqual(new Map([[bar.address, { fork: 1, identity: "receipt" }]]));
      const staked = await stakingOnlyFamily.unwrap?.(
        { ...reads, contracts: forks[1]! },
        { token: bar.address, rawAmount: shares },
      );
      await bar.write(CAROL, "leave", [shares]);
      const paid = (await balanceOf(plum, CAROL)) - before;
      expect(staked).toEqual([{ token: plum.address, rawAmount: paid }]);
      expect(position?.detail).toEqual({ type: "common", supplies: staked, rewards: [] });
      expect(pool).toMatchObject({
        supplies: [{ rawAmount: 194n * UNIT }],
        depositors: { by: "receipt", token: bar.address },
      });
    });

    test("reads a staked token with rewards as as many tokens, and as a receipt", async () => {
      const staked = await deploy("StakingReceiptStandIn", [plum.address, fig.address]);
      await fund(plum, BOB, staked);
      await staked.write(BOB, "stake", [8n * UNIT]);
      await plum.write(ALICE, "mint", [staked.address, UNIT]); // belongs to nobody yet
      const supplies = [{ token: plum.address, rawAmount: 8n * UNIT }];
      expect(await readRow(stakingOnlyFamily, row(staked), BOB)).toMatchObject([{ detail: { supplies } }]);
      const contracts = stakingOnlyFamily.toContracts(row(staked), { chain: "eth" });
      const reads = await openReads();
      const claimed = await stakingOnlyFamily.identifyForks?.({ ...reads, contracts: [contracts] }, [staked.address]);
      expect(claimed?.get(staked.address)?.identity).toBe("receipt");
      const receipt = { token: staked.address, rawAmount: 3n };
      expect(await stakingOnlyFamily.unwrap?.({ ...reads, contracts }, receipt)).toEqual([
        { token: plum.address, rawAmount: 3n },
      ]);
    });

    test("reads locks of a voting escrow", async () => {
      const escrow = await deploy("EscrowStandIn", [plum.address]);
      await fund(plum, BOB, escrow);
      await escrow.write(BOB, "create_lock", [40n * UNIT, 2_000_000_000n]);
      expect(await readRow(stakingOnlyFamily, row(escrow), BOB)).toEqual([
        {
          name: "Locked",
          detail: {
            type: "locked",
            supplies: [{ token: plum.address, rawAmount: 40n * UNIT }],
            unlockAt: 2_000_000_000,
          },
          pool: { controller: escrow.address },
        },
      ]);
    });

    test("reads a chef's pools, and takes no staked token for its reward", async () => {
      const chef = await deploy("ChefStandIn");
      await chef.write(ALICE, "add", [plum.address]);
      await fund(plum, BOB, chef);
      await chef.write(BOB, "deposit", [0n, UNIT]);
      const [position] = await readRow(stakingOnlyFamily, row(chef), BOB);
      expect(position).toMatchObject({
        name: "Farming",
        detail: { supplies: [{ token: plum.address, rawAmount: UNIT }], rewards: [] },
        pool: { controller: chef.address, index: "0" },
      });
      expect(await readPools(stakingOnlyFamily, row(chef))).toEqual([]); // it may hold its reward too
    });

    test("takes an amount of unknown code only if the contract holds it", async () => {
      const staking = await deploy("StakesStandIn");
      await fund(plum, BOB, staking);
      await staking.write(BOB, "stake", [plum.address, 6n * UNIT]);
      const supplies = [{ token: plum.address, rawAmount: 6n * UNIT }];
      expect(await readRow(stakingOnlyFamily, row(staking), BOB)).toMatchObject([{ detail: { supplies } }]);
      await staking.write(ALICE, "setStake", [CAROL, 10n ** 40n]);
      expect(await readRow(stakingOnlyFamily, row(staking), CAROL)).toEqual([]);
    });

    test("leaves out a contract of no known shape", async () => {
      expect(await checkRow(stakingOnlyFamily, row(await deploy("StakesStandIn")))).toBeUndefined();
      const other = await deploy("DoubleRewarder", [plum.address]);
      expect(await checkRow(stakingOnlyFamily, row(other))).toBe("staking has no known shape");
      expect(await checkRow(stakingOnlyFamily, row(plum))).toBe("staking has no known shape"); // its own token
    });
  });
}
