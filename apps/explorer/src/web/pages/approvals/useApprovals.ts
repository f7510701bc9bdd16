import type { UserNFTAuthorized, UserTokenAuthorized } from "@portico/client";
import { useQueries } from "@tanstack/react-query";
import { answerOptions, type Answer } from "../../api/explorerApi.ts";

/** The token approvals of the chains that responded; failed and pending ones are left out. */
export const useTokenApprovals = (address: string, chains: readonly string[]): UserTokenAuthorized[][] =>
  useQueries({ queries: chains.map((chain) => tokenQuery(address, chain)), combine: listData });

const listData = (results: readonly { readonly data: Answer<UserTokenAuthorized[]> | undefined }[]) =>
  results.flatMap(({ data }) => (data === undefined ? [] : [data.data]));

const tokenQuery = (id: string, chain: string) =>
  answerOptions("/v1/user/token_authorized_list", { params: { query: { id, chain_id: chain } } });

const nftQuery = (id: string, chain: string) =>
  answerOptions("/v1/user/nft_authorized_list", { params: { query: { id, chain_id: chain } } });

/** The state of one chain's approvals. */
export interface ChainApprovals {
  readonly chain: string;
  readonly tokens: Answer<readonly UserTokenAuthorized[]> | undefined;
  readonly nfts: Answer<readonly UserNFTAuthorized[]> | undefined;
  /** Of either half; null if there is none. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** Tokens and NFTs of every chain, each in its own query: one failure doesn't hide the others. */
export function useApprovals(address: string, chains: readonly string[]): ChainApprovals[] {
  const tokens = useQueries({ queries: chains.map((chain) => tokenQuery(address, chain)) });
  const nfts = useQueries({ queries: chains.map((chain) => nftQuery(address, chain)) });
  return chains.map((chain, index) => {
    const [ofTokens, ofNfts] = [tokens[index], nfts[index]];
    return {
      chain,
      tokens: ofTokens?.data,
      nfts: ofNfts?.data,
      error: ofTokens?.error ?? ofNfts?.error ?? null,
      isFetching: ofTokens?.isFetching === true || ofNfts?.isFetching === true,
      retry: () => {
        if (ofTokens?.error) void ofTokens.refetch();
        if (ofNfts?.error) void ofNfts.refetch();
      },
    };
  });
}
