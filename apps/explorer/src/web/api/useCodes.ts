import type { AccountCode } from "@portico/client";
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
