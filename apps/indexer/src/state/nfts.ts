import { listEarlyNfts, readNftApprovals, readNftBalances, ZERO_ADDRESS } from "@portico/evm";
import {
  ensureNfts,
  deleteNftBalances,
  listNftApprovalKeys,
  takeStaleNfts,
  writeNftApprovals,
  writeNftBalances,
} from "@portico/store";
import type { BlockRef, NftKey, Store } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { readNftContracts } from "./nftContracts.ts";
import type { StatePart } from "./statePart.ts";

/** Owners' NFT amounts, approvals of single NFTs, and the metadata of their contracts. */
export const nfts: StatePart = {
  name: "nfts",
  async read(work, head, range) {
    const limit = work.limits.balancePage;
    const keys = await listKeys(work, range);
    if (range !== undefined && keys.length >= limit) return { count: 0, isLast: false, store: async () => undefined };
    const approvable = await listApprovable(work, keys, range);
    const [amounts, spenders, contracts] = await Promise.all([
      readNftBalances(work.rpc, withOwnerOf(work.chain.slug, keys), head),
      readNftApprovals(work.rpc, approvable, head),
      readNftContracts(work, head, keys, range),
    ]);
    const rawAmounts = new Map(keys.map((key, index) => [keyOf(key), amounts[index] ?? null]));
    const approvals = approvable.flatMap((key, index) => toApproval(key, rawAmounts, spenders[index] ?? null));
    const store = async (tx: Store): Promise<void> => {
      await storeAmounts(tx, work.chain.slug, head, keys, amounts);
      await writeNftApprovals(tx, work.chain.slug, head.blockNumber, approvals);
      await contracts.store(tx);
    };
    return { count: keys.length, isLast: keys.length < limit, store };
  },
};

/** Contracts from before ERC-721 have functions of their own. */
function withOwnerOf(chain: string, keys: readonly NftKey[]) {
  const selectors = new Map(listEarlyNfts(chain).map(({ address, ownerOf }) => [address, ownerOf]));
  return selectors.size === 0 ? keys : keys.map((key) => ({ ...key, ownerOf: selectors.get(key.contract) }));
}

const keyOf = ({ owner, contract, tokenId }: Pick<NftKey, "contract" | "owner" | "tokenId">): string =>
  `${owner} ${contract} ${tokenId}`;

/** The queued keys, at most a page, and those in the range. */
async function listKeys({ db, chain, limits }: ChainWork, range: ChangedState | undefined): Promise<NftKey[]> {
  const limit = limits.balancePage;
  const keys = new Map<string, NftKey>();
  if (range !== undefined && range.nfts.size >= limit) return [...range.nfts.values()];
  for (const key of await takeStaleNfts(db, chain.slug, limit)) keys.set(keyOf(key), key);
  for (const { owner, contract, tokenId } of range?.nftApprovals.values() ?? []) {
    const key = { owner, contract, tokenId, isErc1155: false };
    keys.set(keyOf(key), key);
  }
  for (const [name, key] of range?.nfts ?? []) keys.set(name, key);
  return [...keys.values()];
}

/** The keys that were ever approved, by the store or by the range about to be stored. */
async function listApprovable(
  { db, chain }: ChainWork,
  keys: readonly NftKey[],
  range: ChangedState | undefined,
): Promise<NftKey[]> {
  const known = new Set((await listNftApprovalKeys(db, chain.slug, keys)).map(keyOf));
  for (const change of range?.nftApprovals.values() ?? []) known.add(keyOf(change));
  return keys.filter((key) => known.has(keyOf(key)));
}

/**
 * An approval belongs to the NFT and ends with a transfer, so a former owner has none. If a contract has no
 * `getApproved`, the approval of its event stays as long as the owner has the NFT.
 */
function toApproval(key: NftKey, rawAmounts: ReadonlyMap<string, bigint | null>, spender: NftKey["owner"] | null) {
  const rawAmount = rawAmounts.get(keyOf(key)) ?? null;
  const allowed = rawAmount === 0n ? ZERO_ADDRESS : spender;
  return rawAmount === null || allowed === null ? [] : [{ ...key, spender: allowed }];
}

/** An unreadable amount is unknown: such a key has no row, rather than a zero or an old amount. */
async function storeAmounts(
  tx: Store,
  chain: string,
  { blockNumber }: BlockRef,
  keys: readonly NftKey[],
  amounts: readonly (bigint | null)[],
): Promise<void> {
  const read = keys.map((key, index) => ({ ...key, rawAmount: amounts[index] ?? null }));
  const known = read.flatMap(({ rawAmount, ...key }) => (rawAmount === null ? [] : [{ ...key, rawAmount }]));
  await writeNftBalances(tx, chain, blockNumber, known);
  await deleteNftBalances(
    tx,
    chain,
    read.filter(({ rawAmount }) => rawAmount === null),
  );
  await ensureNfts(
    tx,
    chain,
    known.filter(({ rawAmount }) => rawAmount > 0n),
  );
}
