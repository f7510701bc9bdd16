import type { Address } from "viem";
import rows from "./chains.json" with { type: "json" };

/** Agreement of several independent public sources on a row: verify `low` before you rely on it. */
export type Confidence = "high" | "medium" | "low";

/** The coin that pays for gas. `id` is the slug of its chain: in responses it replaces a token's address. */
export interface NativeCoin {
  id: string;
  symbol: string;
  name: string;
  decimals: number;
}

/** Chain metadata. Addresses are lower-case; null means unknown, never "none". */
export interface Chain {
  /** Slug, as in the contract: `eth`. */
  slug: string;
  /** EIP-155 chain id; `community_id` in responses. */
  chainId: number;
  name: string;
  native: NativeCoin;
  /** ERC-20 form of the native coin. */
  wrappedToken: Address | null;
  /** A contract whose `balanceOf` is the native balance itself: never counted in addition. */
  nativeErc20: Address | null;
  multicall3: Address | null;
  explorerUrl: string | null;
  publicRpcUrls: readonly string[];
  blockIntervalMs: number | null;
  isEip1559: boolean | null;
  logoUrl: string | null;
  confidence: Confidence;
  wrappedConfidence: Confidence;
  sources: readonly string[];
  note: string | null;
}

/** Every chain of the contract, served or not. Metadata with sources: chains.json. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- chains.test.ts checks every row
export const chains = rows as readonly Chain[];

const bySlug = new Map(chains.map((chain) => [chain.slug, chain]));

const byNumber = new Map(chains.map((chain) => [chain.chainId, chain]));

/**
 * @param chainId - EIP-155; null for an account that is bound to no chain.
 * @returns The slug; `eip155:…` (CAIP-2) of a chain that is none of the contract's; null for null.
 */
export function nameChain(chainId: number): string;
export function nameChain(chainId: number | null): string | null;
export function nameChain(chainId: number | null): string | null {
  return chainId === null ? null : (byNumber.get(chainId)?.slug ?? `eip155:${chainId}`);
}

export const findChain = (slug: string): Chain | undefined => bySlug.get(slug);

/** @throws RangeError if no chain has this slug. */
export function getChain(slug: string): Chain {
  const chain = findChain(slug);
  if (chain === undefined) throw new RangeError(`Unknown chain '${slug}'`);
  return chain;
}
