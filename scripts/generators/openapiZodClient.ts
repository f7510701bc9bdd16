import { CHECK_ROWS } from "./checkRows.ts";
import { OWNER, type Generator } from "./generator.ts";

/** Schemas of zod 3, and the client of zodios, which validates. */
export const openapiZodClient: Generator = {
  name: "openapi-zod-client",
  packages: { "openapi-zod-client": "1.18.3", "@zodios/core": "10.9.6", axios: "1.13.2", zod: "3.25.76" },
  commands: [
    ["openapi-zod-client", "openapi.json", "--output", "generated/client.ts", "--export-schemas", "--with-alias"],
  ],
  check: `import { createApiClient } from "./generated/client";
${CHECK_ROWS}
const client = createApiClient(process.argv[2] ?? "", { axiosConfig: { headers: { AccessKey: "any" } } });
// its types lack what stands beside an allOf; the values are there
checkRows((await client.getUserAllTokenList({ queries: { id: "${OWNER}" } })) as unknown as Row[]);
const history = await client.getUserHistoryList({ queries: { id: "${OWNER}", chain_id: "eth" } });
if (history.length === 0) throw new Error("no history");
`,
};
