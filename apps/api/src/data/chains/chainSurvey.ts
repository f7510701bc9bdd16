import { findChain, type Chain } from "@portico/evm";
import type { BlockRef, ChainSyncStatus, HistoryStatus, LedgerStatus } from "@portico/store";
import { quote, ServiceError } from "../../errors.ts";

/** A block and its timestamp in unix seconds. */
type BlockPoint = Pick<BlockRef, "blockNumber" | "timeAt">;

/** A chain whose balances are all read at one block. */
export type SyncedChain<Block extends BlockPoint = BlockPoint> = Readonly<Block> & {
  readonly chain: Chain;
  /** The first indexed block; of the owner, if the answer is about one. */
  readonly since: bigint;
  /** Of the owner before the index stored its changes. */
  readonly history?: HistoryStatus | undefined;
  /** Whether other listed tokens of the owner than common ones are still being read. */
  readonly isScanning?: boolean | undefined;
  /** undefined if the answer has no token balances of an owner. */
  readonly ledger?: LedgerStatus | undefined;
};

/** With the block's hash, which calls can be pinned to. */
export type PinnedChain = SyncedChain<BlockRef>;

type SyncStatus<Block> = Pick<
  ChainSyncStatus,
  "chain" | "history" | "isScanned" | "isScanning" | "ledger" | "startBlock"
> & {
  readonly balances: Block | undefined;
};

/** Sync status of a request's chains. */
export interface ChainSurvey<Block extends BlockPoint = BlockPoint> {
  readonly synced: readonly SyncedChain<Block>[];
  /** Served, during their first sync. */
  readonly syncing: readonly Chain[];
  /** Synced, without an initial scan of the owner yet: see the store's initialScans.ts. */
  readonly unread: readonly Chain[];
  readonly unserved: readonly Chain[];
}

/** Names the served chains in the error for an unserved or unknown one. */
export function noChain(slug: string, states: readonly Pick<ChainSyncStatus, "chain">[]): ServiceError {
  const served = states
    .map(({ chain }) => chain)
    .toSorted()
    .join(", ");
  const fault = findChain(slug) ? `Chain ${quote(slug)} is not served here` : `Unknown chain ${quote(slug)}`;
  return new ServiceError("invalid_chain", `${fault}. Served here: ${served === "" ? "none yet" : served}`);
}

/** @throws ServiceError invalid_chain if a slug is not in the contract. */
export function surveyChains<Block extends BlockPoint>(
  slugs: readonly string[],
  states: readonly SyncStatus<Block>[],
): ChainSurvey<Block> {
  const byChain = new Map(states.map((state) => [state.chain, state]));
  const survey = {
    synced: [] as SyncedChain<Block>[],
    syncing: [] as Chain[],
    unread: [] as Chain[],
    unserved: [] as Chain[],
  };
  for (const slug of slugs) {
    const chain = findChain(slug);
    if (chain === undefined) throw noChain(slug, states);
    const state = byChain.get(slug);
    if (state === undefined) survey.unserved.push(chain);
    else if (state.balances === undefined) survey.syncing.push(chain);
    else if (state.isScanned === false) survey.unread.push(chain);
    else {
      const { balances, startBlock: since, isScanning, ledger, history } = state;
      survey.synced.push({ chain, ...balances, since, isScanning, ledger, history });
    }
  }
  return survey;
}

/**
 * @throws ServiceError invalid_chain if the chain is not served, upstream_error during its first sync, and while
 * the owner waits for the initial scan.
 */
export function requireSynced<Block extends BlockPoint>(
  slug: string,
  states: readonly SyncStatus<Block>[],
): SyncedChain<Block> {
  const { synced, unread, unserved } = surveyChains([slug], states);
  if (unserved.length > 0) throw noChain(slug, states);
  const [chain] = synced;
  if (chain !== undefined) return chain;
  const reason =
    unread.length > 0
      ? `The initial scan of this address on '${slug}' is not complete yet`
      : `The initial synchronisation of '${slug}' is not complete yet`;
  throw notReady(reason);
}

/**
 * For responses over several chains, which omit and name chains that are not ready.
 * @param states - Of all served chains.
 * @returns the survey. @throws ServiceError upstream_error if all would be omitted: that would look like an empty
 * wallet.
 */
export function requireAnySynced<Survey extends ChainSurvey>(survey: Survey, states: readonly unknown[]): Survey {
  const { synced, syncing, unread } = survey;
  if (synced.length > 0) return survey;
  const slugs = [...syncing, ...unread].map(({ slug }) => slug).join(", ");
  if (slugs !== "") throw notReady(`None of the chains is ready for this address yet: ${slugs}`);
  if (states.length === 0) throw notReady("No chain is served here yet");
  return survey;
}

/** @param reason - A sentence. */
export const notReady = (reason: string): ServiceError =>
  new ServiceError("upstream_error", reason, { headers: { "Retry-After": "5" } });

/** @throws ServiceError invalid_chain if the chain is not served. */
export function requireServed(slug: string, states: readonly ChainSyncStatus[]): Chain {
  const chain = findChain(slug);
  if (chain === undefined || !states.some((state) => state.chain === slug)) throw noChain(slug, states);
  return chain;
}
