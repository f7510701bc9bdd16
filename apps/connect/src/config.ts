import { readRpcUrls } from "@portico/evm";
import {
  LOG_ADDRESSES_HELP,
  PROFILE_HELP,
  readDefaultProfile,
  readLink,
  readOrigin,
  readServiceConfig,
  type ResponseProfile,
  type ServiceConfig,
} from "@portico/server";
import {
  RATE_HELP,
  readRateSettings,
  readUnitOverrides,
  UNITS_HELP,
  type PriceTable,
  type RateSettings,
} from "@portico/metering";
import { telemetryHelp } from "@portico/server/telemetry";
import type { OtherApps } from "./aboutRoutes.ts";
import { DEFAULT_SETTINGS, type ConnectSettings } from "./settings.ts";

export const HELP = `Portico's sign-in service.

  DATABASE_URL           the store's PostgreSQL database, migrated; required
  DATABASE_DIRECT_URL    the same database without a pooler in between, for notifications; required if DATABASE_URL is
                         a pooler in transaction mode; DATABASE_URL
  PORTICO_CONNECT_PORT   port to listen on; 4001
  PORTICO_CONNECT_HOST   address to listen on; 127.0.0.1
  PORTICO_CONNECT_URL    its public URL, without a path: https://connect.example; requests for other hosts are
                         refused; http://127.0.0.1:<port>
  PORTICO_CONNECT_KEYS   secrets that sign cookies, newest first, separated by commas, 32 characters or more each; several
                         processes need the same; without, they are generated and stored in the database
  PORTICO_TRUSTED_PROXIES
                         proxies whose X-Forwarded-For is trusted: addresses and subnets, separated by commas; none
  PORTICO_RPC_<ID>       RPC URLs of a chain, separated by commas: smart accounts sign in on these chains
  PORTICO_API_URL        the data API, for the portfolios of users who allow that
  PORTICO_API_KEY        an access key for the data API
  PORTICO_PROFILE        ${PROFILE_HELP}
  PORTICO_MCP_URL        the MCP server's public URL, without a path: agents sign their users in for it, with the scope
                         data:read; none
  PORTICO_DOCS_URL, PORTICO_DASHBOARD_URL, PORTICO_EXPLORER_URL
                         apps to which the page about the service links; none
${RATE_HELP}
${UNITS_HELP}
  PORTICO_LOG_LEVEL      trace, debug, info, warn, error or silent; info
  PORTICO_LOG_ADDRESSES
                         ${LOG_ADDRESSES_HELP}
${telemetryHelp("CONNECT")}

Lifetimes, in seconds:

  PORTICO_CONNECT_CODE_SECONDS           an authorization code; 60
  PORTICO_CONNECT_ACCESS_TOKEN_SECONDS   an access token; 3600
  PORTICO_CONNECT_REFRESH_TOKEN_SECONDS  a refresh token, from the last refresh; 2592000 (30 days)
  PORTICO_CONNECT_REFRESH_GRACE_SECONDS  how long a used refresh token may be reused, for lost responses; 30, 0 never
  PORTICO_CONNECT_GRANT_SECONDS          a consent, after which the user must consent again; 7776000 (90 days)
  PORTICO_CONNECT_INTERACTION_SECONDS    a sign-in, until the decision; 600
  PORTICO_CONNECT_SESSION_SECONDS        how long a browser stays signed in; 86400
  PORTICO_CONNECT_CHALLENGE_SECONDS      a message that a wallet has to sign; 300
`;

export interface Config extends ServiceConfig {
  /** Without a trailing slash; undefined if not set. */
  readonly issuer: string | undefined;
  /** Newest first; undefined if not set. */
  readonly cookieKeys: readonly string[] | undefined;
  /** By slug. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  readonly api: { readonly url: string; readonly key: string } | undefined;
  /** Of the MCP server's endpoint; undefined: there is none. */
  readonly mcpUrl: string | undefined;
  readonly others: OtherApps;
  readonly rates: RateSettings;
  readonly unitOverrides: PriceTable;
  readonly defaultProfile: ResponseProfile;
  readonly settings: ConnectSettings;
}

/** @throws Error naming the invalid variable and the valid form; never its value, which may be a secret. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    ...readServiceConfig(env, { name: "CONNECT", port: 4001 }),
    issuer: readIssuer(env),
    cookieKeys: readCookieKeys(env),
    rpcUrls: new Map(readRpcUrls(env).map(({ chain, urls }) => [chain, urls])),
    api: readApi(env),
    mcpUrl: readMcpUrl(env),
    others: {
      docsUrl: readLink(env, "PORTICO_DOCS_URL") || undefined,
      dashboardUrl: readOrigin(env, "PORTICO_DASHBOARD_URL"),
      explorerUrl: readOrigin(env, "PORTICO_EXPLORER_URL"),
    },
    rates: readRateSettings(env),
    unitOverrides: readUnitOverrides(env),
    defaultProfile: readDefaultProfile(env),
    settings: readSettings(env),
  };
}

/** Those that a wallet can sign for: the grammar of EIP-4361 has no IPv6 addresses. */
const LOOPBACKS = new Set(["127.0.0.1", "localhost"]);

/** https, with Secure cookies, or http on loopback. */
function readIssuer(env: NodeJS.ProcessEnv): string | undefined {
  const text = env["PORTICO_CONNECT_URL"];
  if (text === undefined || text === "") return undefined;
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACKS.has(url.hostname));
  if (!isSafe || url.href !== `${url.origin}/`) {
    throw new Error("PORTICO_CONNECT_URL must be https://host, without a path (or http://127.0.0.1:port)");
  }
  return url.origin;
}

function readCookieKeys(env: NodeJS.ProcessEnv): string[] | undefined {
  const keys = (env["PORTICO_CONNECT_KEYS"] ?? "")
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (keys.some((key) => key.length < 32)) {
    throw new Error("PORTICO_CONNECT_KEYS must be secrets of 32 characters or more, separated by commas");
  }
  return keys.length > 0 ? keys : undefined;
}

function readApi(env: NodeJS.ProcessEnv): Config["api"] {
  const url = readLink(env, "PORTICO_API_URL");
  if (url === "") return undefined;
  const key = env["PORTICO_API_KEY"] ?? "";
  if (key === "") throw new Error("PORTICO_API_KEY must be an access key when PORTICO_API_URL is set");
  return { url, key };
}

function readMcpUrl(env: NodeJS.ProcessEnv): string | undefined {
  const origin = readOrigin(env, "PORTICO_MCP_URL");
  return origin && `${origin}/mcp`;
}

const NAMES: Readonly<Record<keyof ConnectSettings, string>> = {
  codeSeconds: "PORTICO_CONNECT_CODE_SECONDS",
  accessTokenSeconds: "PORTICO_CONNECT_ACCESS_TOKEN_SECONDS",
  refreshTokenSeconds: "PORTICO_CONNECT_REFRESH_TOKEN_SECONDS",
  refreshGraceSeconds: "PORTICO_CONNECT_REFRESH_GRACE_SECONDS",
  grantSeconds: "PORTICO_CONNECT_GRANT_SECONDS",
  interactionSeconds: "PORTICO_CONNECT_INTERACTION_SECONDS",
  sessionSeconds: "PORTICO_CONNECT_SESSION_SECONDS",
  challengeSeconds: "PORTICO_CONNECT_CHALLENGE_SECONDS",
};

function readSettings(env: NodeJS.ProcessEnv): ConnectSettings {
  const entries = Object.entries(NAMES).map(([setting, name]) => {
    const text = env[name];
    if (text === undefined || text === "") return [];
    const least = setting === "refreshGraceSeconds" ? 0 : 1;
    if (!/^\d{1,9}$/.test(text) || Number(text) < least)
      throw new Error(`${name} must be a whole number of seconds, at least ${least}`);
    return [[setting, Number(text)] as const];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(entries.flat()) };
}
