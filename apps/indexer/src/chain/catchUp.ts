import type { BlockRef, ChainState } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import { inOrder } from "./inOrder.ts";
import { packBlocks } from "./packedRange.ts";
import type { PackedRange } from "./packedRange.ts";
import { describeSources } from "../prices/sources/describeSources.ts";
import { filterKnownSources } from "../prices/sources/knownSources.ts";
import { fetchTouchedPart, listTouchedParts } from "../owners/fetchTouchedBlocks.ts";
import { findTouchedBlocks } from "../owners/findTouchedBlocks.ts";
import type { TouchedBlocks } from "../owners/findTouchedBlocks.ts";
import { adjustPlan } from "./rangePlan.ts";
import { ReorgError } from "./reorgError.ts";
import { describeTokens } from "../tokens/describeTokens.ts";
import { writeHead } from "./writeHead.ts";
import type { DescribedRange, RangeStep } from "./writeRange.ts";
import { writeRange } from "./writeRange.ts";

const RANGES_AHEAD = 4;
/**
 * The head is polled again after this time, so that the block that reads are pinned to stays within the state that
 * nodes retain.
 */
const ROUND_MS = 60_000;

export interface Progress {
  /** May be before the head. */
  cursor: BlockRef | undefined;
  /** Whether all balances are true at the head: the last range and its balances were stored together. */
  isSynced: boolean;
}

/**
 * Stores blocks from the cursor towards the head, range by range, fetching ahead of writing.
 * @throws ReorgError when the chain does not continue from the cursor, or has another head.
 */
export async function catchUp(work: ChainWork, state: ChainState, head: BlockRef): Promise<Progress> {
  const until = performance.now() + ROUND_MS;
  if (state.logs !== undefined) work.parts.release(state.logs.blockNumber);
  const touched = await findTouchedBlocks(work, firstBlock(state), head);
  const jobs = touched === undefined ? planRanges(work, state, head) : planParts(work, touched, head);
  const writing = createWriting(work, state.logs);
  try {
    for await (const range of inOrder(jobs, RANGES_AHEAD)) {
      const cursor = writing.cursor;
      if (cursor !== undefined && range.parentHash !== cursor.hash) throw new ReorgError(cursor.blockNumber);
      const last = range.blocks.at(-1);
      const isAtHead = last?.blockNumber === head.blockNumber;
      if (isAtHead && last.hash !== head.hash) throw new ReorgError(head.blockNumber);
      const step = { cursor, range, head };
      if (isAtHead) await writing.finish();
      if (isAtHead && (await writeHead(work, step))) return { cursor: head, isSynced: true };
      await writing.begin(step);
      if (work.signal.aborted || performance.now() > until) break;
    }
    await writing.finish();
  } catch (error) {
    await writing.settle();
    throw error;
  }
  return { cursor: writing.cursor, isSynced: false };
}

/** Writes of consecutive ranges, at most two at once. */
interface Writing {
  /** Of the last range that was begun. */
  readonly cursor: BlockRef | undefined;
  /** Begins to write the next range when all but the last one are stored. @throws what writing an earlier one threw. */
  begin(step: RangeStep): Promise<void>;
  /** Resolves when all are stored. @throws likewise. */
  finish(): Promise<void>;
  /** Resolves when no transaction is open any more, whether or not they were stored. */
  settle(): Promise<void>;
}

function createWriting(work: ChainWork, stored: BlockRef | undefined): Writing {
  let cursor = stored;
  let last: Promise<void> | undefined;
  const write = async (step: RangeStep, previous: Promise<void> | undefined): Promise<void> => {
    const { blockNumber } = await writeRange(work, step, previous);
    work.parts.release(blockNumber);
  };
  return {
    get cursor() {
      return cursor;
    },
    async begin(step) {
      const previous = last;
      last = write(step, previous);
      last.catch(() => undefined); // thrown by the next call
      cursor = step.range.blocks.at(-1);
      await previous;
    },
    finish: async () => await last,
    settle: async () => await last?.catch(() => undefined),
  };
}

const firstBlock = ({ logs, startBlock }: ChainState): bigint =>
  logs === undefined ? startBlock : logs.blockNumber + 1n;

function* planParts(work: ChainWork, touched: TouchedBlocks, head: BlockRef) {
  for (const part of listTouchedParts(touched)) {
    yield async () => {
      const range = await fetchTouchedPart(work, touched, part, head);
      return await describe(work, range, part.isLast ? head : undefined, head);
    };
  }
}

function* planRanges(work: ChainWork, state: ChainState, head: BlockRef) {
  let from = firstBlock(state);
  while (from <= head.blockNumber) {
    const last = from + BigInt(work.plan.blocks) - 1n;
    const [first, to] = [from, last < head.blockNumber ? last : head.blockNumber];
    from = to + 1n;
    yield () => fetchDescribed(work, first, to, head);
  }
}

/** Blocks (inclusive) with their changes, and descriptions of new or changed tokens and of new price sources. */
export async function fetchDescribed(
  work: ChainWork,
  from: bigint,
  to: bigint,
  head: BlockRef,
): Promise<DescribedRange> {
  const { owners } = work;
  const range = packBlocks(work.chain, await work.source.fetchBlocks(from, to), { known: work.tokenTable, owners });
  adjustPlan(work.plan, range.blocks.length, range.transactions.count + range.legs.count);
  return await describe(work, range, to === head.blockNumber ? head : undefined, head);
}

/** @param end - The head, if the range ends there. */
async function describe(
  work: ChainWork,
  range: PackedRange,
  end: BlockRef | undefined,
  head: BlockRef,
): Promise<DescribedRange> {
  const wanted = listTokensToDescribe(work, range);
  const candidates = { observations: work.owners === undefined ? range.observations.values() : [], tokens: wanted };
  const [tokens, sources] = await Promise.all([
    describeTokens(work, wanted, end ?? { blockNumber: head.blockNumber }),
    describeSources(work, candidates, head.blockNumber),
  ]);
  return {
    ...range,
    tokens,
    sources,
    observations: filterKnownSources(work.knownSources, range.observations, sources),
  };
}

function listTokensToDescribe({ knownTokens }: ChainWork, { fungibles, upgraded }: PackedRange): `0x${string}`[] {
  const wanted = new Set([...fungibles].filter((token) => !knownTokens.has(token)));
  for (const contract of upgraded) if (knownTokens.has(contract)) wanted.add(contract);
  return [...wanted];
}
