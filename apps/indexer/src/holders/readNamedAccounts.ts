import { listLogReplies } from "@portico/evm";
import type { Address, LogSpan } from "@portico/evm";
import { listBlocksBefore } from "@portico/store";
import type { BlockRef } from "@portico/store";
import type { RpcLog } from "viem";
import { getBlock } from "../source/blockRef.ts";
import type { SideWork } from "../sideWork.ts";
import { HolderRefusal } from "./holderRefusal.ts";
import { addNamedAccounts, createNamedAccounts } from "./namedAccounts.ts";
import type { NamedAccounts } from "./namedAccounts.ts";

/** Before they are stored. */
export const REQUESTS_AT_ONCE = 10;
/** Newest blocks whose logs are read by block hash: an outdated node has fewer logs of a range, without an error. */
const NEWEST_BLOCKS = 12;

type LogWork = Pick<SideWork, "chain" | "db" | "rpc" | "signal">;

interface TokenRange {
  token: Address;
  fromBlock: bigint;
  toBlock: bigint;
  maxLogs: number;
}

/** A node that accepts fewer blocks in one eth_getLogs is not scanned. */
export const MIN_LOG_BLOCKS = 100;
/** A range with more logs may be refused because of them. */
const FEW_LOGS = 500;

export const toTooSmall = (blocks: number): HolderRefusal =>
  new HolderRefusal(`the node accepts only ${blocks} blocks in one eth_getLogs`);

/**
 * Accounts that a token's logs of a range name.
 * @throws HolderRefusal beyond the limit of logs, and if the node accepts too few blocks; the node's errors.
 */
export async function readNamedAccounts(
  { chain, rpc, signal }: LogWork,
  { token, fromBlock, toBlock, maxLogs }: TokenRange,
  span: LogSpan,
): Promise<{ named: NamedAccounts; logs: number; requests: number }> {
  const named = createNamedAccounts();
  let logs = 0;
  const filter = { address: token, topics: [], fromBlock, toBlock };
  const replies = await listLogReplies<RpcLog[]>(rpc, filter, span, undefined, (reply) => {
    signal.throwIfAborted();
    for (const log of reply.logs) addNamedAccounts(named, chain, log);
    logs += reply.logs.length;
    if (logs > maxLogs) throw new HolderRefusal("it has too many logs");
    const blocks = Number(reply.toBlock - reply.fromBlock) + 1;
    const isSmall = blocks < MIN_LOG_BLOCKS && reply.toBlock < toBlock;
    if (isSmall && reply.logs.length < FEW_LOGS) throw toTooSmall(blocks);
    reply.logs = []; // many replies need much memory
  });
  return { named, logs, requests: replies.length };
}

const listNewest = (fromBlock: bigint, head: BlockRef): bigint[] =>
  Array.from({ length: NEWEST_BLOCKS }, (_, index) => head.blockNumber - BigInt(index)).filter(
    (number) => number >= fromBlock && number >= 0n,
  );

/** Adds the accounts that a token's logs of the newest blocks name, each read by the hash of its block. */
export async function readNewestAccounts(
  { chain, db, rpc }: LogWork,
  token: Address,
  { head, fromBlock, found }: { head: BlockRef; fromBlock: bigint; found: NamedAccounts },
): Promise<void> {
  const stored = await listBlocksBefore(db, chain.slug, head.blockNumber + 1n, NEWEST_BLOCKS);
  const byNumber = new Map(stored.map((block) => [block.blockNumber, block]));
  const newest = await Promise.all(
    listNewest(fromBlock, head).map(async (number) => byNumber.get(number) ?? (await getBlock(rpc, number))),
  );
  const replies = await Promise.all(
    newest.map(({ hash }) =>
      rpc.send<RpcLog[]>({
        method: "eth_getLogs",
        params: [{ address: token, blockHash: hash }],
        check: (answer) => {
          if (!Array.isArray(answer)) throw new TypeError("eth_getLogs returned no list of logs");
        },
      }),
    ),
  );
  for (const log of replies.flat()) addNamedAccounts(found, chain, log);
}
