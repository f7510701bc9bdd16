import { RpcCallError, findCause, hasAddress, inBloom, isFullBloom, isLagging, listLogReplies } from "@portico/evm";
import type { LogReply } from "@portico/evm";
import { ReorgError } from "../chain/reorgError.ts";
import { requestLogs } from "./requests.ts";
import { toBlockLogs } from "./blockLogs.ts";
import type { BlockLogs } from "./blockLogs.ts";
import { assertThere, isRecurring } from "./validParts.ts";
import { LogPart, toHashView } from "./logBatch.ts";
import type { LogBatch } from "./logBatch.ts";
import type { Header } from "./readHeader.ts";
import { readLogs } from "./readLogs.ts";
import { InvalidDataError } from "./invalidDataError.ts";
import type { SourceState } from "./sourceState.ts";

/** The logs of a range: missing ones are requested. */
export async function listRangeLogs(
  { rpc, topics, span, parts }: SourceState,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<LogReply<LogBatch>[]> {
  const replies: LogReply<LogBatch>[] = [];
  for (let from = fromBlock; from <= toBlock;) {
    const known = parts.findLogs(from, toBlock);
    const next = known === undefined ? parts.findNextLogs(from, toBlock) : undefined;
    const to = known?.toBlock ?? (next === undefined ? toBlock : next - 1n);
    const filter = { topics: [[...topics]], fromBlock: from, toBlock: to };
    if (known !== undefined) replies.push(known);
    else
      replies.push(...(await listLogReplies<LogBatch>(rpc, filter, span, readLogs, (reply) => parts.addLogs(reply))));
    from = to + 1n;
  }
  return replies;
}

/**
 * Distributes the logs of a range to its blocks. A truncated reply is detected by the blooms of blocks that should have
 * logs, and by requesting the last block with logs again by its hash.
 */
export async function requestValidLogs(
  state: SourceState,
  headers: readonly Header[],
  replies: readonly LogReply<LogBatch>[],
): Promise<BlockLogs[]> {
  const dealt = replies.flatMap(deal);
  await Promise.all(
    headers.map(async (header, at) => {
      const { logs, isNewest } = dealt[at]!;
      if (isNewest || !isLikely(state, header, logs)) dealt[at]!.logs = await confirm(state, header, logs);
    }),
  );
  return dealt.map(({ logs }) => logs);
}

interface Dealt {
  logs: BlockLogs;
  /** Whether it is the last of several blocks with logs. */
  isNewest: boolean;
}

/** The logs of a reply by block. */
function deal({ fromBlock, toBlock, logs: batch }: LogReply<LogBatch>): Dealt[] {
  const first = Number(fromBlock);
  const picks = Array.from({ length: Number(toBlock) - first + 1 }, (): number[] => []);
  let newest = -1;
  for (let log = 0; log < batch.count; log++) {
    const at = batch.blockNumbers[log]! - first;
    const ofBlock = picks[at];
    if (ofBlock === undefined) continue; // not requested
    ofBlock.push(log);
    if (at > newest) newest = at;
  }
  return picks.map((its, at) => ({ logs: { batch, picks: its }, isNewest: picks.length > 1 && at === newest }));
}

function isLikely(state: SourceState, header: Header, logs: BlockLogs): boolean {
  if (logs.picks.length === 0) return !mayHold(state, header);
  return findFault(state, header, logs) === undefined && (!state.coverage.bloom || !header.hasEmptyBloom);
}

function mayHold({ topics, coverage }: SourceState, { bloom }: Header): boolean {
  if (!coverage.bloom || bloom === undefined || isFullBloom(bloom)) return false;
  return topics.some((topic) => inBloom(bloom, topic));
}

/** All logs must be of this block, in order, with a requested topic, and in its bloom if it has one. */
function findFault({ coverage, topicSet }: SourceState, header: Header, { batch, picks }: BlockLogs) {
  const bloom = coverage.bloom && !header.hasEmptyBloom ? header.bloom : undefined;
  const hash = toHashView(header.hash);
  let before = -1;
  for (const log of picks) {
    const flaw = batch.flaws.get(log);
    if (flaw !== undefined) return flaw;
    if (!batch.hasHash(log, "blockHash", hash)) return "a log is of another block";
    const index = batch.logIndexes[log]!;
    if (!(index > before)) return "its logs are not in order";
    before = index;
    const topic = topicSet.find(batch, log);
    if (topic === undefined) return "a log has no requested topic";
    if (bloom === undefined) continue;
    const isThere = inBloom(bloom, topic) && hasAddress(bloom, batch.view, batch.starts[log]! + LogPart.address);
    if (!isThere) return "a log is not in its bloom";
  }
  return undefined;
}

const CONFIRM_ATTEMPTS = 6;

/** Requests the logs by the block's hash until two results are equal; three empty ones if the bloom indicates logs. */
async function confirm(state: SourceState, header: Header, logs: BlockLogs): Promise<BlockLogs> {
  const seen = new Map<string, number>();
  const count = ({ batch, picks }: BlockLogs): number => {
    const key = picks.map((log) => batch.logIndexes[log]).join(" ");
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return seen.get(key)!;
  };
  if (findFault(state, header, logs) === undefined) count(logs);
  for (let attempt = 0; attempt < CONFIRM_ATTEMPTS; attempt++) {
    const again = toBlockLogs(await requestAgain(state, header));
    const isNone = again.picks.length === 0;
    if (count(again) < (isNone && mayHold(state, header) ? 3 : 2)) continue;
    if (!isNone && header.hasEmptyBloom) isRecurring(state, invalid("noBloom", header, "its bloom is empty"));
    return again;
  }
  throw invalid("logs", header, "no two results have the same logs");
}

const invalid = (part: InvalidDataError["part"], { blockNumber }: Header, message: string) =>
  new InvalidDataError(part, blockNumber, message);

async function requestAgain(state: SourceState, header: Header): Promise<LogBatch> {
  const check = (answer: LogBatch | null): void => {
    const fault = answer === null ? "no list of logs" : findFault(state, header, toBlockLogs(answer));
    if (fault !== undefined) throw invalid("logs", header, fault);
  };
  try {
    return (await requestLogs(state.rpc, header.hash, state.topics, check))!;
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused !== undefined && isLagging(refused)) throw new ReorgError(header.blockNumber);
    if (error instanceof InvalidDataError) await assertThere(state, header);
    throw error;
  }
}
