import { developmentWallets } from "@portico/evm";
import { LOG_ADDRESSES_HELP, readLink, readOrigin, readServiceConfig, type ServiceConfig } from "@portico/server";
import { readRateSettings } from "@portico/metering";
import { isLoopbackHost, parseSubject, readSubject, type Subject } from "@portico/store";
import { readSwitch } from "@portico/server/switch";
import { telemetryHelp } from "@portico/server/telemetry";

export const HELP = `Portico's dashboard: applications, access keys and units for their owners, and administration for operators.

  DATABASE_URL             the store's PostgreSQL database, migrated; required
  DATABASE_DIRECT_URL      the same database without a pooler in between; the dashboard does not need it; DATABASE_URL
  PORTICO_DASHBOARD_PORT   port to listen on; 4002
  PORTICO_DASHBOARD_HOST   address to listen on; 127.0.0.1
  PORTICO_DASHBOARD_URL    its public URL, without a path: https://dashboard.example; requests for other hosts are
                           refused; http://127.0.0.1:<port>
  PORTICO_CONNECT_URL      the sign-in service, which also signs users in to the dashboard; http://127.0.0.1:4001
  PORTICO_DASHBOARD_CLIENT_ID, PORTICO_DASHBOARD_CLIENT_SECRET
                           the dashboard's own client of the sign-in service, with the redirect URI
                           <PORTICO_DASHBOARD_URL>/dashboard/callback; required
  PORTICO_OPERATORS        operators, separated by commas: addresses of keys, and of contracts, such as a Safe, with their chain
                           id: eip155:1:0x…; in addition to accounts that are marked as operators
  PORTICO_API_URL, PORTICO_DOCS_URL
                           where the data API and the documentation are, for the examples that the pages show
  PORTICO_EXPLORER_URL     the explorer, to which /explore, /address and /gas redirect; http://127.0.0.1:4006
  PORTICO_VALIDATION_PRIVATE
                           on: allows sites of applications at http and private addresses; for tests only, and only if
                           the dashboard is reachable from this computer alone; off
  PORTICO_EVENT_WEBHOOK_PRIVATE
                           on, as for the data API: webhooks of alert rules may use http, and private addresses; off
  PORTICO_DASHBOARD_SESSION_SECONDS
                           how long a browser stays signed in; 43200 (12 hours)
  PORTICO_RATE_PER_KEY     as for the data API: requests per second, the maximum that owners can set for a key; 100
  REDIS_URL                Redis that shares rate limits between processes: redis://host:6379 (default: each process counts separately)
  PORTICO_TRUSTED_PROXIES  proxies whose X-Forwarded-For is trusted: addresses and subnets, separated by commas; none
  PORTICO_LOG_LEVEL        trace, debug, info, warn, error or silent; info
  PORTICO_LOG_ADDRESSES
                           ${LOG_ADDRESSES_HELP}
${telemetryHelp("DASHBOARD")}
`;

export interface Config extends ServiceConfig {
  /** Without a trailing slash; undefined if not set. */
  readonly url: string | undefined;
  readonly connectUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly operators: ReadonlySet<Subject>;
  /** "" if unknown. */
  readonly apiUrl: string;
  readonly docsUrl: string;
  /** Without a trailing slash. */
  readonly explorerUrl: string;
  readonly allowsPrivateSites: boolean;
  readonly allowsPrivateWebhooks: boolean;
  readonly sessionSeconds: number;
  /** Requests per second. */
  readonly ratePerKey: number;
  /** Undefined if not set. */
  readonly redisUrl: string | undefined;
}

/** @throws Error naming the invalid variable and the valid form; never its value, which may be a secret. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const rates = readRateSettings(env);
  const service = readServiceConfig(env, { name: "DASHBOARD", port: 4002 });
  const url = readOrigin(env, "PORTICO_DASHBOARD_URL");
  const isLocal = isLoopbackHost(service.host) && (url === undefined || isLoopbackHost(new URL(url).hostname));
  return {
    ...service,
    url,
    connectUrl: readOrigin(env, "PORTICO_CONNECT_URL") ?? "http://127.0.0.1:4001",
    client: {
      id: readText(env, "PORTICO_DASHBOARD_CLIENT_ID"),
      secret: readText(env, "PORTICO_DASHBOARD_CLIENT_SECRET"),
    },
    operators: readOperators(env, { isLocal }),
    apiUrl: readLink(env, "PORTICO_API_URL"),
    docsUrl: readLink(env, "PORTICO_DOCS_URL"),
    explorerUrl: readOrigin(env, "PORTICO_EXPLORER_URL") ?? "http://127.0.0.1:4006",
    allowsPrivateSites: readPrivateSites(env, { isLocal }),
    allowsPrivateWebhooks: readSwitch(env, "PORTICO_EVENT_WEBHOOK_PRIVATE"),
    sessionSeconds: readSeconds(env, "PORTICO_DASHBOARD_SESSION_SECONDS", 43_200),
    ratePerKey: rates.perKey,
    redisUrl: rates.redisUrl,
  };
}

function readText(env: NodeJS.ProcessEnv, name: string): string {
  const text = env[name] ?? "";
  if (text === "") throw new Error(`${name} must be set`);
  return text;
}

/**
 * A bare address means a key's account only: on other chains, anyone may deploy a contract at the same address.
 * @param isLocal - Whether the dashboard is only reachable from this computer.
 */
export function readOperators(env: NodeJS.ProcessEnv, { isLocal }: { isLocal: boolean }): Set<Subject> {
  const entries = (env["PORTICO_OPERATORS"] ?? "").split(",").map((entry) => entry.trim());
  const operators = entries.filter((entry) => entry !== "").map(parseSubject);
  if (!operators.every((operator) => operator !== undefined)) {
    throw new Error(
      "PORTICO_OPERATORS must be addresses, or eip155:<chain>:<address> for contracts, separated by commas",
    );
  }
  if (!isLocal && operators.some(isDevelopmentWallet)) {
    throw new Error(
      `PORTICO_OPERATORS must not contain a development wallet, whose key is public, ${BEYOND}: use addresses of your own`,
    );
  }
  return new Set(operators);
}

/** Also as a contract: the key's holder can delegate the account to code that accepts every signature (EIP-7702). */
const isDevelopmentWallet = (operator: Subject): boolean => developmentWallets.has(readSubject(operator).address);

/** Private sites allow any account to probe servers inside this network. */
function readPrivateSites(env: NodeJS.ProcessEnv, { isLocal }: { isLocal: boolean }): boolean {
  const isOn = readSwitch(env, "PORTICO_VALIDATION_PRIVATE");
  if (isOn && !isLocal) throw new Error(`PORTICO_VALIDATION_PRIVATE must be off ${BEYOND}`);
  return isOn;
}

const BEYOND = "when PORTICO_DASHBOARD_HOST or PORTICO_DASHBOARD_URL is not a loopback address";

function readSeconds(env: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = env[name] ?? "";
  if (text === "") return usual;
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`${name} must be a whole number of seconds`);
  return Number(text);
}
