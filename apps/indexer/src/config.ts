import { readHistoryUrls, readRpcUrls } from "@portico/evm";
import type { ChainUrls, HistoryUrls } from "@portico/evm";
import { DROP_MARGIN, MIN_KEEP_BLOCKS } from "@portico/store";
import type { IndexMode } from "@portico/store";
import type { NftSettings } from "./nftMetadata/settings.ts";
import { readNftSettings } from "./nftMetadata/settings.ts";
import { readHttpPriceSettings } from "./prices/http/httpPriceSettings.ts";
import type { PriceJobSettings } from "./prices/priceJobs.ts";
import type { WorkLimits } from "./chain/chainWork.ts";
import type { IndexedChain } from "./runIndexer.ts";

/** An error that the operator can fix. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface IndexerConfig {
  databaseUrl: string;
  /** The database without a pooler in between; databaseUrl if not set. */
  directUrl: string;
  /** Whether the database is migrated at the start; otherwise the indexer waits until somebody does. */
  migrates: boolean;
  chains: IndexedChain[];
  pollMs: number | undefined;
  logLevel: string;
  limits: Partial<WorkLimits>;
  /** See listTokenSources. */
  tokenLists: string | undefined;
  /** Where /metrics and /healthz are served; undefined: not served. */
  metrics: { host: string; port: number } | undefined;
  nfts: NftSettings;
  prices: PriceJobSettings;
  /** Days since its last request after which an owner is no longer followed, where only owners are indexed. */
  followDays: number;
  /** Maximum number of past transactions collected of an owner. */
  historyTransactions: number;
}

/** @throws ConfigError that names the variable and its fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): IndexerConfig {
  const databaseUrl = env["DATABASE_URL"] ?? "";
  if (databaseUrl === "")
    throw new ConfigError("DATABASE_URL must be set, such as postgresql://user:password@host:5432/portico");
  const directUrl = env["DATABASE_DIRECT_URL"] ?? "";
  const history = explain(() => readHistoryUrls(env));
  const indexed = explain(() => readRpcUrls(env)).map((urls) => readChain(env, urls, history.get(urls.chain)));
  if (indexed.length === 0)
    throw new ConfigError("At least one chain must be set, such as PORTICO_RPC_ETH=https://… for Ethereum");
  const rangeBlocks = readCount(env, "PORTICO_MAX_RANGE_BLOCKS");
  const balancePage = readCount(env, "PORTICO_MAX_BALANCE_PAGE");
  return {
    databaseUrl,
    directUrl: directUrl === "" ? databaseUrl : directUrl,
    migrates: readMigrates(env),
    chains: indexed,
    pollMs: readCount(env, "PORTICO_POLL_MS"),
    logLevel: env["PORTICO_LOG_LEVEL"] ?? "info",
    limits: {
      ...(rangeBlocks === undefined ? {} : { rangeBlocks }),
      ...(balancePage === undefined ? {} : { balancePage }),
    },
    tokenLists: env["PORTICO_TOKEN_LISTS"],
    metrics: readMetrics(env),
    nfts: explain(() => readNftSettings(env)),
    followDays: readFollowDays(env),
    historyTransactions: readCount(env, "PORTICO_HISTORY_TRANSACTIONS") ?? DEFAULT_HISTORY_TRANSACTIONS,
    prices: { days: readPriceDays(env), http: explain(() => readHttpPriceSettings(env)) },
  };
}

function readMigrates(env: Readonly<Record<string, string | undefined>>): boolean {
  const value = readSwitch(env, "PORTICO_MIGRATE");
  if (value === "auto" && env["PORTICO_MIGRATE"]?.trim()) throw new ConfigError("PORTICO_MIGRATE must be on or off");
  return value !== false;
}

const DEFAULT_PRICE_DAYS = 365;
const MAX_PRICE_DAYS = 3_650;

function readPriceDays(env: Readonly<Record<string, string | undefined>>): number {
  const days = Number(readWhole(env, "PORTICO_PRICE_DAYS") ?? DEFAULT_PRICE_DAYS);
  if (days > MAX_PRICE_DAYS) throw new ConfigError(`PORTICO_PRICE_DAYS must be at most ${MAX_PRICE_DAYS}`);
  return days;
}

/** @throws ConfigError instead of RangeError. */
function explain<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new ConfigError(error.message) : error;
  }
}

function readMetrics(env: Readonly<Record<string, string | undefined>>): IndexerConfig["metrics"] {
  const port = readCount(env, "PORTICO_INDEXER_METRICS_PORT");
  if (port === undefined) return undefined;
  if (port > 65_535) throw new ConfigError("PORTICO_INDEXER_METRICS_PORT must be a port number");
  const host = env["PORTICO_INDEXER_HOST"]?.trim() ?? "";
  return { host: host === "" ? "127.0.0.1" : host, port };
}

function readChain(
  env: Readonly<Record<string, string | undefined>>,
  { chain, urls, maxRps, batchSize }: ChainUrls,
  history: HistoryUrls | undefined,
): IndexedChain {
  const suffix = chain.toUpperCase();
  const reads = {
    receipts: readSwitch(env, `PORTICO_RECEIPTS_${suffix}`),
    traces: readSwitch(env, `PORTICO_TRACES_${suffix}`),
  };
  const startBlock = readWhole(env, `PORTICO_START_${suffix}`);
  const mode = readMode(env, `PORTICO_INDEX_${suffix}`);
  const newMode = readMode(env, "PORTICO_INDEX");
  const isPartitioned = readSwitch(env, "PORTICO_KEEP_PARTITIONS") === true;
  const keeping = { keepBlocks: readKeepBlocks(env, suffix), isPartitioned };
  return {
    chain,
    rpcUrls: urls,
    rpcLimits: { maxRps, batchSize },
    startBlock,
    mode,
    newMode,
    reads,
    history,
    ...keeping,
  };
}

/** Undefined: all. */
function readKeepBlocks(env: Readonly<Record<string, string | undefined>>, suffix: string): bigint | undefined {
  const names = [`PORTICO_KEEP_BLOCKS_${suffix}`, "PORTICO_KEEP_BLOCKS"];
  const name = names.find((one) => (env[one]?.trim() ?? "") !== "");
  if (name === undefined || env[name]?.trim().toLowerCase() === "all") return undefined;
  const blocks = readWhole(env, name) ?? 0n;
  if (blocks < MIN_KEEP_BLOCKS)
    throw new ConfigError(
      `${name} must be at least ${MIN_KEEP_BLOCKS}, or all: a reorganisation may replace ${DROP_MARGIN} blocks`,
    );
  return blocks;
}

function readMode(env: Readonly<Record<string, string | undefined>>, name: string): IndexMode | undefined {
  const text = env[name]?.trim().toLowerCase() ?? "";
  if (text === "") return undefined;
  if (text !== "full" && text !== "owners") throw new ConfigError(`${name} must be full or owners, not '${text}'`);
  return text;
}

const DEFAULT_HISTORY_TRANSACTIONS = 200_000;
const DEFAULT_FOLLOW_DAYS = 30;
const MAX_FOLLOW_DAYS = 36_500;

function readFollowDays(env: Readonly<Record<string, string | undefined>>): number {
  const days = readCount(env, "PORTICO_FOLLOW_DAYS") ?? DEFAULT_FOLLOW_DAYS;
  if (days > MAX_FOLLOW_DAYS) throw new ConfigError(`PORTICO_FOLLOW_DAYS must be at most ${MAX_FOLLOW_DAYS}`);
  return days;
}

const SWITCHES = new Map<string, boolean | "auto">([
  ["", "auto"],
  ["auto", "auto"],
  ["on", true],
  ["off", false],
]);

function readSwitch(env: Readonly<Record<string, string | undefined>>, name: string): boolean | "auto" {
  const text = env[name]?.trim().toLowerCase() ?? "";
  const value = SWITCHES.get(text);
  if (value === undefined) throw new ConfigError(`${name} must be on, off or auto, not '${text}'`);
  return value;
}

function readWhole(env: Readonly<Record<string, string | undefined>>, name: string): bigint | undefined {
  const text = env[name]?.trim() ?? "";
  if (text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new ConfigError(`${name} must be a whole number, not '${text}'`);
  return BigInt(text);
}

function readCount(env: Readonly<Record<string, string | undefined>>, name: string): number | undefined {
  const count = readWhole(env, name);
  if (count === 0n) throw new ConfigError(`${name} must be at least 1`);
  return count === undefined ? undefined : Number(count);
}
