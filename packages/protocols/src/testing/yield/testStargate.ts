import type { Address } from "@portico/evm";
import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import { expect, test } from "vitest";
import { stargateV2Family } from "../../families/stargate-v2/stargateV2.ts";
import { compileTestContract } from "../contracts.ts";
import { anyTokenAbi, contractAt, deployContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  DAY,
  WHOLE,
  adapterOf,
  amountOf,
  at,
  deploy,
  lab,
  startToken,
  unwrapIn,
} from "./yieldLab.ts";

/** On stand-ins; `stargateV2.long.test.ts` is on the real bytecode. */
export function testStargate(): void {
  test("Stargate V2: shares are one to one, staked ones with what the rewarder reports", async () => {
    const [usdc, stg] = [await startToken("USDC"), await startToken("STG")];
    const pools = [await deploy("StargateStandIn", [usdc.address]), await deploy("StargateStandIn", [ZERO_ADDRESS])];
    const shares = await Promise.all(
      pools.map(async (pool) => contractAt(lab, anyTokenAbi, await pool.view<Address>("lpToken"))),
    );
    const artifact = compileTestContract("StargateStandIn", "StargateStakingStandIn");
    const staking = await deployContract(lab, artifact, [shares.map(({ address }) => address), stg.address]);
    const contracts = { pools: pools.map(({ address }) => address), staking: staking.address };
    await usdc.write(ALICE, "mint", [BOB, 90n * WHOLE]);
    await usdc.write(BOB, "approve", [pools[0]!.address, 90n * WHOLE]);
    for (const pool of pools) await pool.write(BOB, "deposit", [BOB, 90n * WHOLE]);
    await shares[1]!.write(BOB, "approve", [staking.address, 30n * WHOLE]);
    await staking.write(BOB, "deposit", [shares[1]!.address, 30n * WHOLE]);
    await lab.warp(2 * DAY);
    const adapter = adapterOf(stargateV2Family);
    const { positions, stages } = await lab.listPositions(adapter, contracts, BOB);
    const [tokens, amounts] = await staking.view<readonly [Address[], bigint[]]>("getRewards", [
      shares[1]!.address,
      BOB,
    ]);
    expect(tokens[1]).toBe(ZERO_ADDRESS);
    const native = (rawAmount: bigint) => ({ token: NATIVE_TOKEN, rawAmount });
    const share = (index: number, supply: unknown) => ({
      name: "Liquidity Pool",
      ...at(pools[index]!),
      detail: { type: "common", supplies: [supply] },
    });
    const stake = { controller: staking.address, index: shares[1]!.address };
    const rewards = [amountOf(stg, amounts[0]!), native(amounts[1]!)];
    expect(amounts[0]).toBeGreaterThan(0n);
    expect(positions).toEqual([
      share(0, amountOf(usdc, 90n * WHOLE)),
      share(1, native(60n * WHOLE)),
      { name: "Farming", pool: stake, detail: { type: "common", supplies: [native(30n * WHOLE)], rewards } },
    ]);
    expect(await unwrapIn(stargateV2Family, contracts, amountOf(shares[1]!, WHOLE))).toEqual([native(WHOLE)]);
    expect(stages).toBeLessThanOrEqual(4);
    expect((await lab.listPositions(adapter, contracts, CAROL)).positions).toEqual([]);

    const states = await lab.listPools(adapter, contracts);
    expect(states.map(({ supplies, isNested }) => [supplies[0]?.rawAmount, isNested])).toEqual([
      [90n * WHOLE, undefined],
      [90n * WHOLE, undefined],
      [0n, true],
      [30n * WHOLE, true],
    ]);
    expect(await lab.readShares(adapter, contracts, { pool: stake, owners: [CAROL, BOB] })).toEqual([0n, 30n * WHOLE]);
  });
}
