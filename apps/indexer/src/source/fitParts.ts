import { ReorgError } from "../reorgError.ts";
import { askBlock, askReceipts, askTracesBy } from "./asks.ts";
import type { BlockReceipts } from "./blockReceipts.ts";
import type { BlockTraces } from "./blockTraces.ts";
import { checkReceipts } from "./checkReceipts.ts";
import { checkTraces } from "./checkTraces.ts";
import type { SourceState } from "./createSource.ts";
import type { Header } from "./readHeader.ts";
import { UnfitError } from "./unfitError.ts";

/** The receipts of this very block, all of them: those that were answered, or others. */
export const fitReceipts = (state: SourceState, header: Header, answer: BlockReceipts | null): Promise<BlockReceipts> =>
  fit<BlockReceipts>(state, header, {
    answer,
    check: (receipts) => checkReceipts(header, receipts, !state.coverage.bloom),
    ask: (check) => askReceipts(state.rpc, header.blockNumber, state.compactReceipts, check),
  });

/** The same of traces; undefined where none are read. */
export async function fitTraces(
  state: SourceState,
  header: Header,
  answer: BlockTraces | null,
): Promise<BlockTraces | undefined> {
  const { traces: kind, traceCounts } = state.coverage;
  if (kind === undefined || header.blockNumber === 0n) return undefined;
  if (kind === "debug" && header.transactionHashes.length === 0) return undefined;
  const first = kind === "debug" ? await askTracesBy(state.rpc, kind, header) : answer;
  return fit<BlockTraces>(state, header, {
    answer: first,
    check: (traces) => checkTraces(header, traces, !traceCounts),
    ask: (check) => askTracesBy(state.rpc, kind, header, check),
  });
}

interface Part<T> {
  /** The first one. */
  answer: T | null;
  /** Throws UnfitError. */
  check: (answer: T | null) => void;
  /** Asks one endpoint after another until the check lets an answer through. */
  ask: (check: (answer: T | null) => void) => Promise<T | null>;
}

async function fit<T>(state: SourceState, header: Header, { answer, check, ask }: Part<T>): Promise<T> {
  const unfit = findUnfit(check, answer);
  if (unfit === undefined) return answer!;
  const reasons = new Set([unfit.message]);
  let last = answer;
  try {
    const again = await ask((next) => {
      last = next;
      const reason = findUnfit(check, next);
      if (reason === undefined) return;
      reasons.add(reason.message);
      throw reason;
    });
    return again!;
  } catch (error) {
    if (!(error instanceof UnfitError)) throw error;
    if (last !== null && reasons.size === 1 && isHabit(state, error)) return last;
    await assertThere(state, header);
    throw error;
  }
}

function findUnfit<T>(check: (answer: T) => void, answer: T): UnfitError | undefined {
  try {
    check(answer);
    return undefined;
  } catch (error) {
    if (error instanceof UnfitError) return error;
    throw error;
  }
}

const HABIT_BLOCKS = 3;

/** What all endpoints answer alike again and again is how the chain is; after some blocks the coverage says so. */
export function isHabit({ coverage, odd }: SourceState, { part }: UnfitError): boolean {
  if (part !== "noBloom" && part !== "traceCount") return false;
  odd[part]++;
  if (odd.noBloom >= HABIT_BLOCKS) coverage.bloom = false;
  if (odd.traceCount >= HABIT_BLOCKS) coverage.traceCounts = false;
  return true;
}

const DISAGREEING_ASKS = 3;

/** @throws ReorgError when the block is no longer the chain's, or not every endpoint's. */
export async function assertThere({ rpc }: SourceState, { blockNumber, hash }: Header): Promise<void> {
  const asks = Array.from({ length: DISAGREEING_ASKS }, () => askBlock(rpc, blockNumber, false));
  const hashes = new Set((await Promise.all(asks)).flatMap((block) => (block === null ? [] : [block.hash])));
  if (hashes.size !== 1 || !hashes.has(hash)) throw new ReorgError(blockNumber);
}
