import type { AccountCode } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { answerOptions } from "./explorerApi.ts";

const CACHE_MS = 300_000;
/** The server reads code in the background, within about ten seconds. */
const UNREAD_MS = 12_000;
const MAX_READS = 5;

/** What an address is on each chain; undefined until it is loaded. Refetched a few times while the server reads it. */
export const useCodes = (address: string, { isOff = false }: { readonly isOff?: boolean } = {}) =>
  useQuery({
    ...answerOptions("/v1/user/code_list", { params: { query: { id: address } } }),
    enabled: !isOff,
    staleTime: ({ state: { data } }) => (data?.data.some(isUnread) === true ? 0 : CACHE_MS),
    refetchInterval: ({ state: { data, dataUpdateCount: reads } }) =>
      data?.data.some(isUnread) === true && reads < MAX_READS ? UNREAD_MS : false,
  }).data?.data;

const isUnread = ({ is_contract: known }: AccountCode): boolean => known === null;

/** Says what the contract itself is; by its creator or its code it is only one of many. */
const OWN: ReadonlySet<string> = new Set(["adapter", "table", "operator", "token", "chain"]);

export const isOwnProtocol = ({ protocol }: AccountCode): boolean => protocol !== null && OWN.has(protocol.source);

/**
 * What the operator's lists or the tables of protocols call a contract; undefined if nothing. The names that contracts
 * have for themselves are whatever their authors like.
 */
export function knownName(codes: readonly AccountCode[] | undefined): string | undefined {
  const names = (codes ?? []).map((code) => {
    if (code.is_verified && code.name !== "") return code.name;
    return isOwnProtocol(code) ? (code.protocol?.name ?? "") : "";
  });
  const found = names.find((name) => name !== "");
  return found === undefined ? undefined : plainText(found, 60);
}
