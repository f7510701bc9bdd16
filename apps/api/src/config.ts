import { readRpcUrls, type RpcLimits } from "@portico/evm";
import {
  RATE_HELP,
  readRateSettings,
  readUnitOverrides,
  UNITS_HELP,
  type PriceTable,
  type RateSettings,
} from "@portico/metering";
import {
  LOG_ADDRESSES_HELP,
  PROFILE_HELP,
  readDefaultProfile,
  readServiceConfig,
  type ResponseProfile,
  type ServiceConfig,
} from "@portico/server";
import { telemetryHelp } from "@portico/server/telemetry";
import type { OperatorName } from "@portico/protocols";
import { parseReadUrls, type ReadUrl } from "@portico/store";
import type { RpcUrls } from "./data/chains/chainRpcs.ts";
import { readOperatorNames } from "./data/protocols/operatorNames.ts";
import { EVENTS_HELP, readEventSettings, type EventSettings } from "./events/eventSettings.ts";
import { readMessageDays } from "./messages/startRetention.ts";
import { readWebhookSettings, type WebhookSettings } from "./messages/webhookSettings.ts";

export const HELP = `Portico's data API.

  DATABASE_URL          the store's PostgreSQL database, migrated; required
  DATABASE_DIRECT_URL   the same database without a pooler in between, for notifications; required if DATABASE_URL is
                        a pooler in transaction mode; DATABASE_URL
  DATABASE_READ_URL     streaming replicas of that database, or nodes if it is distributed, which answers are read from:
                        URLs, separated by commas; none
  DATABASE_READ_LAG_MS  how far behind a replica may be, and how long a request waits for it; 500
  PORTICO_API_PORT      port to listen on; 4000
  PORTICO_API_HOST      address to listen on; 127.0.0.1
  PORTICO_SIGHT_WAIT_MS how long a request waits for the initial scan of an address; 8000
  PORTICO_RPC_<ID>      RPC URLs of a chain, separated by commas: PORTICO_RPC_ETH=https://…; without: no positions and no simulation
  PORTICO_RPC_<ID>_RPS, PORTICO_RPC_<ID>_BATCH
                        maximum calls per second to each of them, and calls per batch; as many as they accept, 100
  PORTICO_POSITION_WAIT_MS
                        how long a request waits for positions that must be read; 5000
  PORTICO_SIMULATION_WAIT_MS
                        how long a node may take to simulate a transaction; 10000
  PORTICO_CONTRACT_NAMES
                        JSON file of your own names of contracts, see apps/docs/names.md; none
  PORTICO_CATALOGUE     JSON file of your own rows of the catalogue of protocols, see apps/docs/protocols.md; none
  PORTICO_ANSWER_MB     memory for cached responses, in MB; 64, 0 disables the cache
  PORTICO_PROFILE       ${PROFILE_HELP}
${RATE_HELP}
${UNITS_HELP}
  PORTICO_MESSAGE_WEBHOOK
                        https URL that receives every message, for delivery through your own channels; none
  PORTICO_MESSAGE_WEBHOOK_SECRET
                        secret that signs its requests (Standard Webhooks): whsec_ and 24 to 64 random bytes in base64
  PORTICO_MESSAGE_WEBHOOK_PRIVATE
                        on: allows http, and private addresses; off
  PORTICO_MESSAGE_DAYS  days after which messages are deleted from inboxes; 365, 0 never
${EVENTS_HELP}
  PORTICO_TRUSTED_PROXIES
                        proxies whose X-Forwarded-For is trusted: addresses and subnets, separated by commas; none
  PORTICO_LOG_LEVEL     trace, debug, info, warn, error or silent; info
  PORTICO_LOG_ADDRESSES
                        ${LOG_ADDRESSES_HELP}
${telemetryHelp("API")}
`;

export interface Config extends ServiceConfig {
  /** Of replicas, or of the nodes of a distributed database. */
  readonly readUrls: readonly ReadUrl[];
  /** Undefined if not set. */
  readonly readLagMs: number | undefined;
  /** Undefined if not set. */
  readonly initialScanWaitMs: number | undefined;
  /** By slug. */
  readonly rpcUrls: RpcUrls;
  /** By slug. */
  readonly rpcLimits: ReadonlyMap<string, RpcLimits>;
  /** Undefined if not set. */
  readonly positionWaitMs: number | undefined;
  /** Undefined if not set. */
  readonly simulationWaitMs: number | undefined;
  /** Undefined if not set. */
  readonly answerBytes: number | undefined;
  /** The operator's names of contracts. */
  readonly contractNames: readonly OperatorName[];
  readonly rates: RateSettings;
  readonly unitOverrides: PriceTable;
  /** Retention of messages; 0: unlimited. */
  readonly messageDays: number;
  readonly events: EventSettings;
  readonly defaultProfile: ResponseProfile;
  /** Undefined if not set. */
  readonly webhook: WebhookSettings | undefined;
}

/** @throws Error naming the invalid variable and the valid form. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const megabytes = env["PORTICO_ANSWER_MB"];
  if (megabytes !== undefined && !/^\d{1,5}$/.test(megabytes))
    throw new Error("PORTICO_ANSWER_MB must be a whole number of megabytes");
  const rpcs = readRpcUrls(env);
  return {
    ...readServiceConfig(env, { name: "API", port: 4000 }),
    readUrls: parseReadUrls(env["DATABASE_READ_URL"] ?? ""),
    readLagMs: readWait(env, "DATABASE_READ_LAG_MS"),
    initialScanWaitMs: readWait(env, "PORTICO_SIGHT_WAIT_MS"),
    rpcUrls: new Map(rpcs.map(({ chain, urls }) => [chain, urls])),
    rpcLimits: new Map(rpcs.map(({ chain, maxRps, batchSize }) => [chain, { maxRps, batchSize }])),
    positionWaitMs: readWait(env, "PORTICO_POSITION_WAIT_MS"),
    simulationWaitMs: readWait(env, "PORTICO_SIMULATION_WAIT_MS"),
    answerBytes: megabytes === undefined ? megabytes : Number(megabytes) * 1024 * 1024,
    defaultProfile: readDefaultProfile(env),
    contractNames: readOperatorNames(env["PORTICO_CONTRACT_NAMES"]),
    rates: readRateSettings(env),
    unitOverrides: readUnitOverrides(env),
    messageDays: readMessageDays(env),
    events: readEventSettings(env),
    webhook: readWebhookSettings(env),
  };
}

function readWait(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const wait = env[name];
  if (wait !== undefined && !/^\d{1,6}$/.test(wait)) throw new Error(`${name} must be a whole number of milliseconds`);
  return wait === undefined ? wait : Number(wait);
}
