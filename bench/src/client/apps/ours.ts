import { createClient, unwrap } from "@portico/client";
import type { App } from "./app.ts";

export const createApp: App = (baseUrl, accessKey) => {
  const client = createClient({ baseUrl, accessKey });
  return {
    listChains: () => unwrap(client.GET("/v1/chain/list")),
    getTotal: (id) => unwrap(client.GET("/v1/user/total_balance", { params: { query: { id } } })),
    listTokens: (id) => unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: "eth" } } })),
  };
};
