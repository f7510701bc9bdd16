import { ByteTable, createRpc, getChain, viewOf } from "@portico/evm";
import type { Address, Chain, Rpc, RpcOptions } from "@portico/evm";
import {
  assertLease,
  findFirstPartition,
  hasNewContracts,
  inTransaction,
  listOperatorContracts,
  listTokens,
  lockCursor,
  readFollowedOwners,
  takeNewContracts,
} from "@portico/store";
import type { Lease, Store } from "@portico/store";
import { createAccountStates } from "../owners/accountStates.ts";
import type { AccountStates } from "../owners/accountStates.ts";
import { createOwnerFilter } from "../owners/ownerFilter.ts";
import type { OwnerFilter } from "../owners/ownerFilter.ts";
import { LOG_ALTERNATIVES } from "../owners/ownerReading.ts";
import type { OwnerReading } from "../owners/ownerReading.ts";
import { OwnersChangedError } from "../owners/ownersChangedError.ts";
import type { PairSet } from "./pairSet.ts";
import { createPairSet } from "./pairSet.ts";
import { loadKnownSources } from "../prices/sources/knownSources.ts";
import type { ProgressMeter } from "../status/progress.ts";
import { createRangePlan } from "./rangePlan.ts";
import type { RangePlan } from "./rangePlan.ts";
import type { Source } from "../source/createSource.ts";
import type { PartStore } from "../source/partStore.ts";
import { atOnce } from "../sideWork.ts";
import type { InTurn } from "../sideWork.ts";
import { createBalanceSweep } from "../state/balanceSweep.ts";
import type { BalanceSweep } from "../state/balanceSweep.ts";
import type { Logger } from "pino";
import { createHeadPrices } from "../prices/head/headWork.ts";
import type { HeadWork } from "../prices/head/headWork.ts";

/** Dependencies and in-memory caches of the work on one chain. All of it can be lost. */
export interface ChainWork extends HeadWork {
  source: Source;
  /** What `source` has cached of blocks that are not stored yet. */
  parts: PartStore;
  plan: RangePlan;
  /** Fungible tokens that the store describes. */
  knownTokens: Set<Address>;
  /** Contracts of stored approvals of operators. */
  operatorContracts: Set<Address>;
  /** Addresses of all stored tokens, and of `operatorContracts`; may have more. */
  tokenTable: ByteTable;
  /**
   * Pairs that this run has put into the queue of stale balances since it last removed some: they need not be put there
   * twice.
   */
  queued: PairSet;
  /** Of the store's partitions by block: blocks before this one have theirs, later ones may; undefined: the chain has none. */
  partitionedTo: bigint | undefined;
  keepBlocks?: bigint | undefined;
  /** The key of legs, which is built when a first backfill ends: "new" until the planner has statistics of it. */
  legKey: "known" | "new" | "unknown";
  /** Stored recipients of fees, by `owner span`: they need not be stored again. */
  storedRecipients: Set<string>;
  /** Whose changes are stored; undefined: everybody's. */
  owners: OwnerFilter | undefined;
  /** Of `owners`, as far as the node can read them. */
  accountStates: AccountStates;
  /** How they were read last; undefined: everybody's changes are stored, or none were read. */
  reading: OwnerReading | undefined;
  /** Maximum number of alternatives at a position of the topics of an eth_getLogs. */
  logAlternatives: number;
  sweep: BalanceSweep;
  /** When stale state was last read at a stored head, by `performance.now()`. */
  stateReadAt: number;
  /** Of `owners`, in the store. */
  ownersVersion: bigint;
  meter: ProgressMeter;
  log: Logger;
  signal: AbortSignal;
  limits: WorkLimits;
  inTurn: InTurn;
  /**
   * Locks the chain until the transaction ends.
   * @throws when the lease is lost, or the cursor is elsewhere; OwnersChangedError when the list of followed owners is
   * no longer the one in memory.
   */
  lock(tx: Store, cursor: bigint | undefined): Promise<void>;
}

/** Lower limits need less memory and put less load on an RPC at once, but take longer. */
export interface WorkLimits {
  /** Maximum blocks fetched and stored at once. */
  rangeBlocks: number;
  /** Maximum balances read and stored at once. */
  balancePage: number;
  /** Minimum time between readings of balances that nothing names. */
  sweepMs: number;
}

export const DEFAULT_LIMITS: WorkLimits = { rangeBlocks: 2_000, balancePage: 20_000, sweepMs: 30_000 };

/** @throws RangeError for an unknown slug. */
export function createChainRpc(
  slug: string,
  urls: readonly string[],
  options: Omit<RpcOptions, "chain" | "urls"> = {},
): { chain: Chain; rpc: Rpc } {
  const chain = getChain(slug);
  return { chain, rpc: createRpc({ chain, urls, ...options }) };
}

type Given = Pick<
  ChainWork,
  "chain" | "db" | "limits" | "lists" | "log" | "meter" | "parts" | "rpc" | "signal" | "source"
> & {
  /** Shared with side jobs that mark state stale; undefined where none does. */
  inTurn?: InTurn | undefined;
  /** So many of the newest blocks are kept; undefined: all. */
  keepBlocks?: bigint | undefined;
};

const ADDRESS = 20;

/** Adds tokens or collections to a ChainWork's table. */
export function addTokens(table: ByteTable, tokens: Iterable<Address>): void {
  const bytes = Buffer.alloc(ADDRESS);
  const view = viewOf(bytes);
  for (const token of tokens) {
    bytes.write(token.slice(2), "hex");
    table.add(view, 0);
  }
}

/** @param lease - undefined where no other process can work on the chain. */
export async function createChainWork(given: Given, lease: Lease | undefined): Promise<ChainWork> {
  const tokens = await listTokens(given.db, [given.chain.slug]);
  const tokenTable = new ByteTable(ADDRESS, tokens.length);
  addTokens(
    tokenTable,
    tokens.map(({ address }) => address),
  );
  const operatorContracts = await listOperatorContracts(given.db, given.chain.slug);
  addTokens(tokenTable, operatorContracts);
  const work: ChainWork = {
    ...given,
    inTurn: given.inTurn ?? atOnce,
    owners: undefined,
    accountStates: createAccountStates(),
    reading: undefined,
    logAlternatives: LOG_ALTERNATIVES,
    sweep: createBalanceSweep(),
    stateReadAt: Number.NEGATIVE_INFINITY,
    ownersVersion: 0n,
    tokenTable,
    operatorContracts: new Set(operatorContracts),
    plan: createRangePlan(given.limits.rangeBlocks),
    knownTokens: new Set(tokens.filter(({ metadataBlock }) => metadataBlock !== null).map(({ address }) => address)),
    knownSources: await loadKnownSources(given.db, given.chain.slug),
    prices: createHeadPrices(),
    queued: createPairSet(),
    legKey: "unknown",
    partitionedTo: (await findFirstPartition(given.db, given.chain.slug))?.endBlock,
    storedRecipients: new Set(),
    lock: async (tx, cursor) => {
      if (lease !== undefined) await assertLease(tx, lease);
      const version = await lockCursor(tx, given.chain.slug, cursor);
      if (version !== work.ownersVersion) throw new OwnersChangedError(given.chain.slug);
    },
  };
  await readOwners(work);
  return work;
}

/** Reads the list of followed owners, if only their changes are stored: a million in a few seconds. */
export async function readOwners(work: ChainWork): Promise<void> {
  const owners = createOwnerFilter([]);
  const { mode, version } = await readFollowedOwners(work.db, work.chain.slug, owners.addBytes);
  work.owners = mode === "owners" ? owners : undefined;
  work.ownersVersion = version;
  work.queued.clear();
}

/** Adds what histories have stored since to the tables, possibly in another process. */
export async function learnContracts(work: ChainWork, cursor: bigint | undefined): Promise<void> {
  const { chain, db, operatorContracts, tokenTable } = work;
  if (!(await hasNewContracts(db, chain.slug))) return;
  const { tokens, operated } = await inTransaction(db, async (tx) => {
    await work.lock(tx, cursor);
    return await takeNewContracts(tx, chain.slug);
  });
  addTokens(tokenTable, [...tokens, ...operated]);
  for (const contract of operated) operatorContracts.add(contract);
}
