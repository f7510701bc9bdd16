import { CHECK_ROWS } from "./checkRows.ts";
import { OWNER, type Generator } from "./generator.ts";

/** Types with a client, and schemas of zod 3. */
export const typedOpenapi: Generator = {
  name: "typed-openapi",
  packages: { "typed-openapi": "2.2.7", zod: "3.25.76" },
  commands: [
    ["typed-openapi", "openapi.json", "--output", "generated/client.ts", "--runtime", "none"],
    ["typed-openapi", "openapi.json", "--output", "generated/schemas.ts", "--runtime", "zod", "--schemas-only"],
  ],
  check: `import { createApiClient } from "./generated/client";
import { UserHistory, UserToken } from "./generated/schemas";
${CHECK_ROWS}
const headers = { AccessKey: "any" };
const client = createApiClient({
  fetch: ({ method, url, urlSearchParams }) => {
    if (urlSearchParams) url.search = urlSearchParams.toString();
    return fetch(url, { method, headers });
  },
}, process.argv[2] ?? "");
const rows = await client.get("/v1/user/all_token_list", { query: { id: "${OWNER}" }, header: {} });
checkRows(rows);
UserToken.array().parse(rows);
UserHistory.array().parse(await client.get("/v1/user/history_list", { query: { id: "${OWNER}", chain_id: "eth" }, header: {} }));
`,
};
