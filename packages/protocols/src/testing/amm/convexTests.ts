import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import { compileTestContract } from "../contracts.ts";
import { asPartial } from "../asPartial.ts";
import { asAdapter } from "../asAdapter.ts";
import { simulate } from "../simulate.ts";
import { anyTokenAbi, contractAt, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { deployToken, tokenAbi } from "../tokens.ts";
import { convexBoosterFamily } from "../../families/convex-booster/convexBooster.ts";
import { ALICE, BOB, UNIT, lab, call } from "./ammScene.ts";

export const testConvex = () =>
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
          const extra = await lab.deploy(compileTestContract("BoosterStandIn", "ExtraRewardStandIn"), [
            other,
            isWrapped,
            minting === "aura",
          ]);
          await lab.write(ALICE, {
            to: extra,
            abi: pools,
            functionName: "setEarned",
            args: [BOB, isWrapped ? 5n : 6n],
          });
          await pool.write(ALICE, "addExtraReward", [extra]);
        }
        const contracts = { boosters: [booster.address], lockers: [], wrappers: [], minting };
        const { positions } = await lab.listPositions(convex, contracts, BOB);
        const partial = await lab.listPositions(asPartial(convex), contracts, BOB);
        expect(partial.positions).toEqual(positions);
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
      const { positions } = await lab.listPositions(
        convex,
        { boosters: [booster.address], lockers: [], wrappers: [] },
        BOB,
      );
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
      const contracts = { boosters: [], lockers: [locker.address], wrappers: [], minting: "convex" } as const;
      const { positions } = await lab.listPositions(convex, contracts, BOB);
      const timeAt = Number((await lab.client.getBlock()).timestamp);
      const week = 7 * 86_400;
      expect(positions).toMatchObject([
        {
          name: "Locked",
          detail: { unlockAt: (Math.floor(timeAt / week) + 17) * week, supplies: [{ rawAmount: 50n }] },
        },
        { name: "Staked", detail: { supplies: [{ token: other, rawAmount: 10n }] } },
        { name: "Rewards", detail: { rewards: [{ token: other, rawAmount: 7n }] } },
      ]);
    });

    it("reports staked cvxCRV with what it has earned", async () => {
      const wrapper = await deployContract(lab, compileTestContract("StakedCvxCrvStandIn"), [other]);
      await call(other, "mint", [ALICE, 40n]);
      await lab.write(ALICE, { to: other, abi: tokenAbi, functionName: "approve", args: [wrapper.address, 40n] });
      await wrapper.write(ALICE, "stake", [40n, BOB]);
      await wrapper.write(ALICE, "owe", [BOB, 3n]);
      const contracts = { boosters: [], lockers: [], wrappers: [wrapper.address] };
      const { positions } = await lab.listPositions(convex, contracts, BOB);
      const supplies = [{ token: other, rawAmount: 40n }];
      const rewards = [{ token: other, rawAmount: 3n }];
      expect(positions).toEqual([
        { name: "Staked", pool: { controller: wrapper.address }, detail: { type: "common", supplies, rewards } },
      ]);
    });
  });
