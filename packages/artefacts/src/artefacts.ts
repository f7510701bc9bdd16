/** The module that `node main.js` of each artefact runs, from the repository's root. */
export const ARTEFACTS = {
  api: "apps/api/src/main.ts",
  connect: "apps/connect/src/main.ts",
  dashboard: "apps/dashboard/src/main.ts",
  explorer: "apps/explorer/src/main.ts",
  docs: "apps/docs/src/serveMain.ts",
  indexer: "apps/indexer/src/main.ts",
  mcp: "apps/mcp/src/main.ts",
  mock: "apps/mock/src/main.ts",
  portico: "scripts/portico/operatorMain.ts",
} as const;

export type ArtefactName = keyof typeof ARTEFACTS;

export const ARTEFACT_NAMES = Object.keys(ARTEFACTS) as ArtefactName[];

/** npm packages that are copied with their dependencies instead of bundled, and the folder of a package that depends on each. */
export const COPIED: Readonly<Record<string, string>> = {
  pg: "packages/store", // traces patch what `require("pg")` returns
  sharp: "packages/raster", // native code
  "dejavu-fonts-ttf": "packages/raster",
  "uri-template-lite": "apps/mock/node_modules/@stoplight/prism-http", // exports by its `this`
};

/** What a module needs beside its code, from the repository's root. */
export interface RuntimeFiles {
  /** Globs of files that it reads by its own location. */
  readonly files?: readonly string[];
  /** Globs of files that it reads by the name of their package. */
  readonly exported?: readonly string[];
  /** Of COPIED, which it resolves by name or a dependency of it requires. */
  readonly packages?: readonly string[];
  /** Modules that it starts as processes. */
  readonly processes?: readonly string[];
}

/** Every bundled module that uses its own location or resolves a name, and callers of those for which it matters. */
export const RUNTIME_FILES: Readonly<Record<string, RuntimeFiles>> = {
  "apps/api/src/http/definition.ts": {
    exported: ["packages/contract/generated/openapi.api.json", "packages/contract/generated/openapi.api.live.json"],
  },
  "apps/connect/src/me/definition.ts": {
    exported: [
      "packages/contract/generated/openapi.connect.json",
      "packages/contract/generated/openapi.connect.live.json",
    ],
  },
  "apps/connect/src/pages.ts": { files: ["apps/connect/dist/page/**"] },
  "apps/dashboard/src/server/definition.ts": { exported: ["packages/contract/generated/openapi.dashboard.json"] },
  "apps/dashboard/src/webFolder.ts": { files: ["apps/dashboard/dist/web/**"] },
  "apps/docs/src/siteFolder.ts": { files: ["apps/docs/dist/*"] },
  "apps/explorer/src/webFolder.ts": { files: ["apps/explorer/dist/web/**"] },
  "apps/indexer/src/tokenLists/bundledLists.ts": { files: ["apps/indexer/src/tokenLists/tokenTable.json"] },
  "apps/mcp/src/readOperations.ts": { exported: ["packages/contract/generated/reads.json"] },
  "apps/mock/src/main.ts": {
    exported: ["packages/contract/generated/openapi.mock.json", "packages/contract/generated/openapi.mock.live.json"],
    packages: ["uri-template-lite"],
  },
  "apps/mock/src/landing/readLanding.ts": {
    files: ["apps/mock/src/landing/page.*"],
    exported: ["packages/ui/src/web/style/tokens.css"],
  },
  "apps/mock/src/recorded/recording.ts": { files: ["apps/mock/recorded/**"] },
  "packages/devnet/src/anvil/getAnvilBinary.ts": {}, // of a checkout
  "packages/protocols/src/catalogue/readTable.ts": { files: ["packages/protocols/src/families/*/*.json"] },
  "packages/protocols/src/contractNames/contractNames.ts": {
    files: ["packages/protocols/src/contractNames/contractNames.json"],
  },
  "packages/raster/src/startRasterProcess.ts": {
    files: ["packages/raster/src/fonts.conf"],
    packages: ["dejavu-fonts-ttf"],
    processes: ["packages/raster/src/rasterProcess.ts"],
  },
  "packages/server/src/openapi/definition.ts": {}, // reads what its callers name
  "packages/server/src/telemetry/tracing.ts": {}, // requires pg
  "packages/signatures/src/signatureTable.ts": { files: ["packages/signatures/src/signatures.bin"] },
  "packages/store/src/postgres/binaries.ts": {}, // of a checkout
  "scripts/stateFolder.ts": { files: ["package.json"] },
};
