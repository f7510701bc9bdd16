import { setTimeout as sleep } from "node:timers/promises";
import { createFallbackRates, LIMIT_LIFETIME_MS, RATE_RULES, type RpcLimits } from "@portico/evm";
import {
  ACCESS_KEY_CHANNEL,
  CHAIN_CHANNEL,
  closeDatabase,
  createEndpointProfiles,
  createRpcRates,
  getPoolFigures,
  isReadOnly as isReadOnlyDatabase,
  listen,
  openDatabase,
  OWNER_EVENT_CHANNEL,
  REQUEST_ANSWER_MS,
  requestHolderScan,
  PROTOCOL_CHANNEL,
  SCANNED_CHANNEL,
  TOKEN_CHANNEL,
  UNIT_PRICE_CHANNEL,
  type ReadUrl,
} from "@portico/store";
import {
  createMeter,
  createRateLimits,
  createStoredPrices,
  DEFAULT_RATES,
  type PriceTable,
  type RateSettings,
} from "@portico/metering";
import type { LogAddresses, ResponseProfile } from "@portico/server";
import type { ServiceMetrics } from "@portico/server/telemetry";
import type { Express } from "express";
import type { Logger } from "pino";
import { ANSWER_BYTES, createAnswerCache } from "./data/answerCache.ts";
import { createChainRpcs, type RpcUrls } from "./data/chains/chainRpcs.ts";
import { createGasMarkets } from "./data/chains/gasMarket.ts";
import { createNames } from "./data/names.ts";
import { afterCatchUp, countReplicas, openApiReads } from "./data/openApiReads.ts";
import { createPastPositions } from "./data/past/pastPositions.ts";
import { createPositionReader, type PositionReaderOptions } from "./data/positions/positionReader.ts";
import { createPositions } from "./data/positions/positions.ts";
import { createContractNames, type OperatorName } from "@portico/protocols";
import { createProtocolFreshness } from "./data/protocols/protocolFreshness.ts";
import { createProtocolTable, type ProtocolTable } from "./data/protocols/protocolTable.ts";
import { createServedChains } from "./data/chains/servedChains.ts";
import { createAccountCodes } from "./data/accountCodes.ts";
import { createInitialScans } from "./data/initialScans.ts";
import { createOwnerFollowing } from "./data/owners/ownerFollowing.ts";
import { createSimulator } from "./data/simulation/simulator.ts";
import { createTokenFreshness } from "./data/tokens/tokenFreshness.ts";
import { createTokenTable, type TokenTable } from "./data/tokens/tokenTable.ts";
import { createKnowledgeBase } from "./data/transactions/knowledge.ts";
import { createEvents, type EventTimes } from "./events/createEvents.ts";
import type { EventSettings } from "./events/eventSettings.ts";
import { startRetention } from "./messages/startRetention.ts";
import type { WebhookQueue, WebhookQueueOptions } from "./messages/webhookQueue.ts";
import type { WebhookSettings } from "./messages/webhookSettings.ts";
import { startAlerts } from "./alerts/alerts.ts";
import { createApp } from "./http/createApp.ts";
import { createApiPipeline } from "./http/createApiPipeline.ts";
import { createReplyCheck } from "./http/replyCheck.ts";
import { createAccessKeyCheck } from "./keys/accessKeyCheck.ts";
import { createGate } from "./keys/gate.ts";
import { operations } from "./operations/operations.ts";

export const POSITION_WAIT_MS = 5_000;
export const SIMULATION_WAIT_MS = 10_000;

/** How long closing waits for positions that are being read: a node may never respond. */
const READ_TIMEOUT_MS = 2_000;

export interface ApiOptions {
  /** A migrated database of the store. */
  readonly databaseUrl: string;
  /** The same database without a pooler; defaults to databaseUrl. */
  readonly directUrl?: string | undefined;
  readonly log: Logger;
  /** Undefined: nothing is counted. */
  readonly metrics?: ServiceMetrics | undefined;
  /** Validates every reply against the contract, and responds with 500 if it is violated. For tests. */
  readonly checkReplies?: boolean;
  /** Replicas of the database, which answers are read from; default none. */
  readonly readUrls?: readonly ReadUrl[] | undefined;
  /** How far behind a replica may be; default READ_LAG_MS. */
  readonly readLagMs?: number | undefined;
  /** Maximum database connections; as many again to each replica. */
  readonly connections?: number;
  /** How long a request waits for an address's initial scan; default INITIAL_SCAN_WAIT_MS. */
  readonly initialScanWaitMs?: number | undefined;
  /** RPC URLs, by slug: for reading positions and simulating transactions. */
  readonly rpcUrls?: RpcUrls | undefined;
  /** Their limits, by slug; by default as many as they accept. */
  readonly rpcLimits?: ReadonlyMap<string, RpcLimits> | undefined;
  /** How long a request waits for positions to be read; default POSITION_WAIT_MS. */
  readonly positionWaitMs?: number | undefined;
  /** Timeout of a simulation by a node; default SIMULATION_WAIT_MS. */
  readonly simulationWaitMs?: number | undefined;
  /** Proxies whose X-Forwarded-For is trusted: addresses and subnets; default none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** How IP addresses are logged; default "short". */
  readonly logAddresses?: LogAddresses | undefined;
  /** Maximum memory of the response cache; default ANSWER_BYTES, 0 disables it. */
  readonly answerBytes?: number | undefined;
  /** The operator's names of contracts, which win over the tables; default none. */
  readonly contractNames?: readonly OperatorName[] | undefined;
  /** Default DEFAULT_RATES. */
  readonly rates?: RateSettings | undefined;
  /** Overrides of the contract's prices. */
  readonly unitOverrides?: PriceTable | undefined;
  /** The operator's webhook for messages; default none. */
  readonly webhook?: (WebhookSettings & { readonly pollMs?: number; readonly freeMs?: number }) | undefined;
  /** Of answers to keys without a profile, for requests that don't say which; default seed. */
  readonly defaultProfile?: ResponseProfile | undefined;
  /** Retention of messages in days; default 365, 0: unlimited. */
  readonly messageDays?: number | undefined;
  /** Default DEFAULT_EVENT_SETTINGS. */
  readonly events?: (EventSettings & EventTimes) | undefined;
}

export interface Api {
  readonly app: Express;
  readonly tokens: TokenTable;
  readonly protocols: ProtocolTable;
  /** Reports use, returns units and closes the database; call it when no request is open. */
  readonly close: () => Promise<void>;
}

/** The data API over a database. Resolves when token metadata and prices are loaded and kept up to date. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { databaseUrl, directUrl = databaseUrl, log, checkReplies, connections = 20 } = options;
  const { initialScanWaitMs, answerBytes = ANSWER_BYTES } = options;
  const { rpcUrls = new Map(), positionWaitMs = POSITION_WAIT_MS } = options;
  const { simulationWaitMs = SIMULATION_WAIT_MS, trustedProxies = [], webhook, metrics } = options;
  const db = openDatabase(databaseUrl, { max: connections, answerMs: REQUEST_ANSWER_MS });
  const isReadOnly = await isReadOnlyDatabase(db).catch(async (error: unknown) => {
    await closeDatabase(db);
    throw error;
  });
  if (isReadOnly) log.info("the database is read-only: nothing is written, see apps/docs/operating.md");
  const { readUrls = [], readLagMs: lagMs } = options;
  const reads = await openApiReads(db, { databaseUrl, readUrls, lagMs, max: connections, log, metrics }).catch(
    async (error: unknown) => {
      await closeDatabase(db);
      throw error;
    },
  );
  const answers = createAnswerCache({ maxBytes: answerBytes });
  metrics?.showPool(() => getPoolFigures(db));
  metrics?.observeCache(answers.figures);
  const tokens = createTokenTable(reads.db, answers.onNotify);
  const freshness = createTokenFreshness(tokens, {
    onError: (error) => log.error({ err: error }, "reading token metadata failed; retrying"),
  });
  const protocols = createProtocolTable(reads.db, answers.onNotify);
  const protocolFreshness = createProtocolFreshness(protocols, {
    onError: (error) => log.error({ err: error }, "reading protocols failed; retrying"),
  });
  const closing = new AbortController();
  const chainRpcs = createChainRpcs(rpcUrls, {
    onCall: metrics?.countRpc,
    limits: options.rpcLimits,
    rates: isReadOnly ? undefined : createFallbackRates(createRpcRates(db, RATE_RULES)),
    profiles: createEndpointProfiles(db, { lifetimeMs: LIMIT_LIFETIME_MS, isReadOnly }),
    signal: closing.signal,
  });
  const gasMarkets = createGasMarkets(chainRpcs);
  const names = createNames(chainRpcs);
  const keys = createAccessKeyCheck(db);
  const meter = createMeter({ db, log, isReadOnly, onCharge: metrics?.countUnits });
  const prices = createStoredPrices({ db, overrides: options.unitOverrides, log });
  const rates = await createRateLimits(options.rates ?? DEFAULT_RATES, log);
  const delivery = { db, databaseUrl: directUrl, log, meter, metrics, prices, isReadOnly };
  const events = createEvents({ ...delivery, settings: options.events });
  const alerts = startAlerts({ ...delivery, isPrivate: events.isPrivate });
  const initialScans = createInitialScans(db, { waitMs: initialScanWaitMs, isReadOnly, onWrite: reads.catchUp });
  const accountCodes = createAccountCodes(db, {
    isReadOnly,
    onError: (error) => log.warn({ err: error }, "requesting the code of accounts failed"),
  });
  const reading = {
    db,
    chainRpcs,
    protocolOfReceipt: (chain, token) => {
      const id = tokens.find(chain, token)?.token.protocolId ?? "";
      return protocols.isOff(id) ? undefined : protocols.find(id);
    },
    tokens,
    onError: (error, about) => log.warn({ err: error, ...about }, "reading or storing positions failed"),
  } satisfies PositionReaderOptions;
  const reader = createPositionReader({ ...reading, isReadOnly, onWrite: reads.catchUp });
  const positions = createPositions({ db: reads.db, tokens, initialScans, protocols, reader });
  const pastPositions = createPastPositions({ ...reading, reads: reads.db, initialScans, protocols });
  const servedChains = createServedChains(reads.db);
  const contractNames = createContractNames(options.contractNames);
  const knowledge = createKnowledgeBase({ db: reads.db, tokens, contractNames });
  const simulator = createSimulator({
    db: reads.db,
    chainRpcs,
    tokens,
    waitMs: simulationWaitMs,
    onError: (error, about) => log.warn({ err: error, ...about }, "simulating a transaction failed"),
  });
  const notifications = { isReceiving: false };
  const onReceiving = (isReceiving: boolean) => {
    notifications.isReceiving = isReceiving;
    keys.setReceiving(isReceiving);
    reads.catchUp();
    if (isReceiving) answers.onNotify(undefined);
    else answers.disconnect();
  };
  const retention = startRetention({ db, log, days: isReadOnly ? 0 : options.messageDays });
  let stopListening: () => Promise<void> = async () => undefined;
  let webhooks: WebhookQueue | undefined;
  const close = async () => {
    freshness.stop();
    protocolFreshness.stop();
    prices.stop();
    rates.close();
    await stopListening();
    await events.close();
    await Promise.all([meter.close(), webhooks?.close(), retention.stop(), alerts.close()]);
    await Promise.race([
      Promise.all([reader.idle(), accountCodes.idle()]),
      sleep(READ_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    closing.abort();
    await reads.close();
    await closeDatabase(db);
  };
  try {
    stopListening = await listen(directUrl, {
      notifyUrl: databaseUrl,
      onReceiving,
      channels: afterCatchUp(reads, {
        [TOKEN_CHANNEL]: freshness.onNotify,
        [PROTOCOL_CHANNEL]: protocolFreshness.onNotify,
        [CHAIN_CHANNEL]: (chain) => chain !== undefined && answers.onNotify(chain),
        [ACCESS_KEY_CHANNEL]: keys.clear,
        [UNIT_PRICE_CHANNEL]: prices.onNotify,
        [SCANNED_CHANNEL]: initialScans.onNotify,
        [OWNER_EVENT_CHANNEL]: events.onNotify,
      }),
      onError: (error) => log.warn({ err: error }, "database notifications are interrupted; reconnecting"),
    });
    await Promise.all([freshness.ready(), protocolFreshness.ready(), prices.ready()]);
    if (webhook && !isReadOnly)
      webhooks = await startWebhooks({ databaseUrl: directUrl, db, log, settings: webhook, ...webhook });
    const replyCheck = checkReplies === true ? createReplyCheck() : undefined;
    const pipeline = createApiPipeline({
      handlers: operations,
      deps: {
        db: reads.db,
        primary: db,
        countReplicas: () => countReplicas(reads),
        meter,
        chainRpcs,
        gasMarkets,
        names,
        tokens,
        protocols,
        contractNames,
        initialScans,
        ownerFollowing: createOwnerFollowing(db, initialScans, { isReadOnly }),
        requestHolders: async (chain, token) => {
          const isRequested = !isReadOnly && (await requestHolderScan(db, chain, token));
          reads.catchUp();
          return isRequested;
        },
        accountCodes,
        positions,
        pastPositions,
        simulator,
        positionWaitMs,
        servedChains,
        knowledge,
        webhooks,
        events,
        notifications,
      },
      gate: createGate({ keys, rates, meter, prices }),
      answers,
      defaultProfile: options.defaultProfile ?? "seed",
      log,
      replyCheck,
    });
    const app = createApp({ pipeline, log, metrics, trustedProxies, logAddresses: options.logAddresses, replyCheck });
    return { app, tokens, protocols, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The queue is loaded only if it is used. */
async function startWebhooks(options: WebhookQueueOptions): Promise<WebhookQueue> {
  const { startWebhookQueue } = await import("./messages/webhookQueue.ts");
  return await startWebhookQueue(options);
}
