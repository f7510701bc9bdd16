import { stringToHex } from "viem";
import { expect, test } from "vitest";
import { synthetixFamily } from "../../families/synthetix/synthetix.ts";
import { ALICE, BOB, CAROL, DAY, WHOLE, adapterOf, amountOf, at, deploy, lab, startToken } from "./yieldLab.ts";

const synthetix = adapterOf(synthetixFamily);

/** On a stand-in. */
export function testSynthetix(): void {
  test("Synthetix: a stake is its debt and escrow, an escrow without debt a vesting", async () => {
    const [core, snx] = [await deploy("SynthetixStandIn"), await startToken("SNX")];
    const contracts = {
      resolver: core.address,
      snx: snx.address,
      susd: core.address,
      rewardEscrow: core.address,
    };
    await core.write(BOB, "issueSynths", [80n * WHOLE, 25n * WHOLE]);
    await core.write(ALICE, "reward", [BOB, 5n * WHOLE]);
    for (const [owner, amount, days] of [
      [BOB, 15n, 30],
      [CAROL, 4n, 30],
      [CAROL, 3n, 1],
    ] as const)
      await core.write(ALICE, "createEscrowEntry", [owner, amount * WHOLE, days * DAY]);
    await lab.warp(2 * DAY);
    const debt = await core.view<bigint>("debtBalanceOf", [BOB, stringToHex("sUSD", { size: 32 })]);
    const staked = await lab.listPositions(synthetix, contracts, BOB);
    expect(staked.stages).toBeLessThanOrEqual(2);
    expect(staked.positions).toEqual([
      {
        name: "Lending",
        ...at(snx),
        detail: {
          type: "lending",
          supplies: [{ ...amountOf(snx, 15n * WHOLE), isCollateral: true }],
          borrows: [amountOf(core, debt)],
          rewards: [amountOf(snx, 5n * WHOLE)],
          healthRate: 2.5, // liquidated at 62.5 %, now 25 % of 100
        },
      },
    ]);
    const rawClaimable = await core.view<bigint>("getVestingQuantity", [CAROL, [1n, 2n]]);
    expect(rawClaimable).toBe(3n * WHOLE);
    expect((await lab.listPositions(synthetix, contracts, CAROL)).positions).toEqual([
      { name: "Vesting", ...at(core), detail: { type: "vesting", token: amountOf(snx, 7n * WHOLE), rawClaimable } },
    ]);
    expect(await lab.listPools(synthetix, contracts)).toMatchObject([{ supplies: [amountOf(snx, 22n * WHOLE)] }]);
    const query = { pool: { controller: core.address }, owners: [ALICE, BOB] };
    expect(await lab.readShares(synthetix, contracts, query)).toEqual([0n, 15n * WHOLE]);
  });
}
