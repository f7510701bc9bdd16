import { setTimeout as sleep } from "node:timers/promises";
import { createFallbackRates, RATE_RULES, type RpcLimits } from "@portico/evm";
import {
  ACCESS_KEY_CHANNEL,
  CHAIN_CHANNEL,
  closeDatabase,
  createRpcRates,
  getPoolFigures,
  isReadOnly as isReadOnlyDatabase,
  listen,
  openDatabase,
  REQUEST_ANSWER_MS,
  PROTOCOL_CHANNEL,
  SIGHTED_CHANNEL,
  TOKEN_CHANNEL,
  UNIT_PRICE_CHANNEL,
} from "@portico/store";
import {
  createMeter,
  createRateLimits,
  createStoredPrices,
  DEFAULT_RATES,
  type PriceTable,
  type RateSettings,
} from "@portico/metering";
import type { LogAddresses } from "@portico/server";
import type { ServiceMetrics } from "@portico/server/telemetry";
import type { Express } from "express";
import type { Logger } from "pino";
import { ANSWER_BYTES, createAnswerCache } from "./data/answerCache.ts";
import { createChainRpcs, type RpcUrls } from "./data/chains/chainRpcs.ts";
import { createGasMarkets } from "./data/chains/gasMarket.ts";
import { createNames } from "./data/names.ts";
import { createPositionReader } from "./data/positions/positionReader.ts";
import { createPositions } from "./data/positions/positions.ts";
import { createProtocolFreshness } from "./data/protocols/protocolFreshness.ts";
import { createProtocolTable, type ProtocolTable } from "./data/protocols/protocolTable.ts";
import { createServedChains } from "./data/chains/servedChains.ts";
import { createSights } from "./data/sights.ts";
import { createSimulator } from "./data/simulation/simulator.ts";
import { createTokenFreshness } from "./data/tokens/tokenFreshness.ts";
import { createTokenTable, type TokenTable } from "./data/tokens/tokenTable.ts";
import { createKnowledgeBase } from "./data/transactions/knowledge.ts";
import { DEFAULT_MESSAGE_DAYS, startRetention } from "./messages/startRetention.ts";
import type { WebhookQueue, WebhookQueueOptions } from "./messages/webhookQueue.ts";
import type { WebhookSettings } from "./messages/webhookSettings.ts";
import { createApp } from "./http/createApp.ts";
import { createApiPipeline } from "./http/createApiPipeline.ts";
import { createReplyCheck } from "./http/replyCheck.ts";
import { createAccessKeyCheck } from "./keys/accessKeyCheck.ts";
import { createGate } from "./keys/gate.ts";
import { operations } from "./operations/operations.ts";

export const POSITION_WAIT_MS = 5_000;
export const SIMULATION_WAIT_MS = 10_000;

/** How long closing waits for positions that are being read: a node may never answer. */
const READ_PATIENCE_MS = 2_000;

export interface ApiOptions {
  /** Any migrated database of the store. */
  readonly databaseUrl: string;
  /** The same database without a pooler in between; databaseUrl when left out. */
  readonly directUrl?: string | undefined;
  readonly log: Logger;
  /** Where it is counted; nothing is when left out. */
  readonly metrics?: ServiceMetrics | undefined;
  /** Check every reply against the contract, and answer 500 when it breaks it. For tests. */
  readonly checkReplies?: boolean;
  /** Database connections at most. */
  readonly connections?: number;
  /** How long a request waits for a first look at an address; SIGHT_WAIT_MS when left out. */
  readonly sightWaitMs?: number | undefined;
  /** Where chains are reached, by slug: positions are read there, and transactions simulated. */
  readonly rpcUrls?: RpcUrls | undefined;
  /** How they may be called, by slug; as they take it, when left out. */
  readonly rpcLimits?: ReadonlyMap<string, RpcLimits> | undefined;
  /** How long a request waits for positions that must be read; POSITION_WAIT_MS when left out. */
  readonly positionWaitMs?: number | undefined;
  /** How long a node may take to simulate a transaction; SIMULATION_WAIT_MS when left out. */
  readonly simulationWaitMs?: number | undefined;
  /** Whose X-Forwarded-For is believed: addresses and subnets; nobody's when left out. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** How the log names internet addresses; "short" when left out. */
  readonly logAddresses?: LogAddresses | undefined;
  /** Memory for answers that are kept, at most; ANSWER_BYTES when left out, 0 keeps none. */
  readonly answerBytes?: number | undefined;
  /** DEFAULT_RATES when left out. */
  readonly rates?: RateSettings | undefined;
  /** Prices that differ from the contract's. */
  readonly unitOverrides?: PriceTable | undefined;
  /** Where the operator is told of messages; nowhere when left out. */
  readonly webhook?: (WebhookSettings & { readonly pollMs?: number; readonly freeMs?: number }) | undefined;
  /** How long messages are kept, in days; 365 when left out, 0: for ever. */
  readonly messageDays?: number | undefined;
}

export interface Api {
  readonly app: Express;
  readonly tokens: TokenTable;
  readonly protocols: ProtocolTable;
  /** Reports what was used, gives units back, and ends the connections to the database; call it when no request is open any more. */
  readonly close: () => Promise<void>;
}

/** The data API over a database. Resolves when token metadata and prices are loaded and kept fresh. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { databaseUrl, directUrl = databaseUrl, log, checkReplies, connections = 20 } = options;
  const { sightWaitMs, answerBytes = ANSWER_BYTES } = options;
  const { rpcUrls = new Map(), positionWaitMs = POSITION_WAIT_MS } = options;
  const { simulationWaitMs = SIMULATION_WAIT_MS, trustedProxies = [], webhook, metrics } = options;
  const db = openDatabase(databaseUrl, { max: connections, answerMs: REQUEST_ANSWER_MS });
  const isReadOnly = await isReadOnlyDatabase(db).catch(async (error: unknown) => {
    await closeDatabase(db);
    throw error;
  });
  if (isReadOnly) log.info("the database may only be read: nothing is written, see apps/docs/operating.md");
  const answers = createAnswerCache({ maxBytes: answerBytes });
  metrics?.showPool(() => getPoolFigures(db));
  metrics?.showKept(answers.figures);
  const tokens = createTokenTable(db, answers.hear);
  const freshness = createTokenFreshness(tokens, {
    onError: (error) => log.error({ err: error }, "tokens not read; trying again"),
  });
  const protocols = createProtocolTable(db, answers.hear);
  const protocolFreshness = createProtocolFreshness(protocols, {
    onError: (error) => log.error({ err: error }, "protocols not read; trying again"),
  });
  const closing = new AbortController();
  const chainRpcs = createChainRpcs(rpcUrls, {
    onCall: metrics?.countRpc,
    limits: options.rpcLimits,
    rates: isReadOnly ? undefined : createFallbackRates(createRpcRates(db, RATE_RULES)),
    signal: closing.signal,
  });
  const gasMarkets = createGasMarkets(chainRpcs);
  const names = createNames(chainRpcs);
  const keys = createAccessKeyCheck(db);
  const meter = createMeter({ db, log, isReadOnly, onCharge: metrics?.countUnits });
  const prices = createStoredPrices({ db, overrides: options.unitOverrides, log });
  const rates = await createRateLimits(options.rates ?? DEFAULT_RATES, log);
  const sights = createSights(db, { waitMs: sightWaitMs, isReadOnly });
  const reader = createPositionReader({
    db,
    isReadOnly,
    chainRpcs,
    isTokenKnown: (chain, token) => (tokens.find(chain, token)?.token.decimals ?? null) !== null,
    onError: (error, about) => log.warn({ err: error, ...about }, "positions not read or not stored"),
  });
  const positions = createPositions({ db, tokens, sights, protocols, reader });
  const servedChains = createServedChains(db);
  const knowledge = createKnowledgeBase({ db, tokens });
  const simulator = createSimulator({
    db,
    chainRpcs,
    tokens,
    waitMs: simulationWaitMs,
    onError: (error, about) => log.warn({ err: error, ...about }, "transaction not simulated"),
  });
  const notifications = { isReceiving: false };
  const onReceiving = (isReceiving: boolean) => {
    notifications.isReceiving = isReceiving;
    keys.setReceiving(isReceiving);
    if (isReceiving) answers.hear(undefined);
    else answers.goDeaf();
  };
  const messageDays = isReadOnly ? 0 : (options.messageDays ?? DEFAULT_MESSAGE_DAYS);
  const retention = startRetention({ db, log, days: messageDays });
  let stopListening: () => Promise<void> = async () => undefined;
  let webhooks: WebhookQueue | undefined;
  const close = async () => {
    freshness.stop();
    protocolFreshness.stop();
    prices.stop();
    rates.close();
    await stopListening();
    await Promise.all([meter.close(), webhooks?.close(), retention.stop()]);
    await Promise.race([reader.idle(), sleep(READ_PATIENCE_MS, undefined, { ref: false })]);
    closing.abort();
    await closeDatabase(db);
  };
  try {
    stopListening = await listen(directUrl, {
      notifyUrl: databaseUrl,
      onReceiving,
      channels: {
        [TOKEN_CHANNEL]: freshness.hear,
        [PROTOCOL_CHANNEL]: protocolFreshness.hear,
        [CHAIN_CHANNEL]: (chain) => chain !== undefined && answers.hear(chain),
        [ACCESS_KEY_CHANNEL]: keys.forget,
        [UNIT_PRICE_CHANNEL]: prices.hear,
        [SIGHTED_CHANNEL]: sights.hear,
      },
      onError: (error) => log.warn({ err: error }, "notifications of the database are lost; trying again"),
    });
    await Promise.all([freshness.ready(), protocolFreshness.ready(), prices.ready()]);
    const { pollMs, freeMs } = webhook ?? {};
    if (webhook && !isReadOnly)
      webhooks = await startWebhooks({ databaseUrl: directUrl, db, log, settings: webhook, pollMs, freeMs });
    const replyCheck = checkReplies === true ? createReplyCheck() : undefined;
    const pipeline = createApiPipeline({
      handlers: operations,
      deps: {
        db,
        meter,
        chainRpcs,
        gasMarkets,
        names,
        tokens,
        protocols,
        sights,
        positions,
        simulator,
        positionWaitMs,
        servedChains,
        knowledge,
        webhooks,
        notifications,
      },
      gate: createGate({ keys, rates, meter, prices }),
      answers,
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

/** The queue is loaded by those who use it. */
async function startWebhooks(options: WebhookQueueOptions): Promise<WebhookQueue> {
  const { startWebhookQueue } = await import("./messages/webhookQueue.ts");
  return await startWebhookQueue(options);
}
