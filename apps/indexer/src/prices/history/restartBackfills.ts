import type { Chain } from "@portico/evm";
import { listBackfilledTokens, MARK_SECONDS, restartPriceBackfills } from "@portico/store";
import type { BlockRef, PriceSource, Store } from "@portico/store";
import { createNeededSources } from "../sources/neededSources.ts";
import { getDueMark } from "./priceMarks.ts";

/**
 * Has past prices read again that were read without sources which are found only now, where only owners are indexed: pools
 * of a token may be searched for long after its first price, such as that of a peg.
 * @param sources - All that are known, with the new ones.
 * @param head - Where they were found, and their windows are complete.
 */
export async function restartBackfills(
  tx: Store,
  chain: Chain,
  { added, sources, head }: { added: readonly PriceSource[]; sources: readonly PriceSource[]; head: BlockRef },
): Promise<void> {
  const found = new Set(added.filter(({ kind }) => kind !== "none" && kind !== "feed").map(({ address }) => address));
  if (found.size === 0) return;
  const listNeeded = createNeededSources(chain, sources);
  const tokens = (await listBackfilledTokens(tx, chain.slug)).filter((token) =>
    listNeeded([token]).some(({ address }) => found.has(address)),
  );
  await restartPriceBackfills(tx, chain.slug, { tokens, nextAt: getDueMark(head.timeAt) + MARK_SECONDS });
}
