import type { Address } from "../encoding/bytea.ts";

export type Token = {
  chain: string;
  address: Address;
  /** "native", "erc20", "erc721", "erc1155"; "unknown" when the contract behaves like none of them, or has no code. */
  standard: string;
  /** As the contract says, or a token list when it doesn't say; hostile text. Null when neither does. */
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
  /** The block that its metadata was read at. */
  metadataBlock: bigint | null;
  /** Who deployed it. */
  creator: Address | null;
  /** Base units. Once known, writeSupplies keeps it true. */
  totalSupply: bigint | null;
  /** Null when nobody has judged it. */
  isScam: boolean | null;
  isSuspicious: boolean | null;
};

/** A token of which nothing is known yet. */
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
