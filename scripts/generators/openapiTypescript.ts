import { CHECK_ROWS } from "./checkRows.ts";
import { OWNER, type Generator } from "./generator.ts";

/** Types, with the client that reads them. */
export const openapiTypescript: Generator = {
  name: "openapi-typescript",
  packages: { "openapi-typescript": "7.13.0", "openapi-fetch": "0.17.0" },
  commands: [["openapi-typescript", "openapi.json", "--output", "generated/schema.ts"]],
  check: `import createClient from 'openapi-fetch';
import type { components, paths } from "./generated/schema";
${CHECK_ROWS}
const client = createClient<paths>({ baseUrl: process.argv[2] ?? "", headers: { AccessKey: "any" } });
const { data } = await client.GET("/v1/user/all_token_list", { params: { query: { id: "${OWNER}" } } });
checkRows(data);
const { data: holders } = await client.GET("/v1/token/top_holders", { params: { query: { id: "eth", chain_id: "eth" } } });
const pair: components["schemas"]["TokenHolder"] = ["${OWNER}", 1]; // openapi-fetch makes it (string | number)[]
if (holders?.[0]?.length !== pair.length) throw new Error("no holders");
const quantity: components["schemas"]["TxQuantity"] = null;
const { data: explained } = await client.POST("/v1/wallet/explain_tx", {
  body: { tx: { chainId: 1, from: "${OWNER}", to: "${OWNER}", value: "0x1", nonce: quantity } },
});
if (explained?.actions[0]?.type !== "send_token") throw new Error("not explained");
`,
};
