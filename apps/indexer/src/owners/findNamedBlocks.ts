import { equalBytes } from "@portico/evm";
import type { Hash } from "@portico/evm";
import { LogPart, NO_HASH } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";
import type { OwnerFilter } from "./ownerFilter.ts";

const WORD = 32;
/** Zero bytes before an address in a word. */
const PADDING = 12;

/** Blocks with a log that names an owner in a topic or a word of its data, with their hashes according to the log. */
export function findNamedBlocks(batches: readonly LogBatch[], owners: OwnerFilter): Map<bigint, Hash> {
  const found = new Map<bigint, Hash>();
  for (const batch of batches) {
    for (let log = 0; log < batch.count; log++) {
      const flaw = batch.flaws.get(log);
      if (flaw !== undefined) throw new TypeError(`eth_getLogs: ${flaw}`);
      if (!isNamed(batch, log, owners)) continue;
      const start = batch.starts[log]! + LogPart.blockHash;
      found.set(BigInt(batch.blockNumbers[log]!), `0x${batch.bytes.toString("hex", start, start + WORD)}`);
    }
  }
  return found;
}

function isNamed(batch: LogBatch, log: number, owners: OwnerFilter): boolean {
  const start = batch.starts[log]! + LogPart.topics;
  const end = batch.dataStart(log) + batch.dataLengths[log]!;
  for (let at = start + WORD; at + WORD <= end; at += WORD) {
    if (equalBytes(batch.view, at, NO_HASH, 0, PADDING) && owners.hasAt(batch.view, at + PADDING)) return true;
  }
  return false;
}
