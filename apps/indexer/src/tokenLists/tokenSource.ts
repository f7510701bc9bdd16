import type { ListedToken } from "@portico/store";

/** What a list says, by chain id (EIP-155). */
export type TokensByChain = ReadonlyMap<number, readonly ListedToken[]>;

/** Somebody's list of tokens that are what they say. */
export interface TokenSource {
  name: string;
  /** SPDX; undefined: the operator's own affair. */
  licence: string | undefined;
  /** @throws TokenListError. */
  read(): Promise<TokensByChain>;
}

/** A list that can't be used; the message names it, and what is wrong where. */
export class TokenListError extends Error {
  override readonly name = "TokenListError";
}

/** Addresses in lower case; of two of one address the first counts. */
export function groupByChain(tokens: Iterable<ListedToken & { chainId: number }>): TokensByChain {
  const chains = new Map<number, Map<string, ListedToken>>();
  for (const { chainId, ...token } of tokens) {
    const listed = chains.get(chainId) ?? new Map<string, ListedToken>();
    chains.set(chainId, listed);
    if (!listed.has(token.address)) listed.set(token.address, token);
  }
  return new Map([...chains].map(([chainId, listed]) => [chainId, [...listed.values()]]));
}

/** Only https: anything else, shown as an image, could run or tell on its reader. @returns null instead. */
export function toLogoUrl(text: string | undefined): string | null {
  const url = text === undefined ? null : URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "" ? url.href : null;
}
