import { findCause, isRangeRefused, max, RpcCallError } from "@portico/evm";
import type { Address, Hash, Rpc } from "@portico/evm";
import { createLogRanges } from "./logRanges.ts";
import type { LogSearchOptions } from "./logRanges.ts";
import { LOG_POSITIONS, readNamedLogs } from "./readNamedLogs.ts";
import type { NamedLog } from "./readNamedLogs.ts";
import { RangeLimitError } from "./rangeLimitError.ts";
import type { BlockRange } from "./readFound.ts";

/** A transaction with a log that names an owner as topic 1, 2 or 3. */
export interface NamedTransaction {
  /** Lower-case. */
  owner: Address;
  hash: Hash;
  blockNumber: bigint;
}

export interface NamedPage {
  /** The transactions of all blocks from this one to the requested one, both inclusive, were found. */
  fromBlock: bigint;
  /** Each once per owner, newest first. */
  found: NamedTransaction[];
}

export interface LogSearch {
  /** Why the node can't be searched, as far as its limits are known; undefined: it can. Nothing is sent. */
  findObstacle(): Promise<string | undefined>;
  /**
   * The newest page of blocks not after `toBlock`, down to `minBlock` at most. Costs about 30 requests.
   * @throws RangeLimitError if the node takes too few blocks or requires addresses; RpcCallError, for example if it has
   * pruned the logs; InvalidReplyError if all endpoints return other logs than requested.
   */
  findNamed(
    owners: readonly Address[],
    blocks: { toBlock: bigint; minBlock: bigint },
    signal: AbortSignal,
  ): Promise<NamedPage>;
}

const MAX_REQUESTS = 30;
/** Of one page, before a range is read: each refused one is a quarter of the one before. */
const MAX_REFUSALS = 8;

/** Finds transactions by logs, which is how tokens that an owner receives are found. */
export function createLogSearch(rpc: Rpc, options: LogSearchOptions = {}): LogSearch {
  const ranges = createLogRanges(rpc, options);
  /** Requests consecutive ranges. @returns the logs of the first ones, down to a failed one. */
  const readRound = async (
    owners: readonly Address[],
    round: readonly BlockRange[],
    topics: number,
  ): Promise<Round> => {
    const replies = await Promise.allSettled(round.map((range) => readNamedLogs(rpc, owners, range, topics)));
    const logs: NamedLog[] = [];
    for (const [at, reply] of replies.entries()) {
      const blocks = sizeOf(round[at]!);
      if (reply.status === "rejected") {
        const isShrunk = await shrink(ranges, reply.reason, { blocks, topics });
        return { logs, read: round.slice(0, at), failure: { error: reply.reason, isShrunk } };
      }
      logs.push(...reply.value.logs);
      ranges.accept(blocks, reply.value.count);
    }
    return { logs, read: round, failure: undefined };
  };
  return {
    findObstacle: () => ranges.findObstacle(),
    async findNamed(owners, { toBlock, minBlock }, signal) {
      const found: NamedLog[] = [];
      let [next, left, refusals] = [owners.length === 0 ? minBlock - 1n : toBlock, MAX_REQUESTS, MAX_REFUSALS];
      while (next >= minBlock) {
        signal.throwIfAborted();
        const obstacle = await ranges.findObstacle();
        if (obstacle !== undefined) throw new RangeLimitError("eth_getLogs", obstacle);
        const { blocks, topics } = await ranges.getSizes(owners.length);
        const cost = LOG_POSITIONS.length * Math.ceil(owners.length / topics);
        if (left < cost && next < toBlock) break;
        const count = Math.min(ranges.getParallel(), Math.max(1, Math.floor(left / cost)));
        const round = listRanges(next, minBlock, blocks, count);
        left -= cost * round.length;
        const { logs, read, failure } = await readRound(owners, round, topics);
        found.push(...logs);
        next = (read.at(-1)?.fromBlock ?? next + 1n) - 1n;
        if (failure === undefined || (failure.isShrunk && refusals-- > 0)) continue;
        if (next === toBlock) throw failure.error;
        break; // the next page begins with it
      }
      return { fromBlock: next + 1n, found: sortNamed(found) };
    },
  };
}

interface Round {
  logs: NamedLog[];
  read: readonly BlockRange[];
  /** Why the next range was not read, and whether smaller requests may succeed. */
  failure: { error: unknown; isShrunk: boolean } | undefined;
}

/** Consecutive ranges, newest first. */
function listRanges(toBlock: bigint, minBlock: bigint, blocks: number, count: number): BlockRange[] {
  const ranges: BlockRange[] = [];
  for (let to = toBlock; to >= minBlock && ranges.length < count; to -= BigInt(blocks))
    ranges.push({ fromBlock: max(minBlock, to - BigInt(blocks) + 1n), toBlock: to });
  return ranges;
}

const sizeOf = ({ fromBlock, toBlock }: BlockRange): number => Number(toBlock - fromBlock) + 1;

/** @returns whether the error shows a limit below which the next requests stay. */
async function shrink(
  ranges: ReturnType<typeof createLogRanges>,
  error: unknown,
  { blocks, topics }: { blocks: number; topics: number },
): Promise<boolean> {
  const refused = findCause(error, RpcCallError);
  if (refused !== undefined && (await ranges.findObstacle()) !== undefined) return true; // the search ends with it
  if (blocks > 1 && isRangeRefused(error)) {
    ranges.refuseBlocks(blocks);
    return true;
  }
  if (topics === 1 || refused === undefined || !/topic/i.test(refused.message)) return false;
  ranges.refuseTopics(topics);
  return true;
}

function sortNamed(logs: readonly NamedLog[]): NamedTransaction[] {
  const byKey = new Map(logs.map((log) => [`${log.owner} ${log.hash}`, log] as const));
  return [...byKey.values()].toSorted((a, b) => Number(b.blockNumber - a.blockNumber));
}
