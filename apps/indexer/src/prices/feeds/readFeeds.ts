import { aggregatorAbi, aggregatorProxyAbi, readMany } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import type { PriceWork } from "../priceWork.ts";
import { toLowerCase } from "../../decode/logDecoder.ts";
import type { FeedAnswer } from "../evaluation/priceInputs.ts";
import { listProxies } from "./readAggregators.ts";
import type { Aggregator } from "./readAggregators.ts";

export interface FeedReading {
  /** By proxy. A failed feed has none. */
  answers: Map<Address, FeedAnswer>;
  /** The aggregators that answered. */
  aggregators: Aggregator[];
}

const PHASE_BITS = 64n;

/**
 * The answers of the chain's feeds at a block. A proxy's round id begins with its phase, so a change of aggregator is
 * detected at once. An answer that is carried over from an earlier round is ignored.
 */
export async function readFeeds(
  { chain, rpc }: Pick<PriceWork, "chain" | "rpc">,
  head: BlockRef,
): Promise<FeedReading> {
  const proxies = listProxies(chain.slug);
  const calls = proxies.flatMap((address) => [
    { abi: aggregatorAbi, address, functionName: "latestRoundData" } as const,
    { abi: aggregatorAbi, address, functionName: "decimals" } as const,
    { abi: aggregatorProxyAbi, address, functionName: "aggregator" } as const,
  ]);
  const replies: readonly { result?: unknown }[] = await readMany(rpc, calls, head);
  const reading: FeedReading = { answers: new Map(), aggregators: [] };
  for (const [index, proxy] of proxies.entries()) {
    const [round, decimals, aggregator] = replies.slice(index * 3, index * 3 + 3).map(({ result }) => result);
    if (!isRound(round) || typeof decimals !== "number") continue;
    const [roundId, answer, , updatedAt, answeredInRound] = round;
    if (answeredInRound < roundId) continue;
    reading.answers.set(proxy, { answer, updatedAt: Number(updatedAt), decimals });
    const phase = Number(roundId >> PHASE_BITS);
    if (typeof aggregator !== "string" || phase === 0) continue; // an aggregator itself, not a proxy
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address as viem decodes it
    reading.aggregators.push({ address: toLowerCase(aggregator as Address), proxy, phase });
  }
  return reading;
}

type Round = readonly [bigint, bigint, bigint, bigint, bigint];
const isRound = (round: unknown): round is Round => Array.isArray(round) && round.length === 5;
