import { ORACLE, reportPrice } from "../contracts/chainlink.ts";
import { listCurrencyFeeds, listFeeds } from "../contracts/feedTable.ts";
import type { World } from "./world.ts";

/** Calls between two rounds of currencies, whose rates are constant. */
const CURRENCY_CALLS = 12;

/** Reports the market's prices to all feeds of a chain, one round per call, and currencies now and then. */
export function createOracle(world: World): () => void {
  const feeds = listFeeds(world.chain);
  const currencies = listCurrencyFeeds(world.chain);
  let round = 0;
  return () => {
    round += 1;
    for (const feed of feeds) {
      const usd = world.market.getUsd(feed.asset, world.timeAt);
      world.writer.add({ ...reportPrice(feed, round, usd), from: ORACLE, action: "report a price" });
    }
    if (round % CURRENCY_CALLS !== 1) return;
    for (const feed of currencies) {
      const nth = (round - 1) / CURRENCY_CALLS + 1;
      world.writer.add({ ...reportPrice(feed, nth, feed.usd), from: ORACLE, action: "report a price" });
    }
  };
}
