import { describe, expect, test } from "vitest";
import { gmxV2Family } from "../../families/gmx-v2/gmxV2.ts";
import { compileTestContract } from "../contracts.ts";
import { deployContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  DAY,
  UNIT,
  checkRow,
  deploy,
  fig,
  lab,
  late,
  openReads,
  plum,
  readPools,
  readRow,
} from "./derivLab.ts";

export function testGmxV2(): void {
  describe("gmxV2Family", () => {
    const USD = 10n ** 30n;
    const deployFeed = () => deployContract(lab, compileTestContract("GmxStoreStandIn", "FeedStandIn"), [], ALICE);

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

    test.each([
      ["Long", true],
      ["Short", false],
    ] as const)(
      "reads a %s position as what closing pays, at the prices of the store's feeds",
      async (side, isLong) => {
        const { row, store, market, feeds } = await openTrading();
        const collateral = isLong ? plum : fig;
        const size = { market: market.address, collateral: collateral.address, isLong, sizeUsd: 500n * USD };
        await store.write(BOB, "open", [
          { ...size, sizeTokens: 25n * UNIT, margin: 7n * UNIT, borrowing: 1n, funding: 2n },
        ]);
        await store.write(BOB, "order", [fig.address, 3n, 4n * UNIT]);
        await store.write(BOB, "order", [fig.address, 5n, 4n * UNIT]); // sells: nothing was paid in
        await store.write(ALICE, "setRates", [
          market.address,
          collateral.address,
          isLong,
          USD / 1_000n,
          10n ** 30n + 3n,
        ]);
        await feeds.plum.write(ALICE, "set", [isLong ? 2_200_000_000n : 1_900_000_000n]);
        const closed = [BOB, market.address, collateral.address, plum.address, isLong];
        const rawPaid = await store.view<bigint>("previewClose", closed);
        const positions = await readRow(gmxV2Family, row, BOB);
        expect(positions).toMatchObject([
          {
            name: "Perpetuals",
            pool: { controller: market.address },
            detail: {
              type: "perpetuals",
              side,
              size: { token: plum.address, rawAmount: 25n * UNIT },
              quote: fig.address,
              margin: { token: collateral.address, rawAmount: 7n * UNIT },
              pays: { token: collateral.address, rawAmount: rawPaid },
              entryPrice: 20,
              markPrice: isLong ? 22 : 19,
            },
          },
          { name: "Deposit", detail: { supplies: [{ token: fig.address, rawAmount: 4n * UNIT }] } },
        ]);
        expect(await readRow(late(gmxV2Family), row, BOB)).toEqual(positions);
        expect(await readRow(gmxV2Family, row, CAROL)).toEqual([]);
      },
    );

    test("counts a margin without a price, and a profit that the pool holds", async () => {
      const { row, store, market, feeds } = await openTrading();
      const size = { market: market.address, collateral: plum.address, isLong: true, sizeUsd: 20n * USD };
      await store.write(CAROL, "open", [{ ...size, sizeTokens: UNIT, margin: UNIT, borrowing: 0n, funding: 0n }]);
      await feeds.plum.write(ALICE, "set", [2n * 10n ** 14n]);
      await store.write(ALICE, "setPoolAmount", [market.address, plum.address, 3n]);
      expect(await readRow(gmxV2Family, row, CAROL)).toMatchObject([
        { detail: { type: "perpetuals", pays: { token: plum.address, rawAmount: UNIT + 3n } } },
      ]);
      await lab.warp(2 * DAY);
      const margin = { token: plum.address, rawAmount: UNIT };
      const description = "Long 20.00 USD; profit or loss unknown";
      expect(await readRow(gmxV2Family, row, CAROL)).toMatchObject([
        { detail: { type: "common", supplies: [margin], description } },
      ]);
    });

    /** A market of plum, secured by it or by fig, in a store of its own. */
    async function openTrading() {
      const store = await deploy("GmxStoreStandIn");
      const market = await deploy("MarketTokenStandIn", [store.address]);
      await store.write(ALICE, "addMarket", [market.address, plum.address, fig.address]);
      await store.write(ALICE, "setIndex", [market.address, plum.address, 10n ** 22n]);
      const feeds = { plum: await deployFeed(), fig: await deployFeed() };
      for (const [token, feed] of [
        [plum, feeds.plum],
        [fig, feeds.fig],
      ] as const) {
        await store.write(ALICE, "setFeed", [token.address, feed.address, 10n ** 34n]);
        await store.write(ALICE, "setPoolAmount", [market.address, token.address, 500n * UNIT]);
        await token.write(ALICE, "mint", [market.address, 1_000n * UNIT]);
      }
      await feeds.fig.write(ALICE, "set", [100_000_000n]);
      return { row: { eventEmitter: [store.address] }, store, market, feeds };
    }
  });
}
