import { aggregatorAbi, chainlinkFeeds, NATIVE_TOKEN, readMany, toAmount } from "@portico/evm";
import type { Address, Chain, ChainlinkFeed, Rpc } from "@portico/evm";
import type { BlockRef, Price } from "@portico/store";
import { isAddress } from "viem";

export type ChainPrice = Omit<Price, "chain">;

/** A round that is due may take a while to be mined. */
const GRACE_SECONDS = 300;

/**
 * Reads every Chainlink feed of a chain at a block. A feed that fails, answers zero or less, or is older than its
 * heartbeat (by the block's time, never the clock) gives no price: no data is not a figure.
 */
export async function readPrices({ chain, rpc }: { chain: Chain; rpc: Rpc }, block: BlockRef): Promise<ChainPrice[]> {
  const feeds = Object.entries(chainlinkFeeds[chain.id] ?? {});
  const calls = feeds.flatMap(([, { feed }]) => [
    { abi: aggregatorAbi, address: feed, functionName: "latestRoundData" } as const,
    { abi: aggregatorAbi, address: feed, functionName: "decimals" } as const,
  ]);
  const answers = await readMany(rpc, calls, block);
  const prices = feeds.flatMap(([token, feed], index) => {
    const [round, decimals] = [answers[index * 2]?.result, answers[index * 2 + 1]?.result];
    if (!isAddress(token) || !Array.isArray(round) || typeof decimals !== "number") return [];
    const [, answer, , updatedAt] = round;
    return toPrice(token, feed, { usd: toAmount(answer, decimals), timeAt: Number(updatedAt) }, block);
  });
  return [...prices, ...deriveWrapped(chain, prices)];
}

function toPrice(
  token: Address,
  { heartbeatSeconds }: ChainlinkFeed,
  { usd, timeAt }: { usd: number; timeAt: number },
  block: BlockRef,
): ChainPrice[] {
  const isStale = block.timeAt - timeAt > heartbeatSeconds + GRACE_SECONDS;
  const isSound = usd > 0 && Number.isFinite(usd) && timeAt > 0 && timeAt <= block.timeAt;
  return isStale || !isSound ? [] : [{ token, usd, source: "chainlink", blockNumber: block.blockNumber, timeAt }];
}

/** The wrapped token, and an ERC-20 view of the native coin, are worth what the coin is. */
function deriveWrapped({ wrappedToken, nativeErc20 }: Chain, prices: readonly ChainPrice[]): ChainPrice[] {
  const native = prices.find(({ token }) => token === NATIVE_TOKEN);
  if (native === undefined) return [];
  const derived = new Set([wrappedToken, nativeErc20].filter((token) => token !== null));
  const { usd, blockNumber, timeAt } = native;
  return [...derived].map((token) => ({ token, usd, source: "wrapped", blockNumber, timeAt }));
}
