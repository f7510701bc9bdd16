import { expect, test } from "vitest";
import { llamapayFamily } from "../../families/llamapay/llamapay.ts";
import { ALICE, BOB, DAY, checkRow, deploy, fund, lab, plum, readPools, readRow } from "./derivLab.ts";

export function testLlamapay(): void {
  test("llamapayFamily reads each stream of a recipient, and what is left to the payer", async () => {
    const pay = await deploy("LlamaPayStandIn", [plum.address]);
    const row = { factory: [pay.address] };
    await fund(plum, ALICE, pay);
    await pay.write(ALICE, "deposit", [1_000_000n]);
    for (const rate of [300n, 500n]) await pay.write(ALICE, "createStream", [BOB, rate]);
    await lab.warp(DAY);
    const withdrawable = async (rate: bigint) => (await pay.view<[bigint]>("withdrawable", [ALICE, BOB, rate]))[0];
    const streams = await readRow(llamapayFamily, row, BOB);
    expect(streams.map(({ detail }) => detail)).toEqual(
      await Promise.all(
        [300n, 500n].map(async (rate) => ({
          type: "vesting",
          token: { token: plum.address, rawAmount: await withdrawable(rate) },
          rawClaimable: await withdrawable(rate),
          rawDailyUnlock: (rate * BigInt(DAY)) / 100n,
        })),
      ),
    );
    const supplies = [{ token: plum.address, rawAmount: await pay.view<bigint>("getPayerBalance", [ALICE]) }];
    expect(await readRow(llamapayFamily, row, ALICE)).toMatchObject([{ name: "Deposit", detail: { supplies } }]);
    expect(await readPools(llamapayFamily, row)).toMatchObject([{ supplies: [{ rawAmount: 1_000_000n }] }]);
    await pay.write(ALICE, "cancelStream", [BOB, 500n]);
    expect(await readRow(llamapayFamily, row, BOB)).toHaveLength(1);
    expect(await checkRow(llamapayFamily, row)).toBeUndefined();
  });
}
