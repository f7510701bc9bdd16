import { useParams, useSearch } from "@tanstack/react-router";

export interface ShownAddress {
  /** Lower-case. */
  readonly address: string;
  /** The chain that the tabs are narrowed to. */
  readonly chain: string | undefined;
}

/** Whose portfolio the page shows; within the address layout alone. */
export function useAddress(): ShownAddress {
  const { address = "" } = useParams({ strict: false });
  const { chain } = useSearch({ strict: false });
  return { address: address.toLowerCase(), chain };
}
