import type { Address, Hash, Rpc } from "@portico/evm";
import { numberToHex, padHex } from "viem";
import { createOwnerFilter } from "../../owners/ownerFilter.ts";
import type { OwnerFilter } from "../../owners/ownerFilter.ts";
import { LogPart, NO_HASH } from "../../source/logBatch.ts";
import type { LogBatch } from "../../source/logBatch.ts";
import { readLogs } from "../../source/readLogs.ts";
import { InvalidReplyError } from "./invalidReplyError.ts";
import type { BlockRange } from "./readFound.ts";

export interface NamedLog {
  /** Lower-case. */
  owner: Address;
  hash: Hash;
  blockNumber: bigint;
}

/** Of the topics that may name an owner. Each is requested separately, because a log must match all of a filter. */
export const LOG_POSITIONS = [1, 2, 3] as const;
const [TOPIC, ADDRESS] = [32, 20];

/**
 * The logs of a range that name one of the owners, and how many there were.
 * @param maxTopics - Owners per request.
 * @throws InvalidReplyError
 */
export async function readNamedLogs(
  rpc: Rpc,
  owners: readonly Address[],
  range: BlockRange,
  maxTopics: number,
): Promise<{ logs: NamedLog[]; count: number }> {
  const chunks = Array.from({ length: Math.ceil(owners.length / maxTopics) }, (_, at) =>
    owners.slice(at * maxTopics, (at + 1) * maxTopics),
  );
  const replies = await Promise.all(
    chunks.flatMap((chunk) => {
      const filter = createOwnerFilter(chunk);
      return LOG_POSITIONS.map((position) => readPosition(rpc, { owners: chunk, filter }, range, position));
    }),
  );
  return { logs: replies.flatMap(({ logs }) => logs), count: replies.reduce((sum, { count }) => sum + count, 0) };
}

interface Chunk {
  owners: readonly Address[];
  filter: OwnerFilter;
}

async function readPosition(rpc: Rpc, { owners, filter }: Chunk, range: BlockRange, position: number) {
  const named = owners.map((owner) => padHex(owner, { size: TOPIC }).toLowerCase());
  const topics = [...Array.from({ length: position }, () => null), named];
  const batch = await rpc.send<LogBatch | null>({
    method: "eth_getLogs",
    params: [{ fromBlock: numberToHex(range.fromBlock), toBlock: numberToHex(range.toBlock), topics }],
    readResult: readLogs,
    check: (logs) => assertNamed(logs, filter, range, position),
  });
  return { logs: listNamed(batch!, position), count: batch!.count };
}

/** @throws InvalidReplyError if a log is not one of those requested. */
function assertNamed(batch: LogBatch | null, filter: OwnerFilter, range: BlockRange, position: number): void {
  const invalid = (message: string) => new InvalidReplyError("eth_getLogs", message);
  if (batch === null) throw invalid("no list of logs");
  const [from, to] = [Number(range.fromBlock), Number(range.toBlock)];
  for (let log = 0; log < batch.count; log++) {
    const flaw = batch.flaws.get(log);
    if (flaw !== undefined) throw invalid(flaw);
    const blockNumber = batch.blockNumbers[log]!;
    if (blockNumber < from || blockNumber > to)
      throw invalid(`a log is of block ${blockNumber}, not of ${from} to ${to}`);
    const start = batch.topicCounts[log]! > position ? startOf(batch, log, position) : undefined;
    const isNamed =
      start !== undefined &&
      batch.bytes.subarray(start, start + TOPIC - ADDRESS).every((byte) => byte === 0) &&
      filter.hasAt(batch.view, start + TOPIC - ADDRESS);
    if (!isNamed) throw invalid(`topic ${position} of a log is not a requested owner`);
    if (batch.hasHash(log, "txHash", NO_HASH)) throw invalid("a log has no transaction");
  }
}

const startOf = ({ starts }: LogBatch, log: number, position: number): number =>
  starts[log]! + LogPart.topics + TOPIC * position;

/** Without the logs of blocks that were reorganized away. */
function listNamed(batch: LogBatch, position: number): NamedLog[] {
  const hex = (from: number, bytes: number): `0x${string}` => `0x${batch.bytes.toString("hex", from, from + bytes)}`;
  const named: NamedLog[] = [];
  for (let log = 0; log < batch.count; log++) {
    if (batch.removed.has(log)) continue;
    named.push({
      owner: hex(startOf(batch, log, position) + TOPIC - ADDRESS, ADDRESS),
      hash: hex(batch.starts[log]! + LogPart.txHash, TOPIC),
      blockNumber: BigInt(batch.blockNumbers[log]!),
    });
  }
  return named;
}
