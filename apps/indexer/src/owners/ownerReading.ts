import { ACCOUNTS_PER_CALL } from "@portico/evm";
import type { NodeLimits } from "@portico/evm";
import type { Coverage } from "../source/coverage.ts";

/** How the blocks of a range are found in which something of a followed owner changed. */
export interface OwnerReading {
  /**
   * What transactions without a log of an owner are found by. `blocks`: every block is read in full, with its receipts.
   * `bodies`: every block's transactions. `states`: balances and nonces of all owners before and after the range.
   */
  accounts: "blocks" | "bodies" | "states";
  /** Unless every block is read in full: logs with an owner in a topic, or all logs of the range. */
  logs: "all" | "owners";
  /** Estimated number, with that for the head, and without those for the found blocks. */
  requests: number;
}

/** Share of a node's rate that following the head may take. */
const RATE_SHARE = 0.4;
/** To check the head, and to read prices. */
const HEAD_REQUESTS = 2;
const MAX_POLL_MS = 15_000;

/**
 * Time between polls of the head, ms. Only if their number of requests doesn't grow with the number of new blocks.
 * @param pollMs - Its minimum.
 * @param rate - What the node allows, requests per second; undefined: no known limit.
 */
export function toPollMs(pollMs: number, { accounts, requests }: Omit<OwnerReading, "logs">, rate?: number): number {
  if (rate === undefined || accounts !== "states") return pollMs;
  const pauseMs = (1_000 * (requests + HEAD_REQUESTS)) / (RATE_SHARE * rate);
  return Math.max(pollMs, Math.min(MAX_POLL_MS, pauseMs));
}

interface Range {
  /** Number of blocks. */
  blocks: number;
  /** Number of followed owners. */
  owners: number;
  /** Contracts whose logs are read in addition: price sources, and NFTs from before ERC-721. */
  contracts: number;
}

interface Node {
  coverage: Pick<Coverage, "receipts" | "traces">;
  limits: Pick<NodeLimits, "lacks" | "logAddresses" | "logBlocks" | "logTopics" | "needsLogAddress" | "openLogBlocks">;
  /** Whether `readAccountStates` works, as far as it is known. */
  hasStates: boolean;
  /** Whether blocks are read with their transactions. */
  isWhole: boolean;
}

/** What geth accepts. */
export const LOG_ALTERNATIVES = 1_000;
/** Beyond it, blocks and logs that concern nobody would fill the memory. */
const MAX_BLOCKS = { all: 64, bodies: 64, states: 1_000 };
/** In a block, for an estimate. */
const TRANSACTIONS = 100;

/** The reading with the fewest requests; of equal ones the most complete. */
export function chooseReading(range: Range, node: Node): OwnerReading {
  const { coverage, limits, hasStates, isWhole } = node;
  const blocks: OwnerReading = { accounts: "blocks", logs: "all", requests: 1 + range.blocks * countPerBlock(node) };
  if (limits.needsLogAddress || limits.lacks("eth_getLogs")) return blocks;
  const logs = chooseLogs(range, limits);
  if (logs === undefined) return blocks;
  const readings = [blocks];
  const states = 2 + logs.requests + Math.ceil(range.owners / ACCOUNTS_PER_CALL);
  if (hasStates && range.blocks <= MAX_BLOCKS.states) {
    readings.push({ accounts: "states", logs: logs.by, requests: states });
  }
  if (isWhole && coverage.traces === undefined && range.blocks <= MAX_BLOCKS.bodies) {
    readings.push({ accounts: "bodies", logs: logs.by, requests: 1 + range.blocks + logs.requests });
  }
  return readings.reduce((best, reading) => (reading.requests < best.requests ? reading : best));
}

const PER_BLOCK = { block: 1, transaction: TRANSACTIONS };

const countPerBlock = ({ coverage: { receipts, traces } }: Node): number =>
  1 +
  (receipts === undefined ? 1 : PER_BLOCK[receipts]) +
  (traces === undefined ? 0 : PER_BLOCK[traces === "transaction" ? traces : "block"]);

/** By owners, if one request per topic has them all: that takes a few more requests than all logs, but far fewer bytes. */
function chooseLogs(
  { blocks, owners, contracts }: Range,
  { logTopics = LOG_ALTERNATIVES, logAddresses = LOG_ALTERNATIVES, openLogBlocks = blocks }: Node["limits"],
): { by: OwnerReading["logs"]; requests: number } | undefined {
  const ranges = Math.ceil(blocks / Math.max(1, openLogBlocks));
  const byOwner = 3 * Math.ceil(owners / logTopics) + 1 + Math.ceil(contracts / logAddresses);
  if (owners <= logTopics) return { by: "owners", requests: ranges * byOwner };
  return blocks <= MAX_BLOCKS.all ? { by: "all", requests: ranges } : undefined;
}
