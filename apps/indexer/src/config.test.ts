import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const DATABASE_URL = "postgresql://localhost/portico";

test("chains are read from their variables, with several URLs separated by commas", () => {
  const config = readConfig({
    DATABASE_URL,
    PORTICO_RPC_ETH: "https://a.example/key, http://b.example",
    PORTICO_RPC_BASE: "https://c.example",
    PORTICO_RPC_BASE_RPS: "25",
    PORTICO_RPC_BASE_BATCH: "10",
    PORTICO_START_ETH: "0",
    PORTICO_POLL_MS: "250",
    PORTICO_RPC_OP: "",
  });
  const others = { reads: { receipts: "auto", traces: "auto" }, isPartitioned: false };
  expect(config.chains).toEqual([
    { chain: "eth", rpcUrls: ["https://a.example/key", "http://b.example"], rpcLimits: {}, startBlock: 0n, ...others },
    { chain: "base", rpcUrls: ["https://c.example"], rpcLimits: { maxRps: 25, batchSize: 10 }, ...others },
  ]);
  expect(config.pollMs).toBe(250);
});

test("how much of a chain is indexed is read per chain, with a default for new chains", () => {
  const urls = { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_RPC_BASE: "https://b.example" };
  expect(readConfig(urls).followDays).toBe(30);
  const { chains, followDays } = readConfig({
    ...urls,
    PORTICO_INDEX: "owners",
    PORTICO_INDEX_BASE: "Full",
    PORTICO_FOLLOW_DAYS: "7",
  });
  expect(chains.map(({ mode, newMode }) => [mode, newMode])).toEqual([
    [undefined, "owners"],
    ["full", "owners"],
  ]);
  expect(followDays).toBe(7);
});

test("the database is migrated at the start, unless that is switched off", () => {
  const chain = { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example" };
  expect(readConfig(chain).migrates).toBe(true);
  expect(readConfig({ ...chain, PORTICO_MIGRATE: "off" }).migrates).toBe(false);
  expect(() => readConfig({ ...chain, PORTICO_MIGRATE: "auto" })).toThrow("PORTICO_MIGRATE must be on or off");
});

test("where past transactions are found is read per chain, and only if it is set", () => {
  const urls = { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_RPC_BASE: "https://b.example" };
  const explorer = "https://api.etherscan.io/v2/api";
  const portal = "https://portal.example/base";
  const set = { PORTICO_EXPLORER_ETH: explorer, PORTICO_EXPLORER_KEY_ETH: "K", PORTICO_PORTAL_BASE: portal };
  const { chains } = readConfig({ ...urls, ...set });
  expect(chains.map(({ history }) => history)).toEqual([{ explorer, explorerKey: "K" }, { portal }]);
  expect(readConfig(urls).chains.map(({ history }) => history)).toEqual([undefined, undefined]);
  expect(() => readConfig({ ...urls, PORTICO_PORTAL_ETH: "portal" })).toThrow(ConfigError);
});

test("prices before the first block are read for a year, or for as many days as set, from the chain alone", () => {
  const chain = { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example" };
  expect(readConfig(chain).prices).toEqual({ days: 365, http: undefined });
  expect(readConfig({ ...chain, PORTICO_PRICE_DAYS: "0" }).prices.days).toBe(0);
  const { http } = readConfig({ ...chain, PORTICO_PRICE_URL: "https://b.example/prices" }).prices;
  expect(http).toMatchObject({ url: "https://b.example/prices", everyMs: 60_000 });
});

test("metrics are served where configured, and not by default", () => {
  const chain = { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example" };
  expect(readConfig(chain).metrics).toBeUndefined();
  expect(readConfig({ ...chain, PORTICO_INDEXER_HOST: "0.0.0.0" }).metrics).toBeUndefined();
  const set = { ...chain, PORTICO_INDEXER_METRICS_PORT: "9400" };
  expect(readConfig(set).metrics).toEqual({ host: "127.0.0.1", port: 9400 });
  expect(readConfig({ ...set, PORTICO_INDEXER_HOST: "::1" }).metrics).toEqual({ host: "::1", port: 9400 });
});

test.each([
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_INDEX_ETH: "owner" },
    "PORTICO_INDEX_ETH must be full or owners, not 'owner'",
  ],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_FOLLOW_DAYS: "0" },
    "PORTICO_FOLLOW_DAYS must be at least 1",
  ],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_KEEP_BLOCKS: "511" },
    "PORTICO_KEEP_BLOCKS must be at least 512, or all: a reorganisation may replace 256 blocks",
  ],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_KEEP_BLOCKS_ETH: "many" },
    "PORTICO_KEEP_BLOCKS_ETH must be a whole number",
  ],
  [{}, "DATABASE_URL must be set"],
  [{ DATABASE_URL }, "At least one chain must be set"],
  [
    { DATABASE_URL, PORTICO_RPC_ETHEREUM: "https://a.example" },
    "PORTICO_RPC_ETHEREUM does not name a chain: 'ethereum' is not one of ",
  ],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_INDEXER_METRICS_PORT: "65536" },
    "PORTICO_INDEXER_METRICS_PORT must be a port number",
  ],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_PRICE_DAYS: "3651" },
    "PORTICO_PRICE_DAYS must be at most 3650",
  ],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_PRICE_URL: "http://b.example" },
    "PORTICO_PRICE_URL must be an https URL",
  ],
  [{ DATABASE_URL, PORTICO_RPC_ETH: "a.example" }, "PORTICO_RPC_ETH must be http or https URLs"],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_START_ETH: "-1" },
    "PORTICO_START_ETH must be a whole number",
  ],
  [
    { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_POLL_MS: "fast" },
    "PORTICO_POLL_MS must be a whole number",
  ],
])("%j is refused: %s", (env, message) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
});

test("the blocks that are kept of one chain override those of all", () => {
  const urls = { DATABASE_URL, PORTICO_RPC_ETH: "https://a.example", PORTICO_RPC_BASE: "https://b.example" };
  const read = (env: Record<string, string>) =>
    Object.fromEntries(readConfig({ ...urls, ...env }).chains.map(({ chain, keepBlocks }) => [chain, keepBlocks]));
  expect(read({})).toEqual({ base: undefined, eth: undefined });
  expect(read({ PORTICO_KEEP_BLOCKS: "512", PORTICO_KEEP_BLOCKS_ETH: "216000" })).toEqual({
    base: 512n,
    eth: 216_000n,
  });
  expect(read({ PORTICO_KEEP_BLOCKS: "1000", PORTICO_KEEP_BLOCKS_BASE: "all" })).toEqual({
    base: undefined,
    eth: 1_000n,
  });
});
