import { type CallResult, createClient, PorticoError, unwrap } from "@portico/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type {
  BlockFacts,
  ContractFacts,
  NftFacts,
  PoolFacts,
  PriceCurve,
  SearchHit,
  TransactionFacts,
} from "../../facts.ts";

/** What this server's store knows beside the data API. */
const facts = createClient({ baseUrl: `${location.origin}/explorer/facts` });

type LooseGet = <Facts>(path: string, init: object) => Promise<CallResult<Facts>>;

const NOT_FOUND = 404;

/** @returns null if nothing like it is stored. @throws PorticoError */
async function readFacts<Facts>(path: string, signal?: AbortSignal): Promise<Facts | null> {
  try {
    return await unwrap((facts.GET as LooseGet)<Facts & object>(path, { signal }));
  } catch (error) {
    if (error instanceof PorticoError && error.status === NOT_FOUND) return null;
    throw error;
  }
}

/** What a text may stand for, the likeliest first. */
export const searchOptions = (text: string) =>
  queryOptions({
    queryKey: ["search", text],
    // without the signal: closing the suggestions must not cancel a search that Enter waits for
    queryFn: async () => (await readFacts<readonly SearchHit[]>(`/search?q=${encodeURIComponent(text)}`)) ?? [],
    staleTime: 60_000,
  });

const useFacts = <Facts>(path: string, { isOff = false }: { readonly isOff?: boolean } = {}) =>
  useQuery({ queryKey: ["facts", path], queryFn: ({ signal }) => readFacts<Facts>(path, signal), enabled: !isOff });

export const useTransaction = (chain: string, hash: string) =>
  useFacts<TransactionFacts>(`/transactions/${chain}/${hash}`);

export const useBlock = (chain: string, number: string, start: number) =>
  useFacts<BlockFacts>(`/blocks/${chain}/${number}?start=${start}`);

/** @param address - Off for a native coin. */
export const useContract = (chain: string, address: string) =>
  useFacts<ContractFacts>(`/contracts/${chain}/${address}`, { isOff: !address.startsWith("0x") });

export const useNft = (chain: string, contract: string, tokenId: string) =>
  useFacts<NftFacts>(`/nfts/${chain}/${contract}/${tokenId}`);

export const usePools = (chain: string, protocol: string) =>
  useFacts<readonly PoolFacts[]>(`/pools/${chain}/${protocol}`);

/** Lengths of price curves, in days. */
export type PriceDays = 1 | 7 | 30 | 365;

export const usePriceCurve = (chain: string, token: string, days: PriceDays) =>
  useFacts<PriceCurve>(`/prices/${chain}/${token}?days=${days}`);
