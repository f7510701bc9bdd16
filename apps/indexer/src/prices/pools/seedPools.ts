import { chainlinkFeeds, listPoolFactories, V3_FEES, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import type { PriceWork } from "../priceWork.ts";
import { findPools } from "../sources/confirmPools.ts";
import type { PoolRequest } from "../sources/confirmPools.ts";
import { emptySource } from "../sources/emptySource.ts";
import { findRates } from "../rates/findRates.ts";
import { readV2Pools, readV3Pools } from "./readPools.ts";

/** Pools and vaults from before the first indexed block without events since. */
export interface Seeds {
  sources: PriceSource[];
  /** At the first indexed block: without events since, the values are unchanged. */
  observations: PriceObservation[];
}

export interface SeedRequest {
  tokens: readonly Address[];
  /** Whether the store knows the address as a source. */
  isKnown: (address: Address) => boolean;
  /** Whether a pool of the token is known: then its deep ones were traded. */
  hasPool: (token: Address) => boolean;
  /** Found otherwise. */
  pools?: readonly PriceSource[];
  /** Reads the pools' observations; default: their state at the head, as that of the first indexed block. */
  read?: (sources: readonly PriceSource[]) => Promise<PriceObservation[]>;
}

const QUESTIONS_AT_ONCE = 4_000;

/**
 * Searches for pools of these tokens with the coins that are priced by feeds, and for vaults among them, without events
 * since the index began.
 */
export async function seedPools(
  work: Pick<PriceWork, "chain" | "rpc">,
  { tokens, isKnown, hasPool, pools: given = [], read }: SeedRequest,
  { first, head }: { first: BlockRef; head: BlockRef },
): Promise<Seeds> {
  const questions = listQuestions(
    work.chain,
    tokens.filter((token) => !hasPool(token)),
  );
  const sources: PriceSource[] = given.filter(({ address }) => !isKnown(address));
  for (let at = 0; at < questions.length; at += QUESTIONS_AT_ONCE) {
    const page = questions.slice(at, at + QUESTIONS_AT_ONCE);
    const pools = await findPools(work, page, head.blockNumber);
    for (const [index, address] of pools.entries()) {
      if (address === undefined || address === ZERO_ADDRESS || isKnown(address)) continue;
      const { kind, token0, token1, fee } = page[index]!;
      sources.push({ ...emptySource(address, head.blockNumber), kind, token0, token1, fee });
    }
  }
  const observations = await (read?.(sources) ?? readSeeds(work, sources, { first, head }));
  const alive = new Set(observations.map(({ address }) => address));
  const unknown = tokens.filter((token) => !isKnown(token));
  const rates = await findRates(work, unknown, head.blockNumber);
  return { sources: [...sources.filter(({ address }) => alive.has(address)), ...rates], observations };
}

async function readSeeds(
  work: Pick<PriceWork, "rpc">,
  sources: readonly PriceSource[],
  { first, head }: { first: BlockRef; head: BlockRef },
): Promise<PriceObservation[]> {
  const { blockNumber, timeAt } = first;
  const kindOf = (kind: "v2" | "v3") =>
    sources.filter((source) => source.kind === kind).map(({ address }) => ({ address, blockNumber, timeAt }));
  const [v2, v3] = await Promise.all([readV2Pools(work, kindOf("v2"), head), readV3Pools(work, kindOf("v3"), head)]);
  return [...v2, ...v3];
}

const STABLES = new Set(["DAI / USD", "USDC / USD", "USDT / USD"]);

function listQuestions(chain: Chain, tokens: readonly Address[]): PoolRequest[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the type of the keys
  const feeds = Object.entries(chainlinkFeeds[chain.slug] ?? {}) as [Address, { description: string }][];
  const stables = feeds.filter(([, { description }]) => STABLES.has(description)).map(([token]) => token);
  const anchors = [chain.wrappedToken, ...stables].filter((anchor) => anchor !== null);
  const pairs = new Map<string, [Address, Address]>();
  for (const token of tokens) {
    for (const anchor of anchors) {
      if (token === anchor) continue;
      const [token0, token1] = token < anchor ? [token, anchor] : [anchor, token];
      pairs.set(`${token0} ${token1}`, [token0, token1]);
    }
  }
  return [...pairs.values()].flatMap(([token0, token1]) =>
    listPoolFactories(chain.slug).flatMap(({ factory, kind, dex }): PoolRequest[] => {
      const fees = kind === "v2" ? [null] : V3_FEES.filter((fee) => fee !== (dex === "pancakeswap" ? 3_000 : 2_500));
      return fees.map((fee) => ({ factory, kind, token0, token1, fee }));
    }),
  );
}
