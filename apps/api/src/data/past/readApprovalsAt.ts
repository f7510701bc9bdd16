import { getChain, readAllowances, type Address } from "@portico/evm";
import {
  readApprovals,
  readOwnerNfts,
  readPastApprovals,
  type Approval,
  type BlockRef,
  type PastApproval,
} from "@portico/store";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { createPastTokens } from "./createPastTokens.ts";
import { findPastBlocks } from "./findPastBlocks.ts";
import { listPastBalances } from "./listPastBalances.ts";
import { readState, unknownState } from "./nodeState.ts";
import { pinStatuses, type PastDeps } from "./openPast.ts";
import type { PastPoint } from "./pastPoint.ts";

type ApprovalQuery = Parameters<typeof readApprovals>[1];

export interface ApprovalsAt extends Awaited<ReturnType<typeof readApprovals>> {
  /** With the prices of that time. */
  readonly tokens: TokenTable;
}

/**
 * Reads an owner's token approvals now, or at a past point: those that were read since then are read again from the node's
 * state of that block. @throws ServiceError as findPastBlocks and listPastBalances.
 */
export async function readApprovalsAt(
  deps: PastDeps,
  query: ApprovalQuery,
  point: PastPoint | undefined,
): Promise<ApprovalsAt> {
  const { db, tokens } = deps;
  if (point === undefined) return { ...(await readApprovals(db, query)), tokens };
  const { owner, chain, permit2, limit } = query;
  const { syncStatuses: states } = await readOwnerNfts(db, { owner, chains: [] });
  const blocks = await findPastBlocks(deps, [chain], states, point);
  const block = blocks.get(chain);
  if (block === undefined) return { syncStatuses: states, approvals: [], tokens };
  const head = states.find((state) => state.chain === chain)?.balances?.blockNumber ?? block.blockNumber;
  const stored = await readPastApprovals(db, { owner, chain, blockNumber: block.blockNumber, limit });
  const past = await readChanged(deps, { owner, chain, block, head }, stored);
  const approved = [...new Set(past.map(({ token }) => token))];
  const balances = await listPastBalances(deps, { owner, chain, block, head, tokens: approved });
  const rawBalances = new Map(balances.map(({ token, rawAmount }) => [token, rawAmount]));
  const limits = new Map(
    past.flatMap(({ token, spender, isPermit2, rawAmount }): [Address, bigint][] =>
      spender === permit2 && !isPermit2 ? [[token, rawAmount]] : [],
    ),
  );
  return {
    syncStatuses: pinStatuses(states, blocks),
    tokens: createPastTokens(db, tokens, blocks),
    approvals: past.map((one) => ({
      ...one,
      rawBalance: rawBalances.get(one.token),
      rawPermit2: one.isPermit2 ? (limits.get(one.token) ?? 0n) : 0n,
    })),
  };
}

interface ReadAt {
  readonly owner: Address;
  readonly chain: string;
  readonly block: BlockRef;
  /** The newest block of balances. */
  readonly head: bigint;
}
type Allowed = Omit<Approval, "rawBalance" | "rawPermit2">;

/** The approvals with their amounts after the block; without those that had none, or can't be read. */
async function readChanged(
  { chainRpcs }: Pick<PastDeps, "chainRpcs">,
  { owner, chain, block, head }: ReadAt,
  stored: readonly PastApproval[],
): Promise<Allowed[]> {
  const keys = stored.flatMap((one) => (one.isUnchanged ? [] : [{ ...one, owner }]));
  const rpc = chainRpcs.find(chain)?.rpc;
  const reading = rpc && keys.length > 0 ? readAllowances(rpc, keys, { ...block, chain: getChain(chain) }) : undefined;
  const allowances = reading ? await readState(chain, reading) : null;
  if (keys.length > 0 && allowances === null) throw await unknownState(rpc, chain, block, head);
  let next = 0;
  return stored.flatMap(({ isUnchanged, rawAmount, expiresAt, ...one }) => {
    const allowance = isUnchanged ? rawAmount !== null && { rawAmount, expiresAt } : allowances?.[next++];
    return allowance && allowance.rawAmount > 0n ? [{ ...one, ...allowance }] : [];
  });
}
