import type { Chain, UserToken, UserTotalBalance } from "@portico/contract";
import type { App } from "./app.ts";

/** An app without a client library: only the types; integers above 2^53 lose digits. */
export const createApp: App = (baseUrl, accessKey) => {
  async function get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${baseUrl}${path}?${search}`, {
      headers: { AccessKey: accessKey },
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    listChains: () => get<Chain[]>("/v1/chain/list"),
    getTotal: (id) => get<UserTotalBalance>("/v1/user/total_balance", { id }),
    listTokens: (id) => get<UserToken[]>("/v1/user/token_list", { id, chain_id: "eth" }),
  };
};
