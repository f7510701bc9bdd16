import { readTrustedProxies } from "./trustedProxies.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "silent"];

export interface ServiceConfig {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
}

/**
 * The settings that every service has: DATABASE_URL, PORTICO_<NAME>_PORT and _HOST, PORTICO_TRUSTED_PROXIES, PORTICO_LOG_LEVEL.
 * @throws Error that says which variable is wrong, and how; never its value, which may be a secret.
 */
export function readServiceConfig(
  env: NodeJS.ProcessEnv,
  { name, port }: { name: string; port: number },
): ServiceConfig {
  const databaseUrl = env["DATABASE_URL"] ?? "";
  if (!URL.canParse(databaseUrl)) throw new Error("DATABASE_URL must be a postgresql:// URL");
  const portText = env[`PORTICO_${name}_PORT`] ?? String(port);
  if (!/^\d{1,5}$/.test(portText) || Number(portText) > 65_535) {
    throw new Error(`PORTICO_${name}_PORT must be a port number`);
  }
  const logLevel = env["PORTICO_LOG_LEVEL"] ?? "info";
  if (!LEVELS.includes(logLevel)) throw new Error(`PORTICO_LOG_LEVEL must be one of ${LEVELS.join(", ")}`);
  return {
    databaseUrl,
    host: env[`PORTICO_${name}_HOST`] ?? "127.0.0.1",
    port: Number(portText),
    trustedProxies: readTrustedProxies(env),
    logLevel,
  };
}
