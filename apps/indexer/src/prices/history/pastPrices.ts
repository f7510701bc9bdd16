import { EndpointError, findCause, isRateLimited, RpcCallError } from "@portico/evm";
import type { Chain, Rpc } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import { createBlockTimes } from "./blockTimes.ts";
import { evaluatePrices } from "../evaluation/evaluatePrices.ts";
import { createPhase, findRoundsAt } from "../feeds/feedRounds.ts";
import type { PhaseRounds } from "../feeds/feedRounds.ts";
import { readPoolMeans } from "../pools/poolMeans.ts";
import { createPriceBook } from "../evaluation/priceBook.ts";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import { readRates } from "../rates/readRates.ts";
import type { FeedRound } from "../feeds/roundSearch.ts";
import type { TokenPrices } from "../evaluation/tokenPrice.ts";

export interface PastRequest {
  chain: Chain;
  rpc: Rpc;
  /** The sources that are read: feeds by their rounds, the others where the node has historical states. */
  sources: readonly PriceSource[];
  metadata: PriceMetadata;
  /** A block later than every requested time. */
  newest: BlockRef;
}

/** Reads prices of times before the first stored block. */
export interface PastPrices {
  /**
   * @param head - Where rounds are read: a block whose state the node still has.
   * @throws if the node does not respond.
   */
  read(timeAt: number, head: BlockRef): Promise<TokenPrices>;
  /** Why only feeds are read, before some time: the node has no states that old. */
  noStates(): unknown;
}

export function createPastPrices({ chain, rpc, sources, metadata, newest }: PastRequest): PastPrices {
  const phases = listPhases(sources);
  const others = sources.filter(({ kind }) => kind !== "feed");
  const rates = others.filter(({ kind }) => kind === "rate");
  const blocks = createBlockTimes(rpc, newest);
  let noStates: unknown;

  const readStates = async (timeAt: number): ReturnType<typeof readPoolMeans> => {
    const from = timeAt - WINDOW_SECONDS;
    const [first, last] = [await blocks.find(from), await blocks.find(timeAt)];
    if (first === undefined || last === undefined) return { observations: [], reserves: () => undefined };
    await rpc.getBalance({ address: chain.wrappedToken ?? NOBODY, blockNumber: first.blockNumber }); // or it throws
    const [pools, observed] = await Promise.all([
      readPoolMeans(rpc, others, { from, until: timeAt, first, last }),
      readRates({ chain, rpc }, rates, metadata, last),
    ]);
    return { ...pools, observations: [...pools.observations, ...observed.filter((rate) => rate !== null)] };
  };

  /** Temporary failures (unreachable, rate-limited) are retried; any other error is permanent. */
  const giveUp = (error: unknown): undefined => {
    const refused = findCause(error, RpcCallError);
    const isPassing =
      findCause(error, EndpointError) !== undefined || (refused !== undefined && isRateLimited(refused));
    if (isPassing) throw error;
    noStates = error;
  };

  return {
    noStates: () => noStates,
    async read(timeAt, head) {
      const rounds = await findRoundsAt(rpc, phases, timeAt, head);
      const answers = rounds.flatMap((round, index) => (round === null ? [] : [toObservation(phases[index]!, round)]));
      const states = noStates === undefined ? await readStates(timeAt).catch(giveUp) : undefined;
      const book = createPriceBook(sources, [...answers, ...(states?.observations ?? [])]);
      return evaluatePrices(book, metadata, { timeAt, reserves: states?.reserves ?? (() => undefined) });
    },
  };
}

const NOBODY = "0x0000000000000000000000000000000000000001";

/** Feeds' last answers at a time, as observations of a block. */
export async function readFeedsAt(
  rpc: Rpc,
  sources: readonly PriceSource[],
  { at, head }: { at: Pick<BlockRef, "blockNumber" | "timeAt">; head: BlockRef },
): Promise<PriceObservation[]> {
  const phases = listPhases(sources);
  const rounds = await findRoundsAt(rpc, phases, at.timeAt, head);
  return rounds.flatMap((round, index) => (round === null ? [] : [{ ...toObservation(phases[index]!, round), ...at }]));
}

const listPhases = (sources: readonly PriceSource[]): PhaseRounds[] =>
  sources.flatMap((source) => {
    const { kind, feed, phase } = source;
    return kind !== "feed" || feed === null || phase === null ? [] : [createPhase({ ...source, feed, phase })];
  });

const toObservation = ({ source }: PhaseRounds, { answer, updatedAt }: FeedRound): PriceObservation => ({
  address: source.address,
  blockNumber: 0n,
  timeAt: updatedAt,
  raw0: answer,
  raw1: BigInt(updatedAt),
  sqrtPrice: null,
  liquidity: null,
  supply: null,
});
