import { CHECK_ROWS } from "./checkRows.ts";
import { OWNER, ZOD, type Generator } from "./generator.ts";

/** Types, SDK with validation, and schemas. */
export const heyApi: Generator = {
  name: "@hey-api/openapi-ts",
  packages: { "@hey-api/openapi-ts": "0.99.0", zod: ZOD },
  files: {
    "openapi-ts.config.ts": `export default {
  input: "./openapi.json",
  output: "./generated",
  plugins: ["@hey-api/typescript", "@hey-api/client-fetch", { name: "@hey-api/sdk", validator: "zod" }, "zod"],
};`,
  },
  commands: [["openapi-ts"]],
  check: `import { getTokenTopHolders, getUserAllTokenList, getUserComplexAppList, getUserHistoryList, postWalletExplainTx } from "./generated";
import { client } from "./generated/client.gen";
${CHECK_ROWS}
client.setConfig({ auth: "any" }); // the URL is the first server's
const query = { id: "${OWNER}", chain_id: "eth" };
const options = { throwOnError: true } as const;
checkRows((await getUserAllTokenList({ query: { id: query.id }, ...options })).data);
const [{ data: history }] = [await getUserHistoryList({ query, ...options })];
if (history[0] === undefined || history[0].history_list.length === 0) throw new Error("no history");
await getUserComplexAppList({ query: { id: query.id }, ...options });
await getTokenTopHolders({ query: { id: "eth", chain_id: "eth" }, ...options });
const tx = { chainId: 1, from: query.id, to: query.id, value: "0x1", nonce: null };
const { data: explained } = await postWalletExplainTx({ body: { tx }, ...options });
if (explained.actions[0]?.type !== "send_token") throw new Error("not explained");
`,
};
