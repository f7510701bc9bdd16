import type { Address, Hex } from "viem";

/** A contract of NFTs from before ERC-721, with events and functions of its own. */
export interface EarlyNftContract {
  /** Slug. */
  chain: string;
  /** Lower-case. */
  address: Address;
  /** Whose events it has: CryptoKitties indexes no argument of Transfer, CryptoPunks' Transfer has no id. */
  events: "kitties" | "punks";
  /** Selector of the function with an id that returns the owner; the zero address if there is none. */
  ownerOf: Hex;
}

/**
 * Source of the addresses: dist/addresses.json of @reservoir0x/sdk 0.0.372 (MIT); of the functions: `ownerOf(uint256)`,
 * `punkIndexToAddress(uint256)`, in the contracts' ABIs.
 */
const contracts: readonly EarlyNftContract[] = [
  {
    chain: "eth",
    address: "0x06012c8cf97bead5deae237070f9587f8e7a266d",
    events: "kitties",
    ownerOf: "0x6352211e",
  },
  {
    chain: "eth",
    address: "0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb",
    events: "punks",
    ownerOf: "0x58178168",
  },
];

const byChain = Map.groupBy(contracts, ({ chain }) => chain);

/** Of a chain's slug. */
export const listEarlyNfts = (chain: string): readonly EarlyNftContract[] => byChain.get(chain) ?? [];
