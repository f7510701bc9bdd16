import { compileTestContract } from "../contracts.ts";
import { checkIn } from "../checkIn.ts";
import type { Address, Hex } from "@portico/evm";
import { parseAbi } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import { deployBalancerV2 } from "../balancerV2.ts";
import type { BalancerV2Lab } from "../balancerV2.ts";
import { deployVotingEscrow, nextWeek } from "../gaugeSystem.ts";
import { asAdapter } from "../asAdapter.ts";
import { simulate } from "../simulate.ts";
import { anyTokenAbi, contractAt, deployContract } from "../testContract.ts";
import { openLab } from "../openLab.ts";
import { unwrapIn } from "../unwrapIn.ts";
import { deployToken } from "../tokens.ts";
import type { BalancerV2Contracts } from "../../families/balancer-v2/balancerV2Contracts.ts";
import { balancerV2Family } from "../../families/balancer-v2/balancerV2.ts";
import { readPoolId } from "../../families/balancer-v2/balancerV2Pool.ts";
import { ALICE, BOB, UNIT, lab, dao, call } from "./ammScene.ts";

const poolIdAbi = parseAbi(["function getPoolId() view returns (bytes32)"]);

export const testBalancerV2 = () =>
  describe("balancer-v2", () => {
    const balancer = asAdapter(balancerV2Family);
    let v2: BalancerV2Lab;
    let tokens: readonly Address[];
    let contracts: BalancerV2Contracts;
    const balanceOf = (token: Address, owner: Address) =>
      lab.view({ address: token, abi: anyTokenAbi, functionName: "balanceOf", args: [owner] });

    /** As the API shows them: a share of another pool is that pool's tokens. */
    const readAll = async (own = contracts) =>
      unwrapIn(lab, [[balancer, own]], (await lab.listPositions(balancer, own, BOB)).positions);

    beforeAll(async () => {
      v2 = await deployBalancerV2(lab, ALICE);
      const made = [
        await deployToken(lab, "ONE", ALICE),
        await deployToken(lab, "TWO", ALICE),
        await deployToken(lab, "THREE", ALICE),
      ];
      tokens = made.toSorted();
      for (const token of tokens) await call(token, "mint", [BOB, 1_000_000n * UNIT]);
      contracts = {
        vault: v2.vault.address,
        gaugeController: dao.controller.address,
        gaugeFactories: [dao.factory.address],
        emission: dao.emission,
      };
    });

    it("reports a share of a weighted pool as what leaving pays, also in a gauge and in a lock", async () => {
      const [one, two] = tokens as readonly [Address, Address];
      const pool = await v2.createWeighted([one, two]);
      await v2.join(
        pool,
        BOB,
        new Map([
          [one, 1_000n * UNIT],
          [two, 3_333n],
        ]),
      );
      expect((await lab.listPositions(balancer, contracts, BOB)).stages).toBeLessThanOrEqual(3);
      const gauge = await dao.createGauge(pool);
      const escrow = await deployVotingEscrow(lab, pool, ALICE);
      const part = (await balanceOf(pool, BOB)) / 4n;
      for (const at of [gauge, escrow])
        await lab.write(BOB, { to: pool, abi: anyTokenAbi, functionName: "approve", args: [at.address, part] });
      await gauge.write(BOB, "deposit", [part]);
      const end = (await lab.client.getBlock()).timestamp + 86_400n * 100n;
      await escrow.write(BOB, "create_lock", [part, end]);
      await nextWeek(lab);
      const positions = await readAll({ ...contracts, votingEscrow: escrow.address });
      const expectPaid = async (controller: Address, share: bigint) => {
        const paid = await v2.queryExit(pool, BOB, share, "weighted");
        const found = positions.find((position) => position.pool.controller === controller);
        expect(found?.detail).toMatchObject({
          supplies: [one, two].map((token) => ({ token, rawAmount: paid.get(token) })),
        });
        return found;
      };
      await expectPaid(pool, await balanceOf(pool, BOB));
      const [emitted] = await simulate(lab, [[gauge, "claimable_tokens", [BOB]]]);
      expect((await expectPaid(gauge.address, part))?.detail).toMatchObject({
        rewards: [{ token: dao.emission, rawAmount: emitted }],
      });
      expect(await expectPaid(escrow.address, part)).toMatchObject({ name: "Locked" });
    });

    it("reports a share of a stable pool without the pool's own tokens, and with another pool's in it", async () => {
      const [one, two, three] = tokens as readonly [Address, Address, Address];
      const inner = await v2.createStable([one, two]);
      await v2.join(
        inner,
        BOB,
        new Map([
          [one, 1_000n * UNIT],
          [two, 2_000n * UNIT],
        ]),
      );
      const lent = (await balanceOf(inner, BOB)) / 3n;
      const outerTokens = [inner, three].toSorted();
      const outer = await v2.createStable(outerTokens);
      await v2.join(
        outer,
        BOB,
        new Map([
          [inner, lent],
          [three, 500n * UNIT],
        ]),
      );
      const positions = await readAll();
      const paid = await v2.queryExit(outer, BOB, await balanceOf(outer, BOB), "stable");
      const innerPaid = await v2.queryExit(inner, BOB, paid.get(inner) ?? 0n, "stable");
      const found = positions.find(({ pool }) => pool.controller === outer);
      const supplies = found?.detail.type === "common" ? found.detail.supplies : [];
      expect(new Map(supplies.map(({ token, rawAmount }) => [token, rawAmount]))).toEqual(
        new Map([
          [three, paid.get(three)],
          [one, innerPaid.get(one)],
          [two, innerPaid.get(two)],
        ]),
      );
      expect(await checkIn(lab, balancer, contracts)).toBeUndefined();
      expect(await checkIn(lab, balancer, { ...contracts, vault: ALICE })).toContain("no response");
      const pools = await lab.listPools(balancer, contracts);
      const supply = parseAbi(["function getActualSupply() view returns (uint256)"]);
      const actual = await lab.view({ address: outer, abi: supply, functionName: "getActualSupply" });
      expect(pools.find(({ pool }) => pool.controller === outer)).toMatchObject({
        rawShares: actual,
        supplies: outerTokens.map((token) => ({ token })),
      });
    });

    it("ignores a pool of another vault, and one that names a pool of the vault", async () => {
      const other = await deployBalancerV2(lab, ALICE);
      const [one, two] = tokens as readonly [Address, Address];
      const pool = await other.createWeighted([one, two]);
      await other.join(
        pool,
        BOB,
        new Map([
          [one, UNIT],
          [two, UNIT],
        ]),
      );
      const listed = await v2.createWeighted([one, two]);
      const poolId = await contractAt(lab, poolIdAbi, listed).view<Hex>("getPoolId");
      const lying = await lab.deploy(compileTestContract("LyingPool"), [v2.vault.address, poolId, one, two, BOB]);
      const controllers = (await readAll()).map((position) => position.pool.controller);
      expect(controllers).not.toContain(pool);
      expect(controllers).not.toContain(lying);
    });

    it("counts no shares above all, nothing that only an asset manager reports, and no pool of another's number", async () => {
      const [one, two] = tokens as readonly [Address, Address];
      const lying = await deployContract(lab, compileTestContract("LyingShare"), [v2.vault.address, BOB]);
      await lying.write(ALICE, "register", [one, two, 10n ** 30n]);
      const find = async () => (await readAll()).find(({ pool }) => pool.controller === lying.address);
      const nothing = [one, two].map((token) => ({ token, rawAmount: 0n }));
      expect((await find())?.detail).toMatchObject({ supplies: nothing });
      const victim = await v2.createWeighted([one, two]);
      await lying.write(ALICE, "rename", [await contractAt(lab, poolIdAbi, victim).view<Hex>("getPoolId")]);
      expect(await readPoolId(await openLab(lab, contracts), lying.address)).toBeUndefined();
    });
  });
