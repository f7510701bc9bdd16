import { aggregatorAbi, readMany } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import type { BlockRef, PriceSource } from "@portico/store";
import { searchRound } from "./roundSearch.ts";
import type { FeedRound } from "./roundSearch.ts";

/** Cached rounds of one phase. */
export interface PhaseRounds {
  source: PriceSource & { feed: Address; phase: number };
  known: Map<bigint, FeedRound | null>;
  /** Undefined if not read yet; null if the phase can't be read. */
  newest: FeedRound | null | undefined;
}

const PHASE_SHIFT = 64n;
/** Maximum rounds read per search. */
const MAX_STEPS = 80;

export const createPhase = (source: PhaseRounds["source"]): PhaseRounds => ({
  source,
  known: new Map(),
  newest: undefined,
});

/**
 * Finds feeds' last answers at a time, phase by phase, from the rounds that their proxies keep: no historical state is
 * needed. A round that is missing, or never completed, is skipped.
 * @param head - Where the rounds are read.
 * @returns in the order of the phases; null for a phase without an answer yet, or with unreadable rounds.
 */
export async function findRoundsAt(
  rpc: Rpc,
  phases: readonly PhaseRounds[],
  timeAt: number,
  head: Pick<BlockRef, "blockNumber">,
): Promise<(FeedRound | null)[]> {
  await readNewest(rpc, phases, head);
  const searches = phases.map((phase) => searchRound(phase.known, timeAt));
  for (let step = 0; step < MAX_STEPS; step++) {
    const requested = phases.flatMap((phase, index) => {
      const round = searches[index]!.next();
      return round === undefined ? [] : [{ phase, round }];
    });
    if (requested.length === 0) break;
    await readRounds(rpc, requested, head);
  }
  return searches.map((search) => search.found());
}

/** The newest round of each phase. Of a past phase, only its aggregator returns it. */
async function readNewest(
  rpc: Rpc,
  phases: readonly PhaseRounds[],
  head: Pick<BlockRef, "blockNumber">,
): Promise<void> {
  const requested = phases.filter(({ newest }) => newest === undefined);
  const calls = requested.map(
    ({ source: { address } }) => ({ abi: aggregatorAbi, address, functionName: "latestRoundData" }) as const,
  );
  const answers: readonly { result?: unknown }[] = await readMany(rpc, calls, head);
  for (const [index, phase] of requested.entries()) {
    phase.newest = toNewest(answers[index]?.result);
    if (phase.newest !== null) phase.known.set(phase.newest.round, phase.newest);
  }
}

async function readRounds(
  rpc: Rpc,
  requested: readonly { phase: PhaseRounds; round: bigint }[],
  head: Pick<BlockRef, "blockNumber">,
): Promise<void> {
  const calls = requested.map(({ phase: { source }, round }) => {
    const id = (BigInt(source.phase) << PHASE_SHIFT) | round;
    return { abi: aggregatorAbi, address: source.feed, functionName: "getRoundData", args: [id] } as const;
  });
  const answers: readonly { result?: unknown }[] = await readMany(rpc, calls, head);
  for (const [index, { phase, round }] of requested.entries()) {
    const found = toRound(answers[index]?.result);
    phase.known.set(round, found?.round === round ? found : null);
  }
}

const ROUND_MASK = (1n << PHASE_SHIFT) - 1n;

/** A round that never completed returns nothing, or a time of 0; one that carries over an earlier answer is ignored. */
function toRound(result: unknown): FeedRound | null {
  if (!isRound(result)) return null;
  const [roundId, answer, , updatedAt, answeredIn] = result;
  if (updatedAt === 0n || updatedAt > BigInt(Number.MAX_SAFE_INTEGER) || answeredIn < roundId) return null;
  return { round: roundId & ROUND_MASK, answer, updatedAt: Number(updatedAt) };
}

/** The round of the newest answer. */
const toNewest = (result: unknown): FeedRound | null =>
  isRound(result) ? toRound([result[4], result[1], result[2], result[3], result[4]]) : null;

type Round = readonly [bigint, bigint, bigint, bigint, bigint];
const isRound = (result: unknown): result is Round => Array.isArray(result) && result.length === 5;
