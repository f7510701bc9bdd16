import type { UserToken } from "@portico/client";
import { type Query, useQueries } from "@tanstack/react-query";
import {
  againMs,
  type Answer,
  type AnswerData,
  readAnswer,
  type ReadInit,
  type ReadPath,
} from "../../api/explorerApi.ts";
import type { Part } from "../overview/shares.ts";
import { partsOf } from "../overview/useProtocolParts.ts";
import { mergeMetas, mergeTokens } from "./mergeHoldings.ts";

/** The portfolio of several addresses, as far as it is read. */
export interface BundleView {
  /** In USD; undefined until it is read. */
  readonly worths: readonly (number | undefined)[];
  /** Of those that are read. */
  readonly total: number;
  readonly tokens: readonly UserToken[] | undefined;
  readonly parts: readonly Part[] | undefined;
  readonly meta: ReturnType<typeof mergeMetas>;
  /** The first failure. */
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** The same operation for each address, in their order. */
const useEach = <Path extends ReadPath>(path: Path, inits: readonly ReadInit<Path>[]) =>
  useQueries({
    queries: inits.map((init) => ({
      queryKey: [path, init],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readAnswer(path, init, signal),
      refetchInterval: ({ state }: Query<Answer<AnswerData<Path>>>) =>
        againMs(state.data?.meta, state.dataUpdateCount) ?? false,
    })),
  });

export function useBundle(addresses: readonly string[]): BundleView {
  const of = (id: string) => ({ params: { query: { id } } });
  const balances = useEach("/v1/user/total_balance", addresses.map(of));
  const tokens = useEach(
    "/v1/user/all_token_list",
    addresses.map((id) => ({ params: { query: { id, is_all: false } } })),
  );
  const protocols = useEach("/v1/user/all_simple_protocol_list", addresses.map(of));
  const all = [...balances, ...tokens, ...protocols];
  const worths = balances.map(({ data }) => data?.data.total_usd_value);
  const total = worths.reduce<number>((sum, worth) => sum + (worth ?? 0), 0);
  const isWhole = (list: readonly { readonly data: unknown }[]): boolean =>
    list.every(({ data }) => data !== undefined);
  const held = tokens.map(({ data }) => data?.data ?? []);
  const inProtocols = protocols.flatMap(({ data }) => data?.data ?? []);
  return {
    worths,
    total,
    tokens: isWhole(tokens) ? mergeTokens(held) : undefined,
    parts: isWhole(balances) && isWhole(protocols) ? partsOf(total, inProtocols) : undefined,
    meta: mergeMetas(balances.flatMap(({ data }) => data?.meta ?? [])),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(all.filter(({ error }) => error !== null).map(({ refetch }) => refetch())),
  };
}
