import type { paths } from "@portico/contract";
import createClient from "openapi-fetch";
import type { App } from "./app.ts";

/** What our client is without its features: openapi-fetch with the contract's types; integers above 2^53 lose digits. */
export const createApp: App = (baseUrl, accessKey) => {
  const client = createClient<paths>({
    baseUrl,
    headers: { AccessKey: accessKey },
    querySerializer: { array: { style: "form", explode: false } },
  });
  return {
    listChains: () => dataOf(client.GET("/v1/chain/list")),
    getTotal: (id) => dataOf(client.GET("/v1/user/total_balance", { params: { query: { id } } })),
    listTokens: (id) => dataOf(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: "eth" } } })),
  };
};

async function dataOf<Data>(
  call: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(error)}`);
  return data as NonNullable<Data>;
}
