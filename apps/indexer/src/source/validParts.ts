import { ReorgError } from "../chain/reorgError.ts";
import { requestEachReceipt } from "./requestEachReceipt.ts";
import { requestEachTrace } from "./requestEachTrace.ts";
import { requestBlock, requestReceipts, requestTracesBy } from "./requests.ts";
import type { BlockReceipts } from "./blockReceipts.ts";
import type { BlockTraces } from "./blockTraces.ts";
import { checkReceipts } from "./checkReceipts.ts";
import { checkTraces } from "./checkTraces.ts";
import type { Header } from "./readHeader.ts";
import { InvalidDataError } from "./invalidDataError.ts";
import type { SourceState } from "./sourceState.ts";

/** Complete receipts of this very block: the received ones, or replacements. */
export const requestValidReceipts = (
  state: SourceState,
  header: Header,
  answer: BlockReceipts | null | undefined,
): Promise<BlockReceipts> =>
  requestValid<BlockReceipts>(state, header, {
    answer,
    check: (receipts) => checkReceipts(header, receipts, state.coverage),
    request: (check) =>
      state.coverage.receipts === "transaction"
        ? requestEachReceipt(state, header, check)
        : requestReceipts(state.rpc, header.blockNumber, state.readReceipts, check),
  });

/** The same for traces; undefined if none are read. */
export async function requestValidTraces(
  state: SourceState,
  header: Header,
  answer: BlockTraces | null,
): Promise<BlockTraces | undefined> {
  const { traces: kind, traceCounts } = state.coverage;
  if (kind === undefined || header.blockNumber === 0n) return undefined;
  if (kind !== "trace_block" && header.transactionHashes.length === 0) return undefined;
  return requestValid<BlockTraces>(state, header, {
    answer: kind === "trace_block" ? answer : undefined,
    check: (traces) => checkTraces(header, traces, !traceCounts),
    request: (check) =>
      kind === "transaction" ? requestEachTrace(state, header, check) : requestTracesBy(state.rpc, kind, header, check),
  });
}

interface Part<T> {
  /** The first one; undefined: not requested yet. */
  answer: T | null | undefined;
  /** Throws InvalidDataError. */
  check: (answer: T | null) => void;
  /** Calls one endpoint after another until the check accepts a result. */
  request: (check: (answer: T | null) => void) => Promise<T | null>;
}

async function requestValid<T>(state: SourceState, header: Header, { answer, check, request }: Part<T>): Promise<T> {
  const reasons = new Set<string>();
  let last: T | null = answer === undefined ? null : answer;
  if (answer !== undefined) {
    const invalid = findInvalid(check, answer);
    if (invalid === undefined) return answer!;
    reasons.add(invalid.message);
  }
  try {
    const again = await request((next) => {
      last = next;
      const reason = findInvalid(check, next);
      if (reason === undefined) return;
      reasons.add(reason.message);
      throw reason;
    });
    return again!;
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    if (error.part === "gas") await assertThere(state, header);
    if (last !== null && reasons.size === 1 && isRecurring(state, error)) return last;
    await assertThere(state, header);
    throw error;
  }
}

function findInvalid<T>(check: (answer: T) => void, answer: T): InvalidDataError | undefined {
  try {
    check(answer);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidDataError) return error;
    throw error;
  }
}

const HABIT_BLOCKS = 3;

/**
 * An irregularity on which all endpoints repeatedly agree is a property of the chain; after some blocks it is recorded
 * in the coverage.
 */
export function isRecurring({ coverage, irregularities }: SourceState, { part }: InvalidDataError): boolean {
  if (part !== "gas" && part !== "noBloom" && part !== "traceCount") return false;
  irregularities[part]++;
  if (irregularities.gas >= HABIT_BLOCKS) coverage.gas = false;
  if (irregularities.noBloom >= HABIT_BLOCKS) coverage.bloom = false;
  if (irregularities.traceCount >= HABIT_BLOCKS) coverage.traceCounts = false;
  return true;
}

const DISAGREEING_ATTEMPTS = 3;

/**
 * @throws ReorgError if the block is no longer the chain's, or not every endpoint's, or its number of transactions
 * varies.
 */
export async function assertThere({ rpc }: SourceState, header: Header): Promise<void> {
  const { blockNumber, hash, transactionHashes } = header;
  const attempts = Array.from({ length: DISAGREEING_ATTEMPTS }, () => requestBlock(rpc, blockNumber, false));
  const blocks = (await Promise.all(attempts)).filter((block) => block !== null);
  const isSame = blocks.every((block) => block.hash === hash && block.transactions.length === transactionHashes.length);
  if (blocks.length === 0 || !isSame) throw new ReorgError(blockNumber);
}
