import { readBalanceTable } from "@portico/evm";
import type { BalanceTable, PinnedBlock, Rpc } from "@portico/evm";
import { listActiveTwins, listStoredPairs } from "@portico/store";
import type { BalanceRead, Pair, Store } from "@portico/store";

interface TableReader {
  db: Store;
  /** Slug. */
  chain: string;
  rpc: Rpc;
}

/**
 * Like readOnceBalances, of every pair of many owners and tokens.
 * @returns those above zero, and zeros of stored pairs; undefined if the node can't read tables.
 */
export async function readOnceTable(
  { db, chain, rpc }: TableReader,
  { owners, tokens }: BalanceTable,
  block: PinnedBlock,
): Promise<BalanceRead[] | undefined> {
  const twins = new Map((await listActiveTwins(db, chain)).map(({ token, twin }) => [token, twin]));
  const all = [...new Set([...tokens, ...tokens.flatMap((token) => twins.get(token) ?? [])])];
  const table = await readBalanceTable(rpc, { owners, tokens: all }, block);
  if (table === undefined) return undefined;
  const amounts = new Map(table.held.map((pair) => [keyOf(pair), pair.rawAmount]));
  const held = table.held.filter(({ owner, token, rawAmount }) => {
    const twin = twins.get(token);
    return twin === undefined || amounts.get(keyOf({ owner, token: twin })) !== rawAmount;
  });
  const isHeld = new Set(held.map(keyOf));
  const stored = await listStoredPairs(db, chain, owners, all);
  const zeros = stored.filter((pair) => !isHeld.has(keyOf(pair)) && !table.isUnknown(pair.owner, pair.token));
  return [...held, ...zeros.map((pair) => ({ ...pair, rawAmount: 0n }))];
}

const keyOf = ({ owner, token }: Pair): string => owner + token;
