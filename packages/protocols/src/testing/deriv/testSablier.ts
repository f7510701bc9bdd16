import { describe, expect, test } from "vitest";
import { sablierFamily } from "../../families/sablier/sablier.ts";
import { ALICE, BOB, DAY, checkRow, deploy, fund, lab, plum, readRow } from "./derivLab.ts";

export function testSablier(): void {
  describe("sablierFamily", () => {
    test("reads what a recipient has not withdrawn of a lockup, and what it can withdraw", async () => {
      const lockup = await deploy("LockupStandIn");
      const row = { streams: [lockup.address] };
      await fund(plum, ALICE, lockup);
      const start = Number((await lab.client.getBlock()).timestamp);
      const times = { start, cliff: start + DAY, end: start + 11 * DAY };
      const amounts = { deposited: 120n, withdrawn: 0n, refunded: 0n, unlockedAtStart: 5n, unlockedAtCliff: 15n };
      const stream = { token: plum.address, recipient: BOB, ...amounts, ...times, isCanceled: false };
      await lockup.write(ALICE, "create", [stream]);
      await lab.warp(3 * DAY);
      await lockup.write(BOB, "withdraw", [1n, BOB, 30n]);
      const rawClaimable = await lockup.view<bigint>("withdrawableAmountOf", [1n]);
      const detail = { type: "vesting", token: { token: plum.address, rawAmount: 90n }, rawClaimable };
      expect(rawClaimable).toBeGreaterThan(0n);
      expect(await readRow(sablierFamily, row, BOB)).toEqual([
        {
          name: "Vesting",
          detail: { ...detail, rawDailyUnlock: 10n, endAt: times.end },
          pool: { controller: lockup.address },
          positionIndex: "1",
        },
      ]);
      await lockup.write(ALICE, "cancel", [1n]);
      const left = await lockup.view<bigint>("withdrawableAmountOf", [1n]);
      const [canceled] = await readRow(sablierFamily, row, BOB);
      expect(canceled?.detail).toEqual({
        type: "vesting",
        token: { token: plum.address, rawAmount: left },
        rawClaimable: left,
        endAt: times.end,
      });
    });

    test("divides a flow between its recipient and its sender", async () => {
      const flow = await deploy("FlowStandIn");
      const row = { streams: [flow.address] };
      await fund(plum, ALICE, flow);
      await flow.write(ALICE, "createAndDeposit", [BOB, 2n, plum.address, 1_000_000n]);
      await lab.warp(DAY);
      const amountOf = (view: string) => flow.view<bigint>(view, [1n]);
      const [[received], [sent]] = [
        await readRow(sablierFamily, row, BOB, "SablierFlow v1.1"),
        await readRow(sablierFamily, row, ALICE, "SablierFlow v1.1"),
      ];
      const rawAmount = await amountOf("withdrawableAmountOf");
      expect(received?.detail).toEqual({
        type: "vesting",
        token: { token: plum.address, rawAmount },
        rawClaimable: rawAmount,
        rawDailyUnlock: BigInt(2 * DAY),
      });
      expect(sent).toMatchObject({
        name: "Deposit",
        detail: { supplies: [{ token: plum.address, rawAmount: await amountOf("refundableAmountOf") }] },
      });
      expect(await checkRow(sablierFamily, row)).toBeUndefined();
    });
  });
}
