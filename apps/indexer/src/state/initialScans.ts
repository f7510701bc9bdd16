import { crc32 } from "node:zlib";
import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  deleteScansOfOtherLists,
  listListedTokens,
  listPendingScans,
  notifyWaiting,
  writeInitialScans,
} from "@portico/store";
import type { BlockRef, Store } from "@portico/store";
import { addTokens } from "../chain/chainWork.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { readOnceBalances } from "./readOnceBalances.ts";
import type { StatePart, StateReading } from "./statePart.ts";

/** New owners must not delay a head for long: the others are scanned in the next round. */
const BALANCES_AT_ONCE = 6_000;
/** An owner of 1,500 listed tokens takes three calls. */
const CHUNK_SIZE = 600;

/**
 * The initial scan: an owner's balances of the native coin and of the chain's token list at its first request, on a
 * chain whose index doesn't start at genesis: see the store's initialScans.ts. A pending scan makes no balance untrue,
 * so it never prevents a head from being stored.
 */
export const initialScans = {
  name: "sights",
  async read(
    { db, chain, rpc, limits, tokenTable }: Pick<ChainWork, "chain" | "db" | "limits" | "rpc"> & Partial<ChainWork>,
    { blockNumber, hash }: Pick<BlockRef, "blockNumber" | "hash">,
  ): Promise<StateReading> {
    const listed = await listListedTokens(db, chain.slug);
    if (tokenTable !== undefined) addTokens(tokenTable, listed); // the list may have changed
    const tokens = [NATIVE_TOKEN, ...listed.filter((token) => token !== chain.nativeErc20)]; // which would show the coin again
    const listId = identify(tokens);
    const limit = Math.max(1, Math.floor(Math.min(limits.balancePage, BALANCES_AT_ONCE) / tokens.length));
    const owners = await listPendingScans(db, chain.slug, limit);
    const pairs = owners.flatMap((owner) => tokens.map((token) => ({ owner, token })));
    const read = await readOnceBalances({ db, chain: chain.slug, rpc }, pairs, {
      blockNumber,
      hash,
      chunkSize: CHUNK_SIZE,
    });
    const balances = read.flatMap(({ rawAmount, ...pair }) => (rawAmount === null ? [] : [{ ...pair, rawAmount }]));
    const store = async (tx: Store): Promise<void> => {
      await deleteScansOfOtherLists(tx, chain.slug, listId);
      await writeInitialScans(tx, chain.slug, { blockNumber, listId, owners, balances });
      if (owners.length === limit) await notifyWaiting(tx, chain.slug);
    };
    return { count: pairs.length, isLast: true, store };
  },
} satisfies StatePart;

/** @returns a signed 32-bit integer that identifies a token list. */
const identify = (tokens: readonly Address[]): number => crc32(tokens.join()) | 0;
