import type { ListedToken } from "@portico/store";

/** A list's tokens by chain id (EIP-155). */
export type TokensByChain = ReadonlyMap<number, readonly ListedToken[]>;

/** A list of tokens that are verified to be genuine. */
export interface TokenSource {
  name: string;
  /** SPDX; undefined: the operator's own responsibility. */
  licence: string | undefined;
  /**
   * The tokens are known by it, and verified, but their prices have the limits of unlisted ones: nobody vouches for what
   * their contracts report.
   */
  isNameOnly?: boolean;
  /** @throws TokenListError. */
  read(): Promise<TokensByChain>;
}

/** A list can't be used; the message names it, the fault and its location. */
export class TokenListError extends Error {
  override readonly name = "TokenListError";
}

/** Addresses in lower case; of duplicates the first counts. */
export function groupByChain(tokens: Iterable<ListedToken & { chainId: number }>): TokensByChain {
  const chains = new Map<number, Map<string, ListedToken>>();
  for (const { chainId, ...token } of tokens) {
    const listed = chains.get(chainId) ?? new Map<string, ListedToken>();
    chains.set(chainId, listed);
    if (!listed.has(token.address)) listed.set(token.address, token);
  }
  return new Map([...chains].map(([chainId, listed]) => [chainId, [...listed.values()]]));
}

/**
 * Only https: any other URL, shown as an image, could run code or track its viewer.
 * @returns null instead.
 */
export function toLogoUrl(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "" ? url.href : null;
}
