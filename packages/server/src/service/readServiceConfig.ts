import { type LogAddresses, readLogAddresses } from "../log/logAddresses.ts";
import { readTrustedProxies } from "../http/trustedProxies.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "silent"];

/** Of a service that needs no database. */
export interface ListenConfig {
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly logAddresses: LogAddresses;
  /** Address of the metrics server; undefined if there is none. */
  readonly metricsAt: { readonly host: string; readonly port: number } | undefined;
}

export interface ServiceConfig extends ListenConfig {
  readonly databaseUrl: string;
  /** The database without a pooler; databaseUrl if not set. */
  readonly directUrl: string;
}

/**
 * Settings of every service with a database: DATABASE_URL, DATABASE_DIRECT_URL, and those of readListenConfig.
 * @throws Error naming the invalid variable and the valid form; never its value, which may be a secret.
 */
export function readServiceConfig(env: NodeJS.ProcessEnv, names: { name: string; port: number }): ServiceConfig {
  const databaseUrl = env["DATABASE_URL"] ?? "";
  if (!URL.canParse(databaseUrl)) throw new Error("DATABASE_URL must be a postgresql:// URL");
  const named = env["DATABASE_DIRECT_URL"] ?? "";
  const directUrl = named === "" ? databaseUrl : named;
  if (!URL.canParse(directUrl)) throw new Error("DATABASE_DIRECT_URL must be a postgresql:// URL");
  return { databaseUrl, directUrl, ...readListenConfig(env, names) };
}

/**
 * PORTICO_<NAME>_PORT and _HOST, PORTICO_<NAME>_METRICS_PORT and _HOST, PORTICO_TRUSTED_PROXIES, PORTICO_LOG_LEVEL,
 * PORTICO_LOG_ADDRESSES.
 * @throws Error as readServiceConfig.
 */
export function readListenConfig(env: NodeJS.ProcessEnv, { name, port }: { name: string; port: number }): ListenConfig {
  const logLevel = env["PORTICO_LOG_LEVEL"] ?? "info";
  if (!LEVELS.includes(logLevel)) throw new Error(`PORTICO_LOG_LEVEL must be one of ${LEVELS.join(", ")}`);
  return {
    host: env[`PORTICO_${name}_HOST`] ?? "127.0.0.1",
    port: readPort(env, `PORTICO_${name}_PORT`) ?? port,
    trustedProxies: readTrustedProxies(env),
    logLevel,
    logAddresses: readLogAddresses(env),
    metricsAt: readMetricsAt(env, `PORTICO_${name}_METRICS`),
  };
}

function readMetricsAt(env: NodeJS.ProcessEnv, name: string): ListenConfig["metricsAt"] {
  const port = readPort(env, `${name}_PORT`);
  return port === undefined ? undefined : { host: env[`${name}_HOST`] ?? "127.0.0.1", port };
}

function readPort(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error(`${name} must be a port number`);
  return Number(text);
}
