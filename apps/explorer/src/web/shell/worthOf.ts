import type { AnswerData } from "../api/explorerApi.ts";

/** What an address is worth in USD, in all or on one chain; a chain that the answer doesn't name has nothing of it. */
export const worthOf = (
  { total_usd_value: total, chain_list: chains }: AnswerData<"/v1/user/total_balance">,
  chain: string | undefined,
): number => (chain === undefined ? total : (chains.find(({ id }) => id === chain)?.usd_value ?? 0));
