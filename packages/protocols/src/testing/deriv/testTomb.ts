import { expect, test } from "vitest";
import { tombFamily } from "../../families/tomb/tomb.ts";
import { ALICE, BOB, deploy, fig, fund, plum, readRow } from "./derivLab.ts";

export function testTomb(): void {
  test("tombFamily reads staked shares, and stakes of the pools that pay them", async () => {
    const [masonry, rewardPool] = [await deploy("StakesStandIn"), await deploy("ChefStandIn")];
    await rewardPool.write(ALICE, "add", [fig.address]);
    await fund(plum, BOB, masonry);
    await fund(fig, BOB, rewardPool);
    await masonry.write(BOB, "stake", [plum.address, 3n]);
    await rewardPool.write(BOB, "deposit", [0n, 5n]);
    const row = { share: [plum.address], masonry: [masonry.address], rewardPool: [rewardPool.address] };
    expect(await readRow(tombFamily, row, BOB)).toMatchObject([
      { name: "Farming", detail: { supplies: [{ token: fig.address, rawAmount: 5n }] } },
      { name: "Staked", detail: { supplies: [{ token: plum.address, rawAmount: 3n }] } },
    ]);
  });
}
