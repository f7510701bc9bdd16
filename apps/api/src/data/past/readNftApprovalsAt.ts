import { readNftApprovals as readApproved, readOperatorApprovals, ZERO_ADDRESS, type Address } from "@portico/evm";
import {
  describeOperators,
  listPastNftDetails,
  readNftApprovals,
  readOwnerNfts,
  readPastNftApprovals,
  type BlockRef,
  type NftApprovalsRead,
  type NftId,
  type PastNftApproval,
  type PastOperator,
} from "@portico/store";
import { findPastBlocks } from "./findPastBlocks.ts";
import { listPastNfts, type HeldNft } from "./listPastNfts.ts";
import { readState, unknownState } from "./nodeState.ts";
import { pinStatuses, type PastDeps } from "./openPast.ts";
import type { PastPoint } from "./pastPoint.ts";

type ApprovalQuery = Parameters<typeof readNftApprovals>[1];

/**
 * Reads an owner's NFT approvals now, or at a past point: those that were read since then are read again from the node's
 * state of that block. @throws ServiceError as findPastBlocks and listPastNfts.
 */
export async function readNftApprovalsAt(
  deps: PastDeps,
  query: ApprovalQuery,
  point: PastPoint | undefined,
): Promise<NftApprovalsRead> {
  const { db } = deps;
  if (point === undefined) return await readNftApprovals(db, query);
  const { owner, chain, limit } = query;
  const { syncStatuses: states } = await readOwnerNfts(db, { owner, chains: [] });
  const blocks = await findPastBlocks(deps, [chain], states, point);
  const block = blocks.get(chain);
  const none = { approvals: [], operators: [], contracts: new Set<Address>(), total: 0n };
  if (block === undefined) return { ...none, syncStatuses: states };
  const { blockNumber } = block;
  const head = states.find((state) => state.chain === chain)?.balances?.blockNumber ?? blockNumber;
  const at: ReadAt = { owner, chain, block, head };
  const held = await listPastNfts(deps, at);
  const stored = await readPastNftApprovals(db, { owner, chain, blockNumber, limit });
  const approved = await listApproved(deps, at, stored.approvals, held);
  const details = await listPastNftDetails(db, chain, [...approved.keys()], blockNumber);
  const approvalOf = new Map([...approved].map(([nft, approval]) => [keyOf(nft), approval]));
  const operators = await describeOperators(db, query, await listOperators(deps, at, stored.operators));
  return {
    syncStatuses: pinStatuses(states, blocks),
    contracts: stored.contracts,
    total: BigInt(held.length),
    approvals: details.map((nft) => ({ ...nft, ...approvalOf.get(keyOf(nft))! })),
    operators: operators.map((one) => ({
      ...one,
      count: BigInt(held.filter(({ contract }) => contract === one.contract).length),
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
type Approved = Pick<PastNftApproval, "changedAt" | "changedBlock" | "spender">;

const keyOf = ({ contract, tokenId }: NftId): string => `${contract} ${tokenId}`;

/** The approved accounts of held NFTs. If a contract has no `getApproved`, the event's one. */
async function listApproved(
  { chainRpcs }: PastDeps,
  { chain, block, head }: ReadAt,
  stored: readonly PastNftApproval[],
  held: readonly HeldNft[],
): Promise<Map<HeldNft, Approved>> {
  const byKey = new Map(held.map((nft) => [keyOf(nft), nft]));
  const own = stored.flatMap((approval) => {
    const nft = byKey.get(keyOf(approval));
    return nft === undefined ? [] : [{ nft, approval }];
  });
  const changed = own.filter(({ approval }) => !approval.isUnchanged);
  const rpc = chainRpcs.find(chain)?.rpc;
  const ids = changed.map(({ nft }) => nft);
  const read = rpc && ids.length > 0 ? await readState(chain, readApproved(rpc, ids, block)) : null;
  if (ids.length > 0 && read === null) throw await unknownState(rpc, chain, block, head);
  const spenders = new Map(changed.map((one, index) => [one, read?.[index] ?? one.approval.loggedSpender]));
  return new Map(
    own.flatMap((one) => {
      const { changedAt, changedBlock, spender: current } = one.approval;
      const spender = spenders.get(one) ?? current;
      return spender === ZERO_ADDRESS ? [] : [[one.nft, { spender, changedAt, changedBlock }]];
    }),
  );
}

/** The operators that were approved. */
async function listOperators(
  { chainRpcs }: PastDeps,
  { owner, chain, block, head }: ReadAt,
  stored: readonly PastOperator[],
): Promise<PastOperator[]> {
  const changed = stored.filter(({ isUnchanged }) => !isUnchanged);
  const keys = changed.map(({ contract, operator }) => ({ owner, contract, operator }));
  const rpc = chainRpcs.find(chain)?.rpc;
  const read = rpc && keys.length > 0 ? await readState(chain, readOperatorApprovals(rpc, keys, block)) : null;
  if (keys.length > 0 && read === null) throw await unknownState(rpc, chain, block, head);
  const results = new Map(changed.map((one, index) => [one, read?.[index] ?? null]));
  return stored.filter((one) => (one.isUnchanged ? one.isApproved : results.get(one)) === true);
}
