import type { AnswerData } from "../api/explorerApi.ts";

/** The net worth of an address in USD, in total or on one chain; 0 for a chain that the response doesn't list. */
export const worthOf = (
  { total_usd_value: total, chain_list: chains }: AnswerData<"/v1/user/total_balance">,
  chain: string | undefined,
): number => (chain === undefined ? total : (chains.find(({ id }) => id === chain)?.usd_value ?? 0));
