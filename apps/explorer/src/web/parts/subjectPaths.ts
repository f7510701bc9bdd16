import type { LinkProps } from "@tanstack/react-router";

type Target = Pick<LinkProps, "to" | "params" | "search">;

const target = (to: string, params: Readonly<Record<string, string>>): Target => ({ to, params, search: {} }) as Target;

/** Targets of links to the pages of single things. */
export const tokenPage = (chain: string, id: string): Target => target("/token/$chain/$id", { chain, id });
export const collectionPage = (chain: string, id: string): Target => target("/collection/$chain/$id", { chain, id });
export const protocolPage = (id: string): Target => target("/protocol/$id", { id });
/** @param start - How many of its transactions are skipped. */
export const blockPage = (chain: string, number: number, start = 0): Target => ({
  ...target("/block/$chain/$number", { chain, number: String(number) }),
  search: start === 0 ? {} : { start },
});

/** @param of - Whose view of the transaction is shown first; its sender's by default. */
export const transactionPage = (chain: string, hash: string, of?: string): Target => ({
  ...target("/tx/$chain/$hash", { chain, hash }),
  search: of === undefined ? {} : { of },
});

interface ShownAsset {
  readonly kind: "token" | "nft" | "collection" | "unknown";
  readonly id: string;
  readonly chain: string;
  readonly contract: string;
}

/** The page of what a transaction moved; undefined if there is none. */
export function assetPage({ kind, id, chain, contract }: ShownAsset): Target | undefined {
  if (kind === "token") return tokenPage(chain, id);
  return kind === "unknown" || contract === "" ? undefined : collectionPage(chain, contract);
}
