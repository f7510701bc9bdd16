import { crc32 } from "node:zlib";
import { canReadBalanceTable, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  addScannedHistories,
  deleteScansOfOtherLists,
  listCoreTokens,
  listListedTokens,
  listPartialScans,
  listPendingScans,
  notifyWaiting,
  writeInitialScans,
} from "@portico/store";
import type { BalanceRead, BlockRef, Store } from "@portico/store";
import { addTokens } from "../chain/chainWork.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { readOnceBalances } from "./readOnceBalances.ts";
import { readOnceTable } from "./readOnceTable.ts";
import type { StatePart, StateReading } from "./statePart.ts";

type ScanWork = Pick<ChainWork, "chain" | "db" | "limits" | "rpc"> & Partial<ChainWork>;
type Block = Pick<BlockRef, "blockNumber" | "hash">;

/** New owners must not delay a head for long: the others are scanned in the next round. */
const BALANCES_AT_ONCE = 6_000;
/** An owner of 1,500 listed tokens takes three calls. */
const CHUNK_SIZE = 600;
/** Twenty calls, where the node can read tables: a second's, at the rate of many providers. */
const TABLES_PER_PAGE = 10;
/** If more owners wait than this, and more than are scanned at once, the common tokens of all are read first. */
const SEVERAL = 8;
const MAX_COMMON_TOKENS = 200;

/**
 * The initial scan: an owner's balances of the native coin and of the chain's token list at its first request, on a
 * chain whose index doesn't start at genesis: see the store's initialScans.ts. A pending scan makes no balance untrue,
 * so it never prevents a head from being stored.
 */
export const initialScans = {
  name: "sights",
  async read(work: ScanWork, { blockNumber, hash }: Block): Promise<StateReading> {
    const { db, chain, tokenTable } = work;
    const listed = await listListedTokens(db, chain.slug);
    if (tokenTable !== undefined) addTokens(tokenTable, listed); // the list may have changed
    const tokens = [NATIVE_TOKEN, ...listed.filter((token) => token !== chain.nativeErc20)]; // which would show the coin again
    const listId = identify(tokens);
    const step = await planScan(work, tokens, { blockNumber, hash });
    const { owners, isPartial, hasMore } = step;
    const balances = await readScan(work, step, { blockNumber, hash });
    const store = async (tx: Store): Promise<void> => {
      await deleteScansOfOtherLists(tx, chain.slug, listId);
      await writeInitialScans(tx, chain.slug, { blockNumber, isPartial, listId, owners, balances });
      await addScannedHistories(tx, chain.slug, owners);
      if (hasMore) await notifyWaiting(tx, chain.slug);
    };
    return { count: owners.length * step.tokens.length, isLast: true, store };
  },
} satisfies StatePart;

/** What is read at one head. */
interface ScanStep {
  owners: Address[];
  tokens: readonly Address[];
  /** Whether other tokens are read later. */
  isPartial: boolean;
  /** Whether other owners may wait. */
  hasMore: boolean;
  asTable: boolean;
}

/**
 * All tokens of the owners that wait, then of those whose common tokens are read; if too many wait, the common tokens of
 * as many as possible.
 */
async function planScan({ db, chain, limits, rpc }: ScanWork, tokens: Address[], block: Block): Promise<ScanStep> {
  const { slug } = chain;
  const [first] = await listPendingScans(db, slug, 1);
  const [continued] = await listPartialScans(db, slug, 1);
  const isIdle = first === undefined && continued === undefined;
  const asTable = !isIdle && (await canReadBalanceTable(rpc, block));
  const balances = asTable ? limits.balancePage * TABLES_PER_PAGE : Math.min(limits.balancePage, BALANCES_AT_ONCE);
  const limit = Math.max(1, Math.floor(balances / tokens.length));
  const waiting = isIdle ? [] : await listPendingScans(db, slug, Math.max(limit, SEVERAL) + 1);
  if (waiting.length > Math.max(limit, SEVERAL)) {
    const common = await listCommonTokens(db, tokens, slug);
    const many = Math.max(limit, Math.floor(balances / common.length));
    const owners = await listPendingScans(db, slug, many);
    return { owners, tokens: common, isPartial: common.length < tokens.length, hasMore: true, asTable };
  }
  const partial = isIdle ? [] : await listPartialScans(db, slug, limit);
  const all = [...waiting, ...partial];
  return { owners: all.slice(0, limit), tokens, isPartial: false, hasMore: all.length >= limit, asTable };
}

async function listCommonTokens(db: Store, tokens: readonly Address[], chain: string): Promise<Address[]> {
  const core = new Set(await listCoreTokens(db, chain, MAX_COMMON_TOKENS));
  return tokens.filter((token) => token === NATIVE_TOKEN || core.has(token));
}

async function readScan({ db, chain, rpc }: ScanWork, step: ScanStep, block: Block): Promise<BalanceRead[]> {
  const { owners, tokens, asTable } = step;
  const reader = { db, chain: chain.slug, rpc };
  const table = asTable ? await readOnceTable(reader, { owners, tokens }, block) : undefined;
  if (table !== undefined) return table;
  const pairs = owners.flatMap((owner) => tokens.map((token) => ({ owner, token })));
  const read = await readOnceBalances(reader, pairs, { ...block, chunkSize: CHUNK_SIZE });
  return read.flatMap(({ rawAmount, ...pair }) => (rawAmount === null ? [] : [{ ...pair, rawAmount }]));
}

/** @returns a signed 32-bit integer that identifies a token list. */
const identify = (tokens: readonly Address[]): number => crc32(tokens.join()) | 0;
