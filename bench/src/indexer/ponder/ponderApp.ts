import type { Address } from "viem";

/** Versions whose configuration differs; npm's "1.0.0" is the code of 0.10. */
export type PonderVersion = "0.17.7" | "1.0.0";

/**
 * package.json of each version. The overrides name versions that remain available, and don't affect the measurement.
 */
export const PACKAGES: Record<PonderVersion, object> = {
  "0.17.7": {
    private: true,
    type: "module",
    dependencies: { ponder: "0.17.7", viem: "2.57.1", hono: "^4.5.0" },
    devDependencies: { typescript: "^5.6.3" },
    overrides: { viem: "2.57.1", "@ponder/utils": "0.2.18" },
  },
  "1.0.0": {
    private: true,
    type: "module",
    dependencies: { ponder: "1.0.0", viem: "2.57.1", hono: "^4.5.0" },
    devDependencies: { typescript: "^5.6.3" },
    overrides: { viem: "2.57.1" },
  },
};

/**
 * Ponder 0.11 and later start with 20 requests per second per URL: this many aliases of the same URL raise that to 500.
 */
const URLS = 25;

const CONFIGS: Record<PonderVersion, string> = {
  "0.17.7": `chains: { eth: { id: 1, rpc: Array.from({ length: ${URLS} }, (_, n) => process.env.RPC_URL + "/?n=" + n) } },
  contracts: { ERC20: { chain: "eth", abi: erc20Abi, address: TOKENS, startBlock: 0 } },`,
  "1.0.0": `networks: { eth: { chainId: 1, transport: http(process.env.RPC_URL, { maxResponseBodySize: false }), maxRequestsPerSecond: 500 } },
  contracts: { ERC20: { network: "eth", abi: erc20Abi, address: TOKENS, startBlock: 0 } },`,
};

/** Ponder's own ERC-20 example without allowances: two upserts of accounts and one row for each Transfer. */
export const toAppFiles = (version: PonderVersion, tokens: readonly Address[]): Record<string, string> => ({
  "ponder.config.ts": `import { createConfig } from 'ponder';
import { erc20Abi, http } from "viem";

const TOKENS = ${JSON.stringify(tokens)} as const;

export default createConfig({
  database: { kind: "postgres", connectionString: process.env.DATABASE_URL },
  ${CONFIGS[version]}
});
`,
  "ponder.schema.ts": `import { index, onchainTable } from 'ponder';

export const account = onchainTable("account", (t) => ({
  address: t.hex().primaryKey(),
  balance: t.bigint().notNull(),
}));

export const transferEvent = onchainTable(
  "transfer_event",
  (t) => ({
    id: t.text().primaryKey(),
    amount: t.bigint().notNull(),
    timestamp: t.integer().notNull(),
    from: t.hex().notNull(),
    to: t.hex().notNull(),
  }),
  (table) => ({ fromIdx: index("from_index").on(table.from) }),
);
`,
  "src/index.ts": `import { ponder } from 'ponder:registry';
import { account, transferEvent } from 'ponder:schema';

ponder.on("ERC20:Transfer", async ({ event, context }) => {
  const { from, to, value } = event.args;
  await context.db
    .insert(account)
    .values({ address: from, balance: 0n })
    .onConflictDoUpdate((row) => ({ balance: row.balance - value }));
  await context.db
    .insert(account)
    .values({ address: to, balance: value })
    .onConflictDoUpdate((row) => ({ balance: row.balance + value }));
  await context.db
    .insert(transferEvent)
    .values({ id: event.id, amount: value, timestamp: Number(event.block.timestamp), from, to });
});
`,
  "src/api/index.ts": `import { db } from 'ponder:api';
import schema from 'ponder:schema';
import { graphql } from 'ponder';
import { Hono } from 'hono';

const app = new Hono();
app.use("/graphql", graphql({ db, schema }));

export default app;
`,
});
