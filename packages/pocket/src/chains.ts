import { type Address, parseGwei } from "viem";

/** Chains that a pocket mainnet can stand in for, by slug. */
export type PocketChain = "base" | "eth";

export interface PocketChainFacts {
  chainId: number;
  nativeSymbol: string;
  wrappedToken: Address;
  /** Who gets the tips: a real builder on eth, the sequencer's fee vault on base. */
  coinbase: Address;
  baseFee: bigint;
  tip: bigint;
}

export const pocketChains: Record<PocketChain, PocketChainFacts> = {
  eth: {
    chainId: 1,
    nativeSymbol: "ETH",
    wrappedToken: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    coinbase: "0x95222290DD7278Aa3Ddd389Cc1E1d165CC4BAfe5",
    baseFee: parseGwei("1"),
    tip: parseGwei("0.1"),
  },
  base: {
    chainId: 8453,
    nativeSymbol: "ETH",
    wrappedToken: "0x4200000000000000000000000000000000000006",
    coinbase: "0x4200000000000000000000000000000000000011",
    baseFee: parseGwei("0.02"),
    tip: parseGwei("0.001"),
  },
};

/** 2025-01-01T00:00:00Z. A constant, so that the same seed gives the same block hashes. */
export const GENESIS_TIME_AT = 1_735_689_600;

export const isPocketChain = (slug: string): slug is PocketChain => slug in pocketChains;
