import { getPermit2, readAllowances } from "@portico/evm";
import { deleteOldApprovals, listApprovalKeys, SPENDERS_FOLLOWED, writeAllowances } from "@portico/store";
import type { ApprovalKey, BlockRef, Pair, Store } from "@portico/store";
import type { ChainWork } from "../chain/chainWork.ts";

/** Approvals of the range that is about to be stored in the same transaction. */
type RangeApprovals = ReadonlyMap<string, ApprovalKey>;

/**
 * Reads at the head the allowances of these pairs: a movement of a token may have spent one, without an event.
 * @returns How to store it, after the range's own approvals.
 */
export async function readPairAllowances(
  work: Pick<ChainWork, "chain" | "db" | "rpc">,
  head: BlockRef,
  pairs: readonly Pair[],
  approvals: RangeApprovals | undefined,
): Promise<{ store(tx: Store): Promise<void> }> {
  const { db, chain, rpc } = work;
  const stored = await listApprovalKeys(db, chain.slug, pairs);
  const keys = withPermit2([...stored, ...(approvals?.values() ?? [])], getPermit2(chain.slug));
  const allowances = await readAllowances(rpc, keys, { blockNumber: head.blockNumber, hash: head.hash, chain });
  const reads = keys.map((key, index) => {
    const { rawAmount = null, expiresAt = null } = allowances[index] ?? {};
    return { ...key, rawAmount, expiresAt };
  });
  const crowded = listCrowded(keys);
  const store = async (tx: Store): Promise<void> => {
    await writeAllowances(tx, chain.slug, head.blockNumber, reads);
    await deleteOldApprovals(tx, chain.slug, crowded);
  };
  return { store };
}

/**
 * Without duplicates, and for allowances within Permit2 also the token's own allowance to it, which may be older than
 * the index.
 */
function withPermit2(keys: readonly ApprovalKey[], permit2: ApprovalKey["spender"]): ApprovalKey[] {
  const unique = new Map<string, ApprovalKey>();
  const add = ({ owner, token, spender, isPermit2 }: ApprovalKey) =>
    unique.set(`${owner} ${token} ${spender} ${isPermit2}`, { owner, token, spender, isPermit2 });
  for (const key of keys) {
    add(key);
    if (key.isPermit2) add({ ...key, spender: permit2, isPermit2: false });
  }
  return [...unique.values()];
}

/** Pairs that may have more approvals than are stored. */
function listCrowded(keys: readonly ApprovalKey[]): Pair[] {
  const byPair = Map.groupBy(keys, ({ owner, token }) => `${owner} ${token}`);
  return [...byPair.values()].flatMap((same) => (same.length < SPENDERS_FOLLOWED ? [] : same.slice(0, 1)));
}
