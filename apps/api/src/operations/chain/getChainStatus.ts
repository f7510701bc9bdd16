import type { ChainStatus as WireStatus } from "@portico/contract";
import { listChainStates, listChainStatus } from "@portico/store";
import type { ChainStatus } from "@portico/store";
import { surveyChains } from "../../data/chainSurvey.ts";
import { chainsHeader } from "../../data/chainsHeader.ts";
import type { Operation } from "../../deps.ts";

/** GET /v1/chain/status */
export const getChainStatus: Operation<"getChainStatus"> = async ({ query, reply }, { db }) => {
  const [states, statuses] = await Promise.all([listChainStates(db), listChainStatus(db)]);
  const survey = surveyChains(query.chain_ids, states);
  const byChain = new Map(statuses.map((status) => [status.chain, status]));
  const list = query.chain_ids.flatMap((id) => {
    const status = byChain.get(id);
    return status === undefined ? [] : [wireStatus(status)];
  });
  return reply(200, list, chainsHeader(survey));
};

const wireStatus = (status: ChainStatus): WireStatus => ({
  id: status.chain,
  phase: status.isStalled ? "stalled" : status.phase,
  block: toNumber(status.blockNumber),
  block_time: status.blockTime ?? null,
  head_block: toNumber(status.headBlock),
  head_time: status.headTime ?? null,
  lag_blocks: measure(toNumber(status.blockNumber), toNumber(status.headBlock)),
  lag_seconds: measure(status.blockTime, status.headTime),
  since: toNumber(status.startBlock),
  blocks_per_second: status.blocksPerSecond,
  transfers_per_second: status.transfersPerSecond,
  eta_seconds: status.etaSeconds ?? null,
  has_receipts: status.hasReceipts ?? null,
  has_traces: status.hasTraces ?? null,
  price_history_since: status.priceHistorySince ?? null,
  price_history_goal: status.priceHistoryGoal ?? null,
  last_error: status.lastError ?? null,
  last_error_at: status.lastErrorAt === undefined ? null : toSeconds(status.lastErrorAt),
  updated_at: toSeconds(status.updatedAt),
});

const toNumber = (block: bigint | undefined): number | null => (block === undefined ? null : Number(block));

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The store may be a moment ahead of what was last said of the head. */
const measure = (from: number | null | undefined, to: number | null | undefined): number | null =>
  from == null || to == null ? null : Math.max(0, to - from);
