import { createLogSpan, listEarlyNfts, listLogReplies } from "@portico/evm";
import type { Address, Chain, Hex, LogFilter, NodeLimits, Rpc } from "@portico/evm";
import { PRICE_TOPICS, UNNAMED_TOPICS } from "../decode/decodeLogs.ts";
import { listEarlyNftTopics } from "../decode/earlyNfts.ts";
import type { LogBatch } from "../source/logBatch.ts";
import { readLogs } from "../source/readLogs.ts";
import { LOG_ALTERNATIVES } from "./ownerReading.ts";

interface Wanted {
  fromBlock: bigint;
  /** Inclusive. */
  toBlock: bigint;
  owners: readonly Address[];
  /** Price sources. */
  sources: readonly Address[];
}

type Filter = Pick<LogFilter, "address" | "topics">;

/** Topics of an eth_getLogs; any event has these at most. */
const POSITIONS = [1, 2, 3];
const MAX_SPAN = 2_000;

/** Logs of a range with an owner in a topic, and those that may concern owners whom they don't name; some twice. */
export async function requestOwnerLogs(
  { chain, rpc }: { chain: Chain; rpc: Rpc },
  { logTopics, logAddresses }: Pick<NodeLimits, "logAddresses" | "logTopics">,
  wanted: Wanted,
): Promise<LogBatch[]> {
  const words = wanted.owners.map((owner): Hex => `0x${"0".repeat(24)}${owner.slice(2)}`);
  const contracts = listContracts(chain.slug, wanted.sources);
  const filters: Filter[] = [
    ...chunk(words, logTopics).flatMap((alternatives) =>
      POSITIONS.map((position) => ({ topics: [...Array<null>(position).fill(null), alternatives] })),
    ),
    { topics: [[...UNNAMED_TOPICS]] },
    ...chunk(contracts, logAddresses).map((address) => ({
      address,
      topics: [[...PRICE_TOPICS, ...listEarlyNftTopics(chain.slug)]],
    })),
  ];
  return (await Promise.all(filters.map((filter) => requestRange(rpc, filter, wanted)))).flat();
}

/** All logs of a range. */
export const requestAllLogs = (rpc: Rpc, range: Pick<Wanted, "fromBlock" | "toBlock">): Promise<LogBatch[]> =>
  requestRange(rpc, { topics: [] }, range);

/** Contracts whose events are read whomever they name. */
export const listContracts = (chain: string, sources: readonly Address[]): Address[] => [
  ...new Set([...sources, ...listEarlyNfts(chain).map(({ address }) => address)]),
];

async function requestRange(
  rpc: Rpc,
  filter: Filter,
  { fromBlock, toBlock }: Pick<Wanted, "fromBlock" | "toBlock">,
): Promise<LogBatch[]> {
  const replies = await listLogReplies<LogBatch>(
    rpc,
    { ...filter, fromBlock, toBlock },
    createLogSpan(MAX_SPAN),
    readLogs,
  );
  return replies.map(({ logs }) => logs);
}

function chunk<T>(items: readonly T[], size: number = LOG_ALTERNATIVES): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
