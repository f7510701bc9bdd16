import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { hashText, storeAbi, toStoreKey } from "./gmxV2Store.ts";

const feedAbi = parseAbi([
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
]);

const [PRICE_FEED, MULTIPLIER, HEARTBEAT] = [
  "PRICE_FEED",
  "PRICE_FEED_MULTIPLIER",
  "PRICE_FEED_HEARTBEAT_DURATION",
].map(hashText) as [`0x${string}`, `0x${string}`, `0x${string}`];

/** Of `Precision.FLOAT_PRECISION`. */
export const FLOAT = 10n ** 30n;

/**
 * USD of a base unit, of 30 decimals, by the feeds that the store refers to. Tokens without a feed, or whose feed is older
 * than the store allows, are absent: their prices reach the protocol with each order only.
 *
 * @see "ChainlinkPriceFeedUtils.getPriceFeedPrice of gmx-synthetics"
 */
export async function readStorePrices(
  { read, tryRead, timeAt }: ReadContext<unknown>,
  store: Address,
  tokens: readonly Address[],
): Promise<Map<Address, bigint>> {
  const readUints = (name: `0x${string}`) =>
    read(
      tokens.map(
        (token) =>
          ({ address: store, abi: storeAbi, functionName: "getUint", args: [toStoreKey(name, token)] }) as const,
      ),
    );
  const [feeds, multipliers, heartbeats] = await Promise.all([
    read(
      tokens.map(
        (token) =>
          ({
            address: store,
            abi: storeAbi,
            functionName: "getAddress",
            args: [toStoreKey(PRICE_FEED, token)],
          }) as const,
      ),
    ),
    readUints(MULTIPLIER),
    readUints(HEARTBEAT),
  ]);
  const priced = tokens.flatMap((token, index) => {
    const [feed, multiplier, heartbeat] = [feeds[index], multipliers[index], heartbeats[index]];
    const isPriced = feed !== undefined && feed !== ZERO_ADDRESS && multiplier !== undefined && heartbeat !== undefined;
    return isPriced ? [{ token, feed, multiplier, heartbeat }] : [];
  });
  const rounds = await tryRead(
    priced.map(({ feed }) => ({ address: feed, abi: feedAbi, functionName: "latestRoundData" }) as const),
  );
  return new Map(
    priced.flatMap(({ token, multiplier, heartbeat }, index): [Address, bigint][] => {
      const [, answer = 0n, , updatedAt = 0n] = rounds[index] ?? [];
      if (answer <= 0n || BigInt(timeAt) > updatedAt + heartbeat) return [];
      return [[token, (answer * multiplier) / FLOAT]];
    }),
  );
}
