import type { Address } from "viem";
import rows from "./chains.json" with { type: "json" };

/** How well several independent public sources agree on a row: `low` means check it before you rely on it. */
export type Confidence = "high" | "medium" | "low";

/** The coin that pays for gas. `id` is the slug of its chain: on the wire it stands where a token's address would. */
export interface NativeCoin {
  id: string;
  symbol: string;
  name: string;
  decimals: number;
}

/** What is true of a chain whoever asks. Addresses are lower-case; null means that nothing is known, never "none". */
export interface Chain {
  /** Slug, as the contract spells it: `eth`. */
  id: string;
  /** EIP-155 number; the wire's `community_id`. */
  chainId: number;
  name: string;
  native: NativeCoin;
  /** ERC-20 form of the native coin. */
  wrappedToken: Address | null;
  /** A contract whose `balanceOf` shows the native balance itself: never to be counted beside it. */
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

/** Every chain of the contract, served or not. Facts with their sources: chains.json. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- chains.test.ts checks every row
export const chains = rows as readonly Chain[];

const bySlug = new Map(chains.map((chain) => [chain.id, chain]));

const byNumber = new Map(chains.map((chain) => [chain.chainId, chain]));

/**
 * @param chainId - EIP-155; null for an account that is bound to no chain.
 * @returns The slug; `eip155:…` (CAIP-2) of a chain that is none of the contract's; null for null.
 */
export function nameChain(chainId: number): string;
export function nameChain(chainId: number | null): string | null;
export function nameChain(chainId: number | null): string | null {
  return chainId === null ? null : (byNumber.get(chainId)?.id ?? `eip155:${chainId}`);
}

export const findChain = (slug: string): Chain | undefined => bySlug.get(slug);

/** @throws RangeError when no chain has this slug. */
export function getChain(slug: string): Chain {
  const chain = findChain(slug);
  if (chain === undefined) throw new RangeError(`Unknown chain '${slug}'`);
  return chain;
}
