import { type Chain, getChain, NATIVE_TOKEN } from "@portico/evm";
import type { DevnetChain } from "@portico/devnet";
import { listPointsBetween, listPricesByToken, listTokens, type PricePoint } from "@portico/store";
import type { Address } from "viem";
import { type ChainReader, createChainReader } from "./chainReader.ts";
import { type PastChain, readPastChain } from "./pastChain.ts";
import { type PastPrices, readPastPrices } from "./pastPrices.ts";
import type { RunningService } from "./runService.ts";

/** The reference for a chain's figures in USD. */
export interface ValueTruth {
  readonly chain: Chain;
  readonly reader: ChainReader;
  readonly past: PastChain;
  readonly prices: PastPrices;
  /** Every token of the chain that the service knows. */
  readonly tokens: readonly KnownToken[];
  /**
   * The price of a whole token at a five-minute mark: from feeds and pools that are read here; prices of pool and vault
   * shares are the service's own points, and 0 where there are none.
   */
  readonly priceAt: (token: Address, timeAt: number) => number;
  /** The same at the newest block. */
  readonly latestPrice: (token: Address) => number;
}

export interface KnownToken {
  address: Address;
  decimals: number;
  /** Of a protocol: in no total and no curve while no position is read. */
  isReceipt: boolean;
}

const MARK = 300;
export const toMark = (timeAt: number): number => Math.floor(timeAt / MARK) * MARK;
export const toTokenId = (chain: Chain, token: Address): string => (token === NATIVE_TOKEN ? chain.native.id : token);

export async function readValueTruths({ devnet, db }: RunningService): Promise<ReadonlyMap<string, ValueTruth>> {
  const truths = await Promise.all(
    (Object.keys(devnet.chains) as DevnetChain[]).map(async (slug): Promise<[string, ValueTruth]> => {
      const reader = createChainReader(devnet.chains[slug]?.rpcUrl ?? "");
      const [past, prices, stored] = await Promise.all([
        readPastChain(reader),
        readPastPrices(slug, reader),
        listTokens(db, [slug]),
      ]);
      const known = stored.map(({ address, decimals, protocolId }) => ({
        address,
        decimals: decimals ?? 0,
        isReceipt: protocolId !== "",
      }));
      const tokens = [
        { address: NATIVE_TOKEN, decimals: 18, isReceipt: false },
        ...known.filter(({ address }) => address !== NATIVE_TOKEN),
      ];
      const addresses = tokens.map(({ address }) => address);
      const points = Map.groupBy(await listPointsBetween(db, slug, addresses, 0, 2 ** 31 - 1), ({ token }) => token);
      const priceAt = remember((token, timeAt) => prices.find(token, timeAt) ?? findPoint(points.get(token), timeAt));
      const latest = new Map((await listPricesByToken(db, slug, addresses)).map(({ token, usd }) => [token, usd]));
      const newest = past.blocks.at(-1)?.timeAt ?? 0;
      const latestPrice = (token: Address): number => prices.find(token, newest) ?? latest.get(token) ?? 0;
      return [slug, { chain: getChain(slug), reader, past, prices, tokens, priceAt, latestPrice }];
    }),
  );
  return new Map(truths);
}

const findPoint = (points: readonly PricePoint[] | undefined, timeAt: number): number =>
  points?.findLast((point) => point.timeAt <= timeAt)?.usd ?? 0;

function remember(find: (token: Address, timeAt: number) => number): ValueTruth["priceAt"] {
  const known = new Map<string, number>();
  return (token, timeAt) => {
    const mark = toMark(timeAt);
    const key = `${token} ${mark}`;
    const usd = known.get(key) ?? find(token, mark);
    known.set(key, usd);
    return usd;
  };
}
