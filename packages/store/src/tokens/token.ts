import type { Address } from "../encoding/bytea.ts";

export type Token = {
  chain: string;
  address: Address;
  /** "native", "erc20", "erc721", "erc1155"; "unknown" if the contract behaves like none of them, or has no code. */
  standard: string;
  /** From the contract, or from a token list if the contract returns none; untrusted text. Null if both lack it. */
  name: string | null;
  symbol: string | null;
  /** 0..255. */
  decimals: number | null;
  logoUrl: string | null;
  isVerified: boolean;
  isCore: boolean;
  /** Unix seconds of its deployment. */
  timeAt: number | null;
  protocolId: string;
  /** The block at which its metadata was read. */
  metadataBlock: bigint | null;
  /** Who deployed it. */
  creator: Address | null;
  /** Base units. Once known, writeSupplies keeps it up to date. */
  totalSupply: bigint | null;
  /** Null until judged. */
  isScam: boolean | null;
  isSuspicious: boolean | null;
};

/** A token without any metadata yet. */
export const unknownToken = (chain: string, address: Address): Token => ({
  chain,
  address,
  standard: "erc20",
  name: null,
  symbol: null,
  decimals: null,
  logoUrl: null,
  isVerified: false,
  isCore: false,
  timeAt: null,
  protocolId: "",
  metadataBlock: null,
  creator: null,
  totalSupply: null,
  isScam: null,
  isSuspicious: null,
});
