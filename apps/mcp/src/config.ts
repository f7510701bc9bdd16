import { LOG_ADDRESSES_HELP, readLink, readListenConfig, readOrigin, type ListenConfig } from "@portico/server";
import { telemetryHelp } from "@portico/server/telemetry";

export const HELP = `Portico's server of the Model Context Protocol: the read operations of the data API as tools for agents.

  node src/main.ts           streamable HTTP at http://127.0.0.1:4008/mcp; callers send their own access key
  node src/main.ts --stdio   for an agent program that starts it as a process: standard input and output

  PORTICO_API_URL          the data API; http://127.0.0.1:4000
  PORTICO_ACCESS_KEY       --stdio: your access key for the data API; required there, never used for HTTP callers
  PORTICO_MCP_TOOLS        full: a tool for each operation; compact: three tools for all of them; full
  PORTICO_MCP_CHARACTERS   longest answer of a tool, in characters of JSON; lists are truncated to it; 24000
  PORTICO_MCP_PORT         port to listen on; 4008
  PORTICO_MCP_HOST         address to listen on; 127.0.0.1
  PORTICO_MCP_URL          its public URL, without a path: https://mcp.example; requests for other hosts are refused;
                           http://127.0.0.1:<port>
  PORTICO_MCP_ORIGINS      other origins whose web pages may call it, separated by commas; none
  PORTICO_MCP_SECRET       a secret of 32 characters or more, the same in all processes: users sign in with their wallet
                           instead of sending a key, and their accounts pay, by access keys derived from it; none: keys only
  PORTICO_CONNECT_URL      the sign-in service's public URL, which needs PORTICO_MCP_URL too; required with
                           PORTICO_MCP_SECRET
  DATABASE_URL             its PostgreSQL database; required with PORTICO_MCP_SECRET
  PORTICO_DASHBOARD_URL    the dashboard's public URL, for users without an account
  PORTICO_TRUSTED_PROXIES  proxies whose X-Forwarded-For is trusted: addresses and subnets, separated by commas; none
  PORTICO_LOG_LEVEL        trace, debug, info, warn, error or silent; info
  PORTICO_LOG_ADDRESSES
                           ${LOG_ADDRESSES_HELP}
${telemetryHelp("MCP")}
`;

/** What every transport needs. */
export interface ToolConfig {
  readonly apiUrl: string;
  readonly tools: "compact" | "full";
  /** Characters of an answer. */
  readonly maxLength: number;
}

export interface HttpConfig extends ToolConfig, ListenConfig {
  /** Without a trailing slash. */
  readonly url: string;
  readonly origins: readonly string[];
  /** Undefined: only access keys are accepted. */
  readonly oauth: OAuthConfig | undefined;
}

/** For access tokens of the sign-in service. */
export interface OAuthConfig {
  readonly secret: string;
  readonly databaseUrl: string;
  /** Of the sign-in service, without a trailing slash. */
  readonly connectUrl: string;
  readonly dashboardUrl: string | undefined;
}

export interface StdioConfig extends ToolConfig {
  readonly accessKey: string;
}

/** @throws Error that names the variable that is wrong, never its value, which may be a secret. */
export function readStdioConfig(env: NodeJS.ProcessEnv): StdioConfig {
  const accessKey = env["PORTICO_ACCESS_KEY"] ?? "";
  if (accessKey === "") throw new Error("PORTICO_ACCESS_KEY must be your access key for the data API");
  return { ...readToolConfig(env), accessKey };
}

/** @throws Error that names the variable that is wrong, never its value, which may be a secret. */
export function readHttpConfig(env: NodeJS.ProcessEnv): HttpConfig {
  const listen = readListenConfig(env, { name: "MCP", port: 4008 });
  const url = readOrigin(env, "PORTICO_MCP_URL");
  if (url === undefined && listen.port === 0) throw new Error("PORTICO_MCP_URL must be set when PORTICO_MCP_PORT is 0");
  return {
    ...listen,
    ...readToolConfig(env),
    url: url ?? `http://127.0.0.1:${listen.port}`,
    origins: readOrigins(env["PORTICO_MCP_ORIGINS"] ?? ""),
    oauth: readOAuthConfig(env),
  };
}

const MIN_SECRET = 32;

function readOAuthConfig(env: NodeJS.ProcessEnv): OAuthConfig | undefined {
  const secret = env["PORTICO_MCP_SECRET"] ?? "";
  if (secret === "") return undefined;
  if (secret.length < MIN_SECRET) throw new Error(`PORTICO_MCP_SECRET must have ${MIN_SECRET} characters or more`);
  const connectUrl = readOrigin(env, "PORTICO_CONNECT_URL");
  if (connectUrl === undefined) throw new Error("PORTICO_CONNECT_URL must be set with PORTICO_MCP_SECRET");
  const databaseUrl = env["DATABASE_URL"] ?? "";
  if (!URL.canParse(databaseUrl)) throw new Error("DATABASE_URL must be a postgresql:// URL");
  return { secret, databaseUrl, connectUrl, dashboardUrl: readOrigin(env, "PORTICO_DASHBOARD_URL") };
}

const MIN_CHARACTERS = 1000;

function readToolConfig(env: NodeJS.ProcessEnv): ToolConfig {
  const apiUrl = readLink(env, "PORTICO_API_URL");
  const tools = env["PORTICO_MCP_TOOLS"] ?? "full";
  if (tools !== "full" && tools !== "compact") throw new Error("PORTICO_MCP_TOOLS must be full or compact");
  const characters = env["PORTICO_MCP_CHARACTERS"] ?? "24000";
  if (!/^\d{1,7}$/.test(characters) || Number(characters) < MIN_CHARACTERS)
    throw new Error(`PORTICO_MCP_CHARACTERS must be a whole number of at least ${MIN_CHARACTERS}`);
  return { apiUrl: apiUrl === "" ? "http://127.0.0.1:4000" : apiUrl, tools, maxLength: Number(characters) };
}

function readOrigins(text: string): string[] {
  const origins = text.split(",").map((origin) => origin.trim().replace(/\/$/, ""));
  const named = origins.filter((origin) => origin !== "");
  if (named.some((origin) => URL.parse(origin)?.origin !== origin))
    throw new Error("PORTICO_MCP_ORIGINS must be origins, such as https://agent.example, separated by commas");
  return named;
}
