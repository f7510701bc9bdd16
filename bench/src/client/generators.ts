import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { installApart } from "@portico/scripts/installApart";

const run = promisify(execFile);

/**
 * The generators of the peers, and the bundler of all sides. The override names a version whose dependencies are all
 * available.
 */
const MANIFEST = {
  private: true,
  type: "module",
  dependencies: { "@hey-api/openapi-ts": "0.99.0", orval: "8.38.0", esbuild: "0.28.2", typescript: "5.9.3" },
  overrides: { "@scalar/openapi-parser": "0.29.8" },
};

const HEY_API_APP = `import { getChainList, getUserTokenList, getUserTotalBalance } from "./hey";
import { client } from "./hey/client.gen";

export const createApp = (baseUrl, accessKey) => {
  client.setConfig({ baseUrl, auth: accessKey, throwOnError: true });
  const data = async (call) => (await call).data;
  return {
    listChains: () => data(getChainList({ throwOnError: true })),
    getTotal: (id) => data(getUserTotalBalance({ query: { id }, throwOnError: true })),
    listTokens: (id) => data(getUserTokenList({ query: { id, chain_id: "eth" }, throwOnError: true })),
  };
};
`;

const ORVAL_APP = `import { getChainList, getUserTokenList, getUserTotalBalance } from "./orval/portico";

export const createApp = (baseUrl, accessKey) => {
  globalThis.porticoUrl = baseUrl;
  const init = { headers: { AccessKey: accessKey } };
  const data = async (call) => {
    const { status, data } = await call;
    if (status >= 300) throw new Error(status + " " + JSON.stringify(data));
    return data;
  };
  return {
    listChains: () => data(getChainList(init)),
    getTotal: (id) => data(getUserTotalBalance({ id }, init)),
    listTokens: (id) => data(getUserTokenList({ id, chain_id: "eth" }, init)),
  };
};
`;

const ORVAL_CONFIG = `export default {
  portico: {
    input: { target: "./openapi.json" },
    output: { target: "./orval/portico.ts", client: "fetch", mode: "single", baseUrl: { runtime: "globalThis.porticoUrl" } },
  },
};
`;

export interface Generators {
  /** Entry points of the app on each generated client. */
  readonly heyApi: string;
  readonly orval: string;
  /** Path of the esbuild command. */
  readonly bundler: string;
}

/** Generates both peers from the current contract bundle, with the tools' defaults for fetch. */
export async function generatePeers(log: (line: string) => void): Promise<Generators> {
  const folder = await installApart("client-generators", MANIFEST, log);
  const tool = (name: string, ...args: string[]) => run(join(folder, "node_modules/.bin", name), args, { cwd: folder });
  const contract = createRequire(import.meta.url).resolve("@portico/contract/openapi.json");
  copyFileSync(contract, join(folder, "openapi.json"));
  const files = { "orval.config.mjs": ORVAL_CONFIG, "heyApi.ts": HEY_API_APP, "orvalApp.ts": ORVAL_APP };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await tool("openapi-ts", "-i", "openapi.json", "-o", "hey", "-c", "@hey-api/client-fetch");
  await tool("orval", "--config", "orval.config.mjs");
  return {
    heyApi: join(folder, "heyApi.ts"),
    orval: join(folder, "orvalApp.ts"),
    bundler: join(folder, "node_modules/.bin/esbuild"),
  };
}
