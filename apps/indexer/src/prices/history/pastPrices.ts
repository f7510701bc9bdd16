import { EndpointError, findCause, isRateLimited, RpcCallError } from "@portico/evm";
import type { Chain, Rpc } from "@portico/evm";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import { numberToHex } from "viem";
import { createBlockTimes } from "./blockTimes.ts";
import type { BlockTimes } from "./blockTimes.ts";
import { evaluatePrices } from "../evaluation/evaluatePrices.ts";
import { createPhase, findRoundsAt } from "../feeds/feedRounds.ts";
import type { PhaseRounds } from "../feeds/feedRounds.ts";
import { toPoolMeans } from "../pools/poolMeans.ts";
import type { PoolMeans } from "../pools/poolMeans.ts";
import { readPoolStates } from "../pools/poolStates.ts";
import type { PoolStates } from "../pools/poolStates.ts";
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
  /** Known blocks of the chain, up to `newest`; default: none. */
  blocks?: BlockTimes | undefined;
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

export function createPastPrices(request: PastRequest): PastPrices {
  const { chain, rpc, sources, metadata, newest, blocks = createBlockTimes(rpc, newest) } = request;
  const phases = listPhases(sources);
  const others = sources.filter(({ kind }) => kind !== "feed");
  const rates = others.filter(({ kind }) => kind === "rate");
  const readEnds = createStateReader(request, others);
  let noStates: unknown;

  const readStates = async (timeAt: number): Promise<PoolMeans> => {
    const from = timeAt - WINDOW_SECONDS;
    const [first, last] = [await blocks.find(from), await blocks.find(timeAt)];
    if (first === undefined || last === undefined) return { observations: [], reserves: () => undefined };
    const [start, end] = await readEnds(first, last);
    const observed = await readRates({ chain, rpc }, rates, metadata, last);
    const pools = toPoolMeans({ from, until: timeAt, first, last }, start, end);
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
      const hasStates = noStates === undefined && others.length > 0;
      const states = hasStates ? await readStates(timeAt).catch(giveUp) : undefined;
      const book = createPriceBook(sources, [...answers, ...(states?.observations ?? [])]);
      return evaluatePrices(book, metadata, { timeAt, reserves: states?.reserves ?? (() => undefined) });
    },
  };
}

/** Blocks whose states are cached: windows of times at short intervals end where others begin. */
const MAX_STATES = 12;

/** Reads a window's start before its end. Some nodes report only for a balance that they don't have a state. */
function createStateReader({ chain, rpc }: Pick<PastRequest, "chain" | "rpc">, sources: readonly PriceSource[]) {
  const known = new Map<bigint, PoolStates>();
  const read = async (block: BlockRef): Promise<PoolStates> => {
    const states = known.get(block.blockNumber) ?? (await readPoolStates(rpc, sources, block));
    known.set(block.blockNumber, states);
    for (const oldest of known.keys()) if (known.size > MAX_STATES) known.delete(oldest);
    return states;
  };
  return async (first: BlockRef, last: BlockRef): Promise<[PoolStates, PoolStates]> => {
    const probe = [chain.wrappedToken ?? NOBODY, numberToHex(first.blockNumber)];
    if (!known.has(first.blockNumber)) await rpc.send({ method: "eth_getBalance", params: probe });
    return await Promise.all([read(first), read(last)]);
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
