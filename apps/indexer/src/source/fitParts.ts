import { ReorgError } from "../chain/reorgError.ts";
import { askEachReceipt } from "./askEachReceipt.ts";
import { askBlock, askReceipts, askTracesBy } from "./asks.ts";
import type { BlockReceipts } from "./blockReceipts.ts";
import type { BlockTraces } from "./blockTraces.ts";
import { checkReceipts } from "./checkReceipts.ts";
import { checkTraces } from "./checkTraces.ts";
import type { Header } from "./readHeader.ts";
import { UnfitError } from "./unfitError.ts";
import type { SourceState } from "./sourceState.ts";

/** Complete receipts of this very block: the received ones, or replacements. */
export const fitReceipts = (
  state: SourceState,
  header: Header,
  answer: BlockReceipts | null | undefined,
): Promise<BlockReceipts> =>
  fit<BlockReceipts>(state, header, {
    answer,
    check: (receipts) => checkReceipts(header, receipts, state.coverage),
    ask: (check) =>
      state.coverage.receipts === "transaction"
        ? askEachReceipt(state, header, check)
        : askReceipts(state.rpc, header.blockNumber, state.readReceipts, check),
  });

/** The same for traces; undefined if none are read. */
export async function fitTraces(
  state: SourceState,
  header: Header,
  answer: BlockTraces | null,
): Promise<BlockTraces | undefined> {
  const { traces: kind, traceCounts } = state.coverage;
  if (kind === undefined || header.blockNumber === 0n) return undefined;
  if (kind === "debug" && header.transactionHashes.length === 0) return undefined;
  return fit<BlockTraces>(state, header, {
    answer: kind === "debug" ? undefined : answer,
    check: (traces) => checkTraces(header, traces, !traceCounts),
    ask: (check) => askTracesBy(state.rpc, kind, header, check),
  });
}

interface Part<T> {
  /** The first one; undefined: not requested yet. */
  answer: T | null | undefined;
  /** Throws UnfitError. */
  check: (answer: T | null) => void;
  /** Calls one endpoint after another until the check accepts a result. */
  ask: (check: (answer: T | null) => void) => Promise<T | null>;
}

async function fit<T>(state: SourceState, header: Header, { answer, check, ask }: Part<T>): Promise<T> {
  const reasons = new Set<string>();
  let last: T | null = answer === undefined ? null : answer;
  if (answer !== undefined) {
    const unfit = findUnfit(check, answer);
    if (unfit === undefined) return answer!;
    reasons.add(unfit.message);
  }
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
    if (error.part === "gas") await assertThere(state, header);
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

/**
 * An irregularity on which all endpoints repeatedly agree is a property of the chain; after some blocks it is recorded
 * in the coverage.
 */
export function isHabit({ coverage, odd }: SourceState, { part }: UnfitError): boolean {
  if (part !== "gas" && part !== "noBloom" && part !== "traceCount") return false;
  odd[part]++;
  if (odd.gas >= HABIT_BLOCKS) coverage.gas = false;
  if (odd.noBloom >= HABIT_BLOCKS) coverage.bloom = false;
  if (odd.traceCount >= HABIT_BLOCKS) coverage.traceCounts = false;
  return true;
}

const DISAGREEING_ASKS = 3;

/**
 * @throws ReorgError if the block is no longer the chain's, or not every endpoint's, or its number of transactions
 * varies.
 */
export async function assertThere({ rpc }: SourceState, header: Header): Promise<void> {
  const { blockNumber, hash, transactionHashes } = header;
  const asks = Array.from({ length: DISAGREEING_ASKS }, () => askBlock(rpc, blockNumber, false));
  const blocks = (await Promise.all(asks)).filter((block) => block !== null);
  const isSame = blocks.every((block) => block.hash === hash && block.transactions.length === transactionHashes.length);
  if (blocks.length === 0 || !isSame) throw new ReorgError(blockNumber);
}
