import { ORACLE, reportPrice } from "../contracts/chainlink.ts";
import { listFeeds } from "../contracts/feedTable.ts";
import type { World } from "./world.ts";

/** Reports the market's prices to all feeds of a chain, one round per call. */
export function createOracle(world: World): () => void {
  const feeds = listFeeds(world.chain);
  let round = 0;
  return () => {
    round += 1;
    for (const feed of feeds) {
      const usd = world.market.getUsd(feed.asset, world.timeAt);
      world.writer.add({ ...reportPrice(feed, round, usd), from: ORACLE, action: "report a price" });
    }
  };
}
