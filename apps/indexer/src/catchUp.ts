import type { BlockRef, ChainState, Token } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import { inOrder } from "./inOrder.ts";
import type { Range } from "./range.ts";
import { fetchRange } from "./range.ts";
import { adjustPlan } from "./rangePlan.ts";
import { ReorgError } from "./reorgError.ts";
import { describeTokens } from "./tokens.ts";
import { writeRange } from "./writeRange.ts";

const RANGES_AHEAD = 4;
/** Then the head is looked at again, so that what is pinned to it stays within what nodes remember. */
const ROUND_MS = 60_000;

/** A range with the tokens that were new when it was fetched. */
export interface DescribedRange extends Range {
  tokens: readonly Token[];
}

/**
 * Stores logs from the cursor towards the head, range by range, fetching ahead of writing.
 * @returns the new cursor, which may lie before the head.
 * @throws ReorgError when the chain does not go on from the cursor.
 */
export async function catchUp(work: ChainWork, state: ChainState, head: BlockRef): Promise<BlockRef | undefined> {
  const until = performance.now() + ROUND_MS;
  let cursor = state.logs;
  for await (const range of inOrder(planRanges(work, state, head), RANGES_AHEAD)) {
    if (cursor !== undefined && range.parentHash !== cursor.hash) throw new ReorgError(cursor.blockNumber);
    cursor = await writeRange(work, { cursor, range, head });
    work.meter.advanceLogs(cursor, range);
    if (work.signal.aborted || performance.now() > until) break;
  }
  return cursor;
}

function* planRanges(work: ChainWork, { logs, startBlock }: ChainState, head: BlockRef) {
  let from = logs === undefined ? startBlock : logs.blockNumber + 1n;
  while (from <= head.blockNumber) {
    const last = from + BigInt(work.plan.blocks) - 1n;
    const [first, to] = [from, last < head.blockNumber ? last : head.blockNumber];
    from = to + 1n;
    yield () => fetchDescribed(work, first, to, head);
  }
}

async function fetchDescribed(work: ChainWork, from: bigint, to: bigint, head: BlockRef): Promise<DescribedRange> {
  const range = await fetchRange(work, from, to);
  adjustPlan(work.plan, range.blocks.length, range.transactionCount + range.legs.length);
  const unknown = new Set(range.legs.map(({ token }) => token).filter((token) => !work.knownTokens.has(token)));
  return { ...range, tokens: await describeTokens(work, [...unknown], head.blockNumber) };
}
