import type { Address } from "@portico/evm";
import { beforeAll, describe, expect, it } from "vitest";
import type { SolidlyContracts } from "../../families/solidly/solidlyContracts.ts";
import { solidlyFamily } from "../../families/solidly/solidly.ts";
import { toPairShare } from "../../families/solidly/solidlyPair.ts";
import { velodromeV2Family } from "../../families/velodrome-v2/velodromeV2.ts";
import type { Amount } from "../../position.ts";
import { asAdapter } from "../asAdapter.ts";
import { checkIn } from "../checkIn.ts";
import { compileTestContract } from "../contracts.ts";
import { openLab } from "../openLab.ts";
import { simulate } from "../simulate.ts";
import { anyTokenAbi, deployContract } from "../testContract.ts";
import type { TestContract } from "../testContract.ts";
import { deployToken } from "../tokens.ts";
import { deployVelodromeV2 } from "../velodromeV2.ts";
import type { VelodromeV2Lab } from "../velodromeV2.ts";
import { ALICE, BOB, call, lab, UNIT } from "./ammScene.ts";

export const testSolidly = () =>
  describe("velodrome-v2 and solidly", () => {
    const velodrome = asAdapter(velodromeV2Family);
    let velo: VelodromeV2Lab;
    let contracts: SolidlyContracts;
    let tokens: readonly [Address, Address];
    let reward: Address;
    let pool: TestContract;
    let gauge: TestContract;

    const balanceOf = (token: Address, owner: Address) =>
      lab.view({ address: token, abi: anyTokenAbi, functionName: "balanceOf", args: [owner] });
    const read = async (owner: Address) => (await lab.listPositions(velodrome, contracts, owner)).positions;

    beforeAll(async () => {
      const made = [await deployToken(lab, "ONE", ALICE), await deployToken(lab, "TWO", ALICE)].toSorted();
      tokens = [made[0]!, made[1]!];
      reward = await deployToken(lab, "VELO", ALICE);
      velo = await deployVelodromeV2(lab, ALICE, reward);
      contracts = { factory: velo.factory.address };
      pool = await velo.createPool(tokens, false);
      await velo.provide(pool, ALICE, [1_000n * UNIT, 4_000n * UNIT]);
      await velo.provide(pool, BOB, [111n * UNIT, 444n * UNIT]);
      gauge = await velo.createGauge(pool, reward, 1_000n * UNIT);
      const part = (await balanceOf(pool.address, BOB)) / 3n;
      await velo.swap(pool, 10n * UNIT);
      await lab.write(BOB, {
        to: pool.address,
        abi: anyTokenAbi,
        functionName: "approve",
        args: [gauge.address, part],
      });
      const deposit = gauge.abi.filter((item) => item.type === "function" && item.inputs.length === 1);
      await lab.write(BOB, { to: gauge.address, abi: deposit, functionName: "deposit", args: [part] });
      await velo.swap(pool, 20n * UNIT);
      await lab.warp(86_400);
    });

    /** What burning a share pays, from a gauge or the owner. */
    const burn = async (owner: Address, share: bigint) => {
      await lab.rpc.call("anvil_impersonateAccount", [owner]);
      await lab.write(owner, {
        to: pool.address,
        abi: anyTokenAbi,
        functionName: "approve",
        args: ["0xca11bde05977b3631167028862be2a173976ca11", share],
      });
      const [, paid] = await simulate(lab, [
        [pool, "transferFrom", [owner, pool.address, share]],
        [pool, "burn", [owner]],
      ]);
      return paid as readonly [bigint, bigint];
    };

    it("reports a share as what burning it pays, with its fees, and a gauge's with what it has earned", async () => {
      const share = await balanceOf(pool.address, BOB);
      const staked = await balanceOf(gauge.address, BOB);
      const [paid, stakedPaid] = [await burn(BOB, share), await burn(ALICE, staked)];
      const claims = await lab.client.simulateContract({
        account: BOB,
        address: pool.address,
        abi: pool.abi,
        functionName: "claimFees",
        blockNumber: await lab.client.getBlockNumber(),
      });
      const [claimed] = claims.result as readonly [bigint, bigint];
      expect(claimed).toBeGreaterThan(0n);
      const earned = await gauge.view<bigint>("earned", [BOB]);
      expect(earned).toBeGreaterThan(0n);
      const toSupplies = (amounts: readonly bigint[]) =>
        tokens.map((token, side) => ({ token, rawAmount: amounts[side] }));
      expect(await read(BOB)).toEqual([
        {
          name: "Liquidity Pool",
          pool: { controller: pool.address },
          detail: { type: "common", supplies: toSupplies(paid), rewards: [{ token: tokens[0], rawAmount: claimed }] },
        },
        {
          name: "Farming",
          pool: { controller: gauge.address },
          detail: { type: "common", supplies: toSupplies(stakedPaid), rewards: [{ token: reward, rawAmount: earned }] },
        },
      ]);
      const query = { pool: { controller: gauge.address }, owners: [ALICE, BOB] };
      expect(await lab.readShares(velodrome, contracts, query)).toEqual([0n, staked]);
    });

    it("reports locks until their end, and one without an end as long as it still lasts, with their compensation", async () => {
      await call(reward, "mint", [BOB, 30n * UNIT]);
      await lab.write(BOB, {
        to: reward,
        abi: anyTokenAbi,
        functionName: "approve",
        args: [velo.escrow.address, 30n * UNIT],
      });
      await velo.escrow.write(BOB, "createLock", [10n * UNIT, 86_400n * 365n]);
      await velo.escrow.write(BOB, "createLock", [20n * UNIT, 86_400n * 365n]);
      await velo.escrow.write(BOB, "lockPermanent", [2n]);
      await velo.voter.write(ALICE, "owe", [1n, 77n]);
      const locks = (await read(BOB)).filter(({ name }) => name === "Locked");
      const lock = await velo.escrow.view<{ amount: bigint; end: bigint }>("locked", [1n]);
      const timeAt = Number((await lab.client.getBlock()).timestamp);
      const week = 7 * 86_400;
      expect(locks).toMatchObject([
        {
          positionIndex: "1",
          detail: {
            supplies: [{ token: reward, rawAmount: lock.amount }],
            unlockAt: Number(lock.end),
            rewards: [{ token: reward, rawAmount: 77n }],
          },
        },
        {
          positionIndex: "2",
          detail: {
            supplies: [{ rawAmount: 20n * UNIT }],
            unlockAt: Math.floor((timeAt + 4 * 365 * 86_400) / week) * week,
          },
        },
      ]);
      expect(await checkIn(lab, velodrome, contracts)).toBeUndefined();
      expect(await checkIn(lab, velodrome, { factory: ALICE })).toContain("no response");
      const pools = await lab.listPools(velodrome, contracts);
      expect(pools.find((one) => one.pool.controller === velo.escrow.address)).toMatchObject({ rawShares: 30n * UNIT });
      expect(pools.find((one) => one.pool.controller === gauge.address)).toMatchObject({ isNested: true });
      expect(pools.find((one) => one.pool.controller === pool.address)).toMatchObject({
        depositors: { by: "receipt" },
      });
    });

    it("ignores pairs that no listed factory names, and a gauge that the voter doesn't list", async () => {
      const other = await velo.createPool(tokens, true);
      const foreign = await lab.listPositions(velodrome, { factory: velo.voter.address }, BOB);
      expect(foreign.positions).toEqual([]);
      const fake = await velo.createGauge(other, reward, UNIT);
      await velo.voter.write(ALICE, "list", [other.address, gauge.address]);
      await velo.provide(other, BOB, [UNIT, UNIT]);
      const args = [velo.factory.address, `0x${"0".repeat(64)}`, ...tokens, BOB];
      const lying = await lab.deploy(compileTestContract("LyingPool"), args);
      const part = 1_000n;
      await lab.write(BOB, {
        to: other.address,
        abi: anyTokenAbi,
        functionName: "approve",
        args: [fake.address, part],
      });
      const deposit = fake.abi.filter((item) => item.type === "function" && item.inputs.length === 1);
      await lab.write(BOB, { to: fake.address, abi: deposit, functionName: "deposit", args: [part] });
      const controllers = (await read(BOB)).map((position) => position.pool.controller);
      expect(controllers).toContain(other.address);
      expect(controllers).not.toContain(fake.address);
      expect(controllers).not.toContain(lying);
    });

    it("reports a stake in a gauge whose events are those of a wrapped coin, and whose voter has another name", async () => {
      const solidly = asAdapter(solidlyFamily);
      const voted = { ...contracts, voter: velo.voter.address };
      const artifact = compileTestContract("ThenaGaugeStandIn");
      const args = [pool.address, reward, velo.voter.address];
      const [thena, unlisted] = [await deployContract(lab, artifact, args), await deployContract(lab, artifact, args)];
      await call(reward, "mint", [thena.address, UNIT]);
      for (const at of [thena, unlisted]) {
        await lab.write(ALICE, {
          to: pool.address,
          abi: anyTokenAbi,
          functionName: "approve",
          args: [at.address, 7_000n],
        });
        await at.write(ALICE, "deposit", [7_000n]);
      }
      await velo.voter.write(ALICE, "list", [pool.address, thena.address]);
      await lab.warp(60);
      const { positions } = await lab.listPositions(solidly, voted, ALICE);
      const rewards = [{ token: reward, rawAmount: await thena.view("earned", [ALICE]) }];
      const paid = await burn(ALICE, 7_000n);
      const supplies = tokens.map((token, side) => ({ token, rawAmount: paid[side] }));
      const staked = positions.filter(({ name }) => name === "Farming");
      expect(staked).toEqual([
        {
          name: "Farming",
          pool: { controller: thena.address },
          detail: { type: "common", supplies, rewards },
        },
      ]);
      await velo.voter.write(ALICE, "list", [pool.address, gauge.address]);
    });

    it("counts a gauge of an unknown voter as far as it holds what it says", async () => {
      const lying = await lab.deploy(compileTestContract("LyingPairGauge"), [pool.address, reward, BOB]);
      const solidly = asAdapter(solidlyFamily);
      const unknown = { ...contracts, voter: reward };
      const find = async () => {
        const { positions } = await lab.listPositions(solidly, unknown, BOB);
        return positions.find((position) => position.pool.controller === lying);
      };
      expect(await find()).toBeUndefined();
      await lab.write(ALICE, { to: pool.address, abi: anyTokenAbi, functionName: "transfer", args: [lying, 5_000n] });
      await call(reward, "mint", [lying, 3n]);
      const paid = await burn(ALICE, 5_000n);
      const supplies = tokens.map((token, side) => ({ token, rawAmount: paid[side] }));
      expect((await find())?.detail).toEqual({ type: "common", supplies, rewards: [{ token: reward, rawAmount: 3n }] });
      const pools = await lab.listPools(solidly, unknown);
      expect(pools.find((one) => one.pool.controller === lying)).toMatchObject({ supplies });
      const interactions = [velo.factory.address, lying].map((contract) => ({ contract, key: "" })); // the first fails
      const held = { owner: BOB, receipts: [], nfts: new Map([[velo.factory.address, [1n]]]), interactions };
      expect(await solidly.listPositions!({ ...(await openLab(lab, unknown)), ...held })).toHaveLength(1);
      const tiny = [5n, 7n].map((rawAmount, side) => ({ token: tokens[side]!, rawAmount })) as [Amount, Amount];
      expect(toPairShare({ tokens, supplies: tiny, rawShares: 1n }, 10n ** 30n)).toEqual(tiny);
    });

    it("counts locks in an escrow of an unknown voter as far as it holds them, together, and nothing that they earn", async () => {
      const factory = await deployContract(lab, compileTestContract("ClassicFactoryStandIn")); // names no voter
      const lying = await lab.deploy(compileTestContract("LyingEscrow"), [factory.address, tokens[0], BOB]);
      const unknown = { factory: factory.address };
      const find = async () =>
        (await lab.listPositions(velodrome, unknown, BOB)).positions.filter(({ pool: at }) => at.controller === lying);
      expect(await find()).toEqual([]); // it holds nothing
      await call(tokens[0], "mint", [lying, 9n]);
      const locks = await find();
      expect(locks).toMatchObject([{ detail: { supplies: [{ token: tokens[0], rawAmount: 9n }], rewards: [] } }]);
      const pools = await lab.listPools(velodrome, unknown);
      expect(pools.find(({ pool: at }) => at.controller === lying)).toMatchObject({ supplies: [{ rawAmount: 9n }] });
    });

    it("ignores an escrow of another voter than the factory's", async () => {
      const lying = await lab.deploy(compileTestContract("LyingEscrow"), [velo.factory.address, tokens[0], BOB]);
      await call(tokens[0], "mint", [lying, 9n]);
      expect((await read(BOB)).filter(({ pool: at }) => at.controller === lying)).toEqual([]);
    });

    it("reports a share of a pool of KyberSwap Classic, whose factory lists it by its tokens", async () => {
      const factory = await deployContract(lab, compileTestContract("ClassicFactoryStandIn"));
      const args = [factory.address, `0x${"0".repeat(64)}`, ...tokens, BOB];
      const classic = await lab.deploy(compileTestContract("LyingPool"), args);
      await call(tokens[1], "mint", [classic, 5n]);
      const find = async () => (await lab.listPositions(velodrome, { factory: factory.address }, BOB)).positions;
      expect(await find()).toEqual([]);
      await factory.write(ALICE, "add", [...tokens, classic]);
      expect(await find()).toMatchObject([
        { detail: { supplies: [{ rawAmount: 0n }, { rawAmount: 5n }], rewards: [] } },
      ]);
    });
  });
