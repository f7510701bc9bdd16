import type { RpcLog } from "viem";
import { toBlockLogs } from "../source/blockLogs.ts";
import type { BlockLogs } from "../source/blockLogs.ts";
import type { LogBatch } from "../source/logBatch.ts";
import { readLogs } from "../source/readLogs.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";

/** Logs as parsed from a node's reply. */
export const packLogs = (logs: readonly RpcLog[]): BlockLogs =>
  toBlockLogs(readLogs(Buffer.from(JSON.stringify(logs)), 0).value as LogBatch);

/** The reverse. */
export const unpackLogs = ({ batch, picks }: BlockLogs): RpcLog[] => picks.map((log) => batch.toRpcLog(log));

/** A block with comparable logs. */
export type PlainBlock = Omit<SourceBlock, "logs"> & { logs: RpcLog[] };

export const toPlainBlock = (block: SourceBlock): PlainBlock => ({ ...block, logs: unpackLogs(block.logs) });
