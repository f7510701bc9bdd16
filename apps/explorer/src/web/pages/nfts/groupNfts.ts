import type { UserNft } from "@portico/contract";

export interface NftGroup {
  /** `chain:contract` */
  readonly id: string;
  readonly chain: string;
  readonly contract: string;
  readonly name: string;
  readonly isVerified: boolean;
  /** A known or suspected scam. */
  readonly isBad: boolean;
  /** Lowest sale of the last 30 days that is known, in USD; null if there is none. */
  readonly lowestSale: number | null;
  /** The value in USD of the NFTs with a known price. */
  readonly usdValue: number;
  readonly nfts: readonly UserNft[];
}

/** NFTs by contract: verified ones first, then the most valuable, then the largest. */
export function groupNfts(nfts: readonly UserNft[]): NftGroup[] {
  const groups = Map.groupBy(nfts, ({ chain, contract_id: contract }) => `${chain}:${contract}`);
  return [...groups.values()]
    .flatMap((members) => groupOf(members) ?? [])
    .toSorted(
      (a, b) =>
        Number(a.isBad) - Number(b.isBad) ||
        Number(b.isVerified) - Number(a.isVerified) ||
        b.usdValue - a.usdValue ||
        b.nfts.length - a.nfts.length,
    );
}

function groupOf(nfts: readonly UserNft[]): NftGroup | undefined {
  const [first] = nfts;
  if (first === undefined) return undefined;
  const { chain, contract_id: contract, collection } = first;
  return {
    id: `${chain}:${contract}`,
    chain,
    contract,
    name: collectionName(first),
    isVerified: collection?.is_verified ?? false,
    isBad: collection?.is_scam === true || collection?.is_suspicious === true,
    lowestSale: collection?.lowest_sale_price ?? null,
    usdValue: nfts.reduce((sum, { usd_price: price, amount }) => sum + price * amount, 0),
    nfts,
  };
}

/** The collection's name; empty if its contract defines none. */
export const collectionName = ({
  collection,
  contract_name: name,
}: Pick<UserNft, "contract_name"> & Partial<Pick<UserNft, "collection">>): string =>
  collection === null || collection === undefined || collection.name === "" ? name : collection.name;

/** The groups with a match in name, token id, collection or contract, ignoring case. */
export function findNfts(groups: readonly NftGroup[], text: string): readonly NftGroup[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return groups;
  const has = (word: string): boolean => word.toLowerCase().includes(wanted);
  return groups.flatMap((group) => {
    if (has(group.name) || has(group.contract)) return [group];
    const nfts = group.nfts.filter(({ name, inner_id: id }) => has(name) || id === wanted);
    return nfts.length > 0 ? [{ ...group, nfts }] : [];
  });
}
