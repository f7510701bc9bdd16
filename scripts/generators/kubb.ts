import { CHECK_ROWS } from "./checkRows.ts";
import { OWNER, ZOD, type Generator } from "./generator.ts";

const VERSION = "4.39.3";

/** Types, schemas, and clients that validate. */
export const kubb: Generator = {
  name: "kubb",
  packages: {
    "@kubb/cli": VERSION,
    "@kubb/core": VERSION,
    "@kubb/plugin-client": VERSION,
    "@kubb/plugin-oas": VERSION,
    "@kubb/plugin-ts": VERSION,
    "@kubb/plugin-zod": VERSION,
    zod: ZOD,
  },
  files: {
    "kubb.config.ts": `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';
export default defineConfig({
  root: ".",
  input: { path: "./openapi.json" },
  output: { path: "./generated", clean: true, format: false, lint: false },
  plugins: [pluginOas({ serverIndex: 0 }), pluginTs(), pluginZod(), pluginClient({ client: "fetch", parser: "zod", dataReturnType: "data", baseURL: "{url}" })],
});`,
  },
  commands: [["kubb", "generate"]],
  complaint: /✗|failed,/,
  check: `import { getUserAllTokenList } from "./generated/clients/getUserAllTokenList";
import { getUserHistoryList } from "./generated/clients/getUserHistoryList";
${CHECK_ROWS}
const headers = { AccessKey: "any" };
checkRows(await getUserAllTokenList({ id: "${OWNER}" }, undefined, { headers }));
const history = await getUserHistoryList({ id: "${OWNER}", chain_id: "eth" }, undefined, { headers });
if (history.length === 0) throw new Error("no history");
`,
};
