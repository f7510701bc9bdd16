import { aggregatorProxyAbi, chainlinkFeeds, readMany, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { PriceSource } from "@portico/store";
import type { PriceWork } from "../priceWork.ts";
import type { PoolCandidate } from "../sources/confirmPools.ts";
import { toLowerCase } from "../../decode/logDecoder.ts";
import { emptySource } from "../sources/emptySource.ts";

/** No proxy has had so many. */
const MAX_PHASES = 64;

export const listProxies = (chain: string): Address[] => [
  ...new Set(Object.values(chainlinkFeeds[chain] ?? {}).map(({ feed }) => feed)),
];

/** The aggregators of all phases of the chain's feeds; a proxy that is not deployed has none. */
export async function readAggregators(
  work: Pick<PriceWork, "chain" | "rpc">,
  blockNumber: bigint,
): Promise<PriceSource[]> {
  const current = await readCurrent(work, blockNumber);
  const phases = current.flatMap(({ proxy, phase }) =>
    Array.from({ length: Math.min(phase, MAX_PHASES) }, (_, index) => ({ proxy, phase: index + 1 })),
  );
  const calls = phases.map(
    ({ proxy, phase }) =>
      ({ abi: aggregatorProxyAbi, address: proxy, functionName: "phaseAggregators", args: [phase] }) as const,
  );
  const answers = await readMany(work.rpc, calls, { blockNumber });
  return phases.flatMap(({ proxy, phase }, index) => {
    const address = toLowerCase(answers[index]?.result ?? ZERO_ADDRESS);
    return address === ZERO_ADDRESS ? [] : [createFeed({ address, proxy, phase }, blockNumber)];
  });
}

/** The proxy whose current aggregator is one of these addresses. */
export async function findFeed(
  work: Pick<PriceWork, "chain" | "rpc">,
  candidates: readonly PoolCandidate[],
  blockNumber: bigint,
): Promise<PriceSource[]> {
  if (candidates.length === 0) return [];
  const addresses = new Set(candidates.map(({ address }) => address));
  const current = await readCurrent(work, blockNumber);
  return current.filter(({ address }) => addresses.has(address)).map((feed) => createFeed(feed, blockNumber));
}

export interface Aggregator {
  address: Address;
  proxy: Address;
  phase: number;
}

export const createFeed = ({ address, proxy, phase }: Aggregator, blockNumber: bigint): PriceSource => ({
  ...emptySource(address, blockNumber),
  kind: "feed",
  feed: proxy,
  phase,
});

async function readCurrent(
  { chain, rpc }: Pick<PriceWork, "chain" | "rpc">,
  blockNumber: bigint,
): Promise<Aggregator[]> {
  const proxies = listProxies(chain.slug);
  const calls = proxies.flatMap((address) => [
    { abi: aggregatorProxyAbi, address, functionName: "aggregator" } as const,
    { abi: aggregatorProxyAbi, address, functionName: "phaseId" } as const,
  ]);
  const answers = await readMany(rpc, calls, { blockNumber });
  return proxies.flatMap((proxy, index) => {
    const [address, phase] = [answers[index * 2]?.result, answers[index * 2 + 1]?.result];
    return typeof address === "string" && typeof phase === "number"
      ? [{ address: toLowerCase(address), proxy, phase }]
      : [];
  });
}
