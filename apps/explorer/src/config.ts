import { LOG_ADDRESSES_HELP, readLink, readOrigin, readServiceConfig, type ServiceConfig } from "@portico/server";
import { readRateSettings } from "@portico/metering";
import { readIpfsGateway } from "@portico/safe-fetch";
import { telemetryHelp } from "@portico/server/telemetry";
import type { SignInClient } from "./server/signIn/signInRoutes.ts";

export const HELP = `Portico's explorer: public pages that show the portfolio of any address.

  DATABASE_URL             the store's PostgreSQL database, migrated; required
  DATABASE_DIRECT_URL      the same database without a pooler in between; the explorer does not need it; DATABASE_URL
  PORTICO_EXPLORER_PORT    port to listen on; 4006
  PORTICO_EXPLORER_HOST    address to listen on; 127.0.0.1
  PORTICO_EXPLORER_URL     its public URL, without a path: https://explorer.example; requests for other hosts are refused;
                           http://127.0.0.1:<port>
  PORTICO_API_URL          the data API, from which the pages read; not set: the explorer is off
  PORTICO_EXPLORER_KEY     an access key for the data API, wallet-enabled for gas; not set: the explorer is off
  PORTICO_DASHBOARD_URL    the dashboard, to which the pages link; http://127.0.0.1:4002
  PORTICO_CONNECT_URL      the sign-in service, by which users sign in here too; http://127.0.0.1:4001
  PORTICO_EXPLORER_CLIENT_ID, PORTICO_EXPLORER_CLIENT_SECRET
                           the explorer's own client of the sign-in service, with the redirect URI
                           <PORTICO_EXPLORER_URL>/auth/callback; not set: users can't sign in
  PORTICO_EXPLORER_EXAMPLE an address that the landing page offers to try; none
  PORTICO_IPFS_GATEWAY     where NFT pictures that are on IPFS are read; https://ipfs.io/ipfs/
  REDIS_URL                Redis that shares rate limits between processes: redis://host:6379 (default: each process counts separately)
  PORTICO_TRUSTED_PROXIES  proxies whose X-Forwarded-For is trusted: addresses and subnets, separated by commas; none
  PORTICO_LOG_LEVEL        trace, debug, info, warn, error or silent; info
  PORTICO_LOG_ADDRESSES
                           ${LOG_ADDRESSES_HELP}
${telemetryHelp("EXPLORER")}
`;

export interface Config extends ServiceConfig {
  /** Without a trailing slash; undefined if not set. */
  readonly url: string | undefined;
  /** "": the explorer is off. */
  readonly apiUrl: string;
  /** "": the explorer is off. */
  readonly explorerKey: string;
  readonly dashboardUrl: string;
  /** Undefined: users can't sign in. */
  readonly signIn: SignInClient | undefined;
  /** Ends with a slash. */
  readonly ipfsGateway: string;
  /** Undefined when not set. */
  readonly exampleAddress: string | undefined;
  /** Undefined when not set. */
  readonly redisUrl: string | undefined;
}

/** @throws Error that names the variable that is wrong, never its value, which may be a secret. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  ...readServiceConfig(env, { name: "EXPLORER", port: 4006 }),
  url: readOrigin(env, "PORTICO_EXPLORER_URL"),
  apiUrl: readLink(env, "PORTICO_API_URL"),
  explorerKey: env["PORTICO_EXPLORER_KEY"] ?? "",
  dashboardUrl: readOrigin(env, "PORTICO_DASHBOARD_URL") ?? "http://127.0.0.1:4002",
  signIn: readSignIn(env),
  ipfsGateway: readIpfsGateway(env),
  exampleAddress: readExample(env),
  redisUrl: readRateSettings(env).redisUrl,
});

function readExample(env: NodeJS.ProcessEnv): string | undefined {
  const text = env["PORTICO_EXPLORER_EXAMPLE"] ?? "";
  if (text === "") return undefined;
  if (!/^0x[0-9a-f]{40}$/i.test(text))
    throw new Error("PORTICO_EXPLORER_EXAMPLE must be an address: 0x and 40 hex digits");
  return text.toLowerCase();
}

function readSignIn(env: NodeJS.ProcessEnv): SignInClient | undefined {
  const connectUrl = readOrigin(env, "PORTICO_CONNECT_URL") ?? "http://127.0.0.1:4001";
  const clientId = env["PORTICO_EXPLORER_CLIENT_ID"] ?? "";
  const clientSecret = env["PORTICO_EXPLORER_CLIENT_SECRET"] ?? "";
  if (clientId === "" && clientSecret === "") return undefined;
  if (clientId !== "" && clientSecret !== "") return { connectUrl, clientId, clientSecret };
  throw new Error("PORTICO_EXPLORER_CLIENT_ID and PORTICO_EXPLORER_CLIENT_SECRET must be set together");
}
