import { describe, expect, test } from "vitest";
import { gmxV2Family } from "../../families/gmx-v2/gmxV2.ts";
import { ALICE, BOB, CAROL, checkRow, deploy, fig, openReads, plum, readPools, readRow } from "./derivLab.ts";

export function testGmxV2(): void {
  describe("gmxV2Family", () => {
    test("reads shares of markets, and of vaults of markets, as the pool's tokens, up to their balances", async () => {
      const store = await deploy("GmxStoreStandIn");
      const row = { eventEmitter: [store.address] };
      const market = await deploy("MarketTokenStandIn", [store.address]);
      const vault = await deploy("MarketTokenStandIn", [store.address]);
      const unlisted = await deploy("MarketTokenStandIn", [store.address]);
      await store.write(ALICE, "addMarket", [market.address, plum.address, fig.address]);
      await store.write(ALICE, "addVault", [vault.address, market.address]);
      await store.write(ALICE, "setPoolAmount", [market.address, plum.address, 800n]);
      await store.write(ALICE, "setPoolAmount", [market.address, fig.address, 10n ** 40n]);
      await plum.write(ALICE, "mint", [market.address, 1_000n]); // 200 secure positions
      await fig.write(ALICE, "mint", [market.address, 4_000n]);
      for (const [token, owner, amount] of [
        [market, BOB, 25n],
        [market, vault.address, 75n],
        [vault, CAROL, 10n],
        [vault, ALICE, 20n],
        [unlisted, BOB, 10n],
      ] as const)
        await token.write(ALICE, "mint", [owner, amount]);
      const supplies = (rawPlum: bigint, rawFig: bigint) => [
        { token: plum.address, rawAmount: rawPlum },
        { token: fig.address, rawAmount: rawFig },
      ];
      expect(await readRow(gmxV2Family, row, BOB)).toEqual([
        {
          name: "Liquidity Pool",
          detail: { type: "common", supplies: supplies(200n, 1_000n) },
          pool: { controller: market.address },
        },
      ]);
      expect(await readRow(gmxV2Family, row, CAROL)).toMatchObject([{ detail: { supplies: supplies(200n, 1_000n) } }]);
      expect(await readPools(gmxV2Family, row)).toMatchObject([
        { supplies: supplies(800n, 4_000n), rawShares: 100n, depositors: { by: "receipt", token: market.address } },
        { supplies: supplies(600n, 3_000n), rawShares: 30n, isNested: true },
      ]);
      const reads = { ...(await openReads()), contracts: { eventEmitter: store.address } };
      const farmed = { token: vault.address, rawAmount: 10n };
      expect(await gmxV2Family.unwrap?.(reads, farmed)).toEqual(supplies(200n, 1_000n));
      expect(await checkRow(gmxV2Family, row)).toBeUndefined();
      expect(await checkRow(gmxV2Family, { eventEmitter: [plum.address] })).toContain("names a data store");
    });
  });
}
