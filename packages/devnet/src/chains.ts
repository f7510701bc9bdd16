import { type Address, parseGwei } from "viem";

/** Chains that the devnet emulates, by slug. */
export type DevnetChain = "base" | "eth" | "matic";

export interface DevnetChainConfig {
  chainId: number;
  nativeSymbol: string;
  wrappedToken: Address;
  /** Recipient of tips: a real builder on eth, the sequencer's fee vault on base. */
  coinbase: Address;
  baseFee: bigint;
  tip: bigint;
}

export const devnetChains: Record<DevnetChain, DevnetChainConfig> = {
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
  matic: {
    chainId: 137,
    nativeSymbol: "POL",
    wrappedToken: "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
    coinbase: "0x7Ee41D8A25641000661B1EF5E6AE8A00400466B0",
    baseFee: parseGwei("30"),
    tip: parseGwei("25"),
  },
};

/** All chains, in their default order. Users are active on eth and base; on matic they only bet. */
export const DEVNET_CHAINS: readonly DevnetChain[] = ["eth", "base", "matic"];

/** 2025-01-01T00:00:00Z. A constant, so that equal seeds give equal block hashes. */
export const GENESIS_TIME_AT = 1_735_689_600;

export const isDevnetChain = (slug: string): slug is DevnetChain => slug in devnetChains;
