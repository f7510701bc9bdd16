import { findCause, inBloom, isFullBloom, isLagging, listLogReplies, RpcCallError } from "@portico/evm";
import type { Address, LogReply } from "@portico/evm";
import type { RpcLog } from "viem";
import { ReorgError } from "../reorgError.ts";
import { askLogs } from "./asks.ts";
import type { SourceState } from "./createSource.ts";
import { assertThere, isHabit } from "./fitParts.ts";
import type { Header } from "./readHeader.ts";
import { findLogFlaw, standardLog } from "./standardLog.ts";
import { UnfitError } from "./unfitError.ts";

export const listRangeLogs = ({ rpc, topics, span }: SourceState, fromBlock: bigint, toBlock: bigint) =>
  listLogReplies(rpc, { topics: [[...topics]], fromBlock, toBlock }, span);

/**
 * Deals the logs of a range out to its blocks. That a reply was cut off shows in the blooms of blocks that should have
 * logs, and in the last block that has some, which is asked again by its hash.
 */
export async function fitLogs(
  state: SourceState,
  headers: readonly Header[],
  replies: readonly LogReply[],
): Promise<RpcLog[][]> {
  const first = Number(headers[0]?.blockNumber ?? 0);
  const logs = headers.map((): RpcLog[] => []);
  const doubtful = new Set<number>();
  for (const reply of replies) {
    let newest = -1;
    for (const log of reply.logs) {
      const at = Number(log.blockNumber) - first;
      logs[at]?.push(log);
      if (at > newest) newest = at;
    }
    if (reply.toBlock > reply.fromBlock) doubtful.add(newest);
  }
  await Promise.all(
    headers.map(async (header, at) => {
      if (doubtful.has(at) || !isLikely(state, header, logs[at]!)) logs[at] = await confirm(state, header, logs[at]!);
    }),
  );
  return logs.map((ofBlock, at) => ofBlock.map((log) => standardLog(log, headers[at]!.hash, log.transactionHash)));
}

function isLikely(state: SourceState, header: Header, logs: readonly RpcLog[]): boolean {
  if (logs.length === 0) return !mayHold(state, header);
  return findFault(state, header, logs) === undefined && (!state.coverage.bloom || !header.hasEmptyBloom);
}

function mayHold({ topics, coverage }: SourceState, { bloom }: Header): boolean {
  if (!coverage.bloom || bloom === undefined || isFullBloom(bloom)) return false;
  return topics.some((topic) => inBloom(bloom, topic));
}

/** They must all be of this block, in order, of the topics asked for, and in its bloom if it has one. */
function findFault({ coverage, topicSet }: SourceState, header: Header, logs: readonly RpcLog[]): string | undefined {
  const bloom = coverage.bloom && !header.hasEmptyBloom ? header.bloom : undefined;
  let before = -1;
  for (const log of logs) {
    const flaw = findLogFlaw(log);
    if (flaw !== undefined) return flaw;
    const {
      address,
      blockHash,
      logIndex,
      topics: [topic],
    } = log;
    if (blockHash !== header.hash) return "a log is of another block";
    if (!(Number(logIndex) > before)) return "its logs are not in order";
    before = Number(logIndex);
    if (topic === undefined || !topicSet.has(topic)) return "a log that nobody asked for";
    if (bloom === undefined) continue;
    if (!inBloom(bloom, topic) || !inBloom(bloom, address.toLowerCase() as Address)) return "a log is not in its bloom";
  }
  return undefined;
}

const CONFIRM_ASKS = 6;

/** Asks by the block's hash, until two answers are the same; three for none at all where the bloom promises some. */
async function confirm(state: SourceState, header: Header, logs: readonly RpcLog[]): Promise<RpcLog[]> {
  const seen = new Map<string, number>();
  const count = (answer: readonly RpcLog[]): number => {
    const key = answer.map(({ logIndex }) => logIndex).join(" ");
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return seen.get(key)!;
  };
  if (findFault(state, header, logs) === undefined) count(logs);
  for (let ask = 0; ask < CONFIRM_ASKS; ask++) {
    const again = await askAgain(state, header);
    if (count(again) < (again.length === 0 && mayHold(state, header) ? 3 : 2)) continue;
    if (again.length > 0 && header.hasEmptyBloom) isHabit(state, unfit("noBloom", header, "its bloom is empty"));
    return again;
  }
  throw unfit("logs", header, "its logs are not the same twice");
}

const unfit = (part: UnfitError["part"], { blockNumber }: Header, message: string) =>
  new UnfitError(part, blockNumber, message);

async function askAgain(state: SourceState, header: Header): Promise<RpcLog[]> {
  const check = (answer: RpcLog[]): void => {
    const fault = Array.isArray(answer) ? findFault(state, header, answer) : "no list of logs";
    if (fault !== undefined) throw unfit("logs", header, fault);
  };
  try {
    return await askLogs(state.rpc, header.hash, state.topics, check);
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused !== undefined && isLagging(refused)) throw new ReorgError(header.blockNumber);
    if (error instanceof UnfitError) await assertThere(state, header);
    throw error;
  }
}
