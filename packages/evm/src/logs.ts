import type { Address, LogTopic, RpcLog } from "viem";
import { numberToHex } from "viem";
import type { ResultReader } from "./replyBytes.ts";
import { EndpointError, findCause, isRangeTooLarge, RpcCallError } from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

export interface LogFilter {
  address?: Address | Address[];
  topics: LogTopic[];
  fromBlock: bigint;
  /** Inclusive; must not be beyond the head: nodes differ in their response then. */
  toBlock: bigint;
}

/** Blocks per eth_getLogs. Share it between calls to reuse what was found. */
export interface LogSpan {
  blocks: number;
  readonly max: number;
}

export const createLogSpan = (max: number): LogSpan => ({ blocks: max, max });

/** After a refusal: half of the range, at least one block. */
export const shrinkSpan = (blocks: number): number => Math.max(1, Math.floor(blocks / 2));

/** After a success: a tenth more, up to the limit. */
export const growSpan = ({ blocks, max }: LogSpan): number =>
  Math.min(max, blocks + Math.max(1, Math.floor(blocks / 10)));

/** The reply to one eth_getLogs. */
export interface LogReply<T> {
  fromBlock: bigint;
  /** Inclusive. */
  toBlock: bigint;
  logs: T;
}

/** Every log of a range, in order: see `listLogReplies`. */
export async function getLogsAdaptive(rpc: Rpc, filter: LogFilter, span: LogSpan): Promise<RpcLog[]> {
  const replies = await listLogReplies<RpcLog[]>(rpc, filter, span);
  return replies.flatMap(({ logs }) => logs);
}

/**
 * Every log of a range, in order, in as few requests as the node allows: a refused range is halved, then grows again.
 * @param readResult - Converts a result to T, or null if it is not a list of logs; without it T is RpcLog[].
 * @param onReply - Called with each reply as it arrives, so that a later failure does not lose it.
 * @throws if a single block is refused, or for any other failure of the node.
 */
export async function listLogReplies<T>(
  rpc: Rpc,
  filter: LogFilter,
  span: LogSpan,
  readResult?: ResultReader,
  onReply?: (reply: LogReply<T>) => void,
): Promise<LogReply<T>[]> {
  const check = readResult === undefined ? checkList : checkRead;
  const readRange = (fromBlock: bigint, toBlock: bigint): Promise<T> =>
    rpc.send<T>({ method: "eth_getLogs", readResult, check, params: [toParams({ ...filter, fromBlock, toBlock })] });
  const isOpen = filter.address === undefined || filter.address.length === 0;
  const replies: LogReply<T>[] = [];
  for (let from = filter.fromBlock; from <= filter.toBlock;) {
    const limits = await rpc.readLimits();
    const max = Math.min(span.blocks, (isOpen ? limits.openLogBlocks : limits.logBlocks) ?? span.max);
    const blocks = Math.min(max, Number(filter.toBlock - from) + 1);
    const to = from + BigInt(blocks) - 1n;
    try {
      const reply = { fromBlock: from, toBlock: to, logs: await readRange(from, to) };
      replies.push(reply);
      onReply?.(reply);
      from = to + 1n;
      if (blocks >= max) span.blocks = growSpan(span);
    } catch (error) {
      if (blocks === 1 || !isRangeRefused(error)) throw error;
      span.blocks = Math.min(span.blocks, shrinkSpan(blocks));
    }
  }
  return replies;
}

const toParams = ({ address, topics, fromBlock, toBlock }: LogFilter) => ({
  ...(address === undefined ? {} : { address }),
  topics,
  fromBlock: numberToHex(fromBlock),
  toBlock: numberToHex(toBlock),
});

function checkList(answer: unknown): void {
  checkRead(Array.isArray(answer) && answer.every((log) => typeof log === "object" && log !== null) ? answer : null);
}

function checkRead(answer: unknown): void {
  if (answer === null) throw new TypeError("eth_getLogs returned no list of logs");
}

const TOO_MUCH = new Set(["malformed", "oversize", "slow", "timeout"]);

/**
 * Whether fewer blocks may be accepted. Includes timeouts and oversized bodies, which is how some nodes refuse a range.
 */
export function isRangeRefused(error: unknown): boolean {
  const refused = findCause(error, RpcCallError);
  if (refused !== undefined) return isRangeTooLarge(refused.message);
  const failed = findCause(error, EndpointError);
  return failed !== undefined && (TOO_MUCH.has(failed.kind) || failed.status === 413);
}
