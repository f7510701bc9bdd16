import { chains, findChain } from "@portico/evm";
import type { WorkLimits } from "./chainWork.ts";
import type { IndexedChain } from "./runIndexer.ts";

/** Something that the person who started the process can put right. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface IndexerConfig {
  databaseUrl: string;
  chains: IndexedChain[];
  pollMs: number | undefined;
  logLevel: string;
  limits: Partial<WorkLimits>;
}

const RPC = /^PORTICO_RPC_(.+)$/;

/** @throws ConfigError that names the variable and what is wrong with it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): IndexerConfig {
  const databaseUrl = env["DATABASE_URL"] ?? "";
  if (databaseUrl === "")
    throw new ConfigError("DATABASE_URL is not set: postgresql://user:password@host:5432/portico");
  const indexed = Object.entries(env).flatMap(([name, value = ""]) => {
    const slug = RPC.exec(name)?.[1]?.toLowerCase();
    return slug === undefined || value.trim() === "" ? [] : [readChain(env, name, slug, value)];
  });
  if (indexed.length === 0) throw new ConfigError("No chain is set: PORTICO_RPC_ETH=https://… serves Ethereum");
  const rangeBlocks = readCount(env, "PORTICO_MAX_RANGE_BLOCKS");
  const balancePage = readCount(env, "PORTICO_MAX_BALANCE_PAGE");
  return {
    databaseUrl,
    chains: indexed,
    pollMs: readCount(env, "PORTICO_POLL_MS"),
    logLevel: env["PORTICO_LOG_LEVEL"] ?? "info",
    limits: {
      ...(rangeBlocks === undefined ? {} : { rangeBlocks }),
      ...(balancePage === undefined ? {} : { balancePage }),
    },
  };
}

function readChain(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  slug: string,
  value: string,
): IndexedChain {
  if (findChain(slug) === undefined) {
    throw new ConfigError(
      `${name} names no chain: '${slug}' is none of ${chains
        .map(({ id }) => id)
        .toSorted()
        .join(", ")}`,
    );
  }
  const rpcUrls = value
    .split(",")
    .map((url) => url.trim())
    .filter((url) => url !== "");
  if (!rpcUrls.every(isHttpUrl)) throw new ConfigError(`${name} must be http or https URLs, separated by commas`);
  return { chain: slug, rpcUrls, startBlock: readWhole(env, `PORTICO_START_${slug.toUpperCase()}`) };
}

const isHttpUrl = (text: string): boolean => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");

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
