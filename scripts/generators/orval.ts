import { CHECK_ROWS } from "./checkRows.ts";
import { OWNER, ZOD, type Generator } from "./generator.ts";

/** The fetch client and the schemas. */
export const orval: Generator = {
  name: "orval",
  packages: { orval: "8.38.0", zod: ZOD },
  overrides: { "@scalar/openapi-parser": "0.29.8" },
  files: {
    "orval.config.mjs": `const input = { target: "./openapi.json" };
export default {
  client: { input, output: { target: "./generated/client.ts", client: "fetch", mode: "single", baseUrl: { getBaseUrlFromSpecification: true } } },
  schemas: { input, output: { target: "./generated/schemas.ts", client: "zod", mode: "single" } },
};`,
  },
  commands: [["orval", "--config", "orval.config.mjs"]],
  check: `import { getUserAllTokenList, getUserHistoryList } from "./generated/client";
import { GetUserAllTokenListResponse, GetUserHistoryListResponse } from "./generated/schemas";
${CHECK_ROWS}
const init = { headers: { AccessKey: "any" } };
const tokens = await getUserAllTokenList({ id: "${OWNER}" }, init);
if (tokens.status !== 200) throw new Error(String(tokens.status));
checkRows(tokens.data);
GetUserAllTokenListResponse.parse(tokens.data);
const history = await getUserHistoryList({ id: "${OWNER}", chain_id: "eth" }, init);
if (history.status !== 200) throw new Error(String(history.status));
GetUserHistoryListResponse.parse(history.data);
`,
};
