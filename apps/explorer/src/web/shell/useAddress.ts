import { useParams, useSearch } from "@tanstack/react-router";

export interface ShownAddress {
  /** Lower-case. */
  readonly address: string;
  /** The chain that the tabs are limited to. */
  readonly chain: string | undefined;
}

/** The address of the page's portfolio; only within the address layout. */
export function useAddress(): ShownAddress {
  const { address = "" } = useParams({ strict: false });
  const { chain } = useSearch({ strict: false });
  return { address: address.toLowerCase(), chain };
}
