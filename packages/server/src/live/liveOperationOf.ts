import type { OperationId } from "@portico/contract";

/** Lists of one chain, and what lists all chains. */
const ALL_CHAINS: Readonly<Record<string, OperationId>> = {
  getMeComplexProtocolList: "getMeAllComplexProtocolList",
  getMeNftList: "getMeAllNftList",
  getMeSimpleProtocolList: "getMeAllSimpleProtocolList",
  getMeTokenList: "getMeAllTokenList",
  getUserComplexProtocolList: "getUserAllComplexProtocolList",
  getUserNftList: "getUserAllNftList",
  getUserSimpleProtocolList: "getUserAllSimpleProtocolList",
  getUserTokenList: "getUserAllTokenList",
} satisfies { readonly [Id in OperationId]?: OperationId };

/**
 * The operation that answers a request in the profile `live`: a list of one chain that is requested without `chain_id`
 * is that of all chains, with its price and permission.
 * @param rawQuery - Without the question mark.
 */
export function liveOperationOf(operationId: string, rawQuery: string): string {
  const all = ALL_CHAINS[operationId];
  return all !== undefined && !new URLSearchParams(rawQuery).get("chain_id") ? all : operationId;
}
