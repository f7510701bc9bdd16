import { healthRoutes, type LogAddresses, repeat } from "@portico/server";
import {
  createMeter,
  createRateLimits,
  createStoredPrices,
  DEFAULT_RATES,
  type PriceTable,
  type RateSettings,
} from "@portico/metering";
import {
  closeDatabase,
  getPoolFigures,
  listen,
  openDatabase,
  REQUEST_ANSWER_MS,
  UNIT_PRICE_CHANNEL,
  type Store,
} from "@portico/store";
import type { ServiceMetrics } from "@portico/server/telemetry";
import type { Express, Router } from "express";
import { sql } from "kysely";
import type { Provider } from "oidc-provider";
import type { Logger } from "pino";
import type { ConnectDeps } from "./deps.ts";
import { createApp } from "./http/createApp.ts";
import { createParts } from "./parts.ts";
import { cleanUp } from "./provider/cleanUp.ts";
import { createProvider } from "./provider/createProvider.ts";
import { createDoors } from "./provider/doors.ts";
import { sendErrorPageOf } from "./provider/errorPage.ts";
import { finishReplies } from "./provider/finishReplies.ts";
import { KEYS_READ_MS, listCookieKeys, loadSigningKeys } from "./provider/signingKeys.ts";
import type { Pages } from "./pages.ts";
import { DEFAULT_SETTINGS, type ConnectSettings } from "./settings.ts";
import { createLimits, type Limits } from "./signIn/limits.ts";

const CLEAN_UP_MS = 60_000;

export interface ConnectOptions {
  /** Any migrated database of the store. */
  readonly databaseUrl: string;
  /** The same database without a pooler in between; databaseUrl when left out. */
  readonly directUrl?: string | undefined;
  /** Where the service is reached: an origin, without a trailing slash. */
  readonly issuer: string;
  readonly log: Logger;
  /** Where it is counted; nothing is when left out. */
  readonly metrics?: ServiceMetrics | undefined;
  /** What signs cookies, newest first; kept in the database when left out. */
  readonly cookieKeys?: readonly string[] | undefined;
  readonly settings?: Partial<ConnectSettings>;
  readonly rpcUrls?: ConnectDeps["rpcUrls"];
  readonly api?: ConnectDeps["api"];
  /** Whose X-Forwarded-For is believed: addresses and subnets. */
  readonly trustedProxies?: readonly string[];
  /** How the log names internet addresses; "short" when left out. */
  readonly logAddresses?: LogAddresses;
  /** Database connections at most. */
  readonly connections?: number;
  /** What is served besides the doors; createParts when left out. */
  readonly parts?: (deps: ConnectDeps) => Router[];
  /** What people see; plain text about errors alone when left out. */
  readonly pages?: Pages | undefined;
  /** The documented ones, of which processes share some, when left out. */
  readonly limits?: Limits;
  /** Of the user data interfaces; DEFAULT_RATES when left out. */
  readonly rates?: RateSettings;
  /** Prices that differ from the contract's. */
  readonly unitOverrides?: PriceTable;
}

export interface Connect {
  readonly app: Express;
  readonly provider: Provider;
  readonly db: Store;
  /** Reports what was used, gives units back, and ends the connections to the database; call it when no request is open any more. */
  readonly close: () => Promise<void>;
}

/** The sign-in service over a database. All that it knows is there: other processes on it serve the same sign-ins. */
export async function createConnect(options: ConnectOptions): Promise<Connect> {
  const { databaseUrl, issuer, log, cookieKeys, connections = 20, parts = createParts } = options;
  const { pages, metrics, trustedProxies = [] } = options;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const db = openDatabase(databaseUrl, { max: connections, prepares: true, answerMs: REQUEST_ANSWER_MS });
  metrics?.showPool(() => getPoolFigures(db));
  const { limits = createLimits({ db }) } = options;
  const metering = await startMetering(db, options);
  try {
    const keys = await loadSigningKeys(db, cookieKeys);
    const provider = createProvider({ db, issuer, keys, settings });
    const sendErrorPage = sendErrorPageOf(pages);
    finishReplies(provider, { issuer, sendErrorPage, log });
    const { rpcUrls = new Map(), api } = options;
    const deps = { provider, db, issuer, settings, rpcUrls, api, pages, limits, metering, metrics, log };
    const routers = [...parts(deps), createDoors(provider, { issuer, limits, sendErrorPage })];
    const health = healthRoutes(
      () => sql`select 1`.execute(db),
      () => ({ notifications: metering.isReceiving() ? "received" : "lost" }),
    );
    const { logAddresses } = options;
    const app = createApp({ issuer, log, metrics, trustedProxies, logAddresses, health, routers });
    const chores = startChores({ db, provider, log, ownsKeys: cookieKeys === undefined });
    const close = async () => {
      await Promise.all(chores.map(({ stop }) => stop()));
      await metering.stop();
      await closeDatabase(db);
    };
    return { app, provider, db, close };
  } catch (error) {
    await metering.stop();
    await closeDatabase(db);
    throw error;
  }
}

/** What the user data interfaces are counted by. Rejects when the database does not answer; then it is closed. */
async function startMetering(db: Store, options: ConnectOptions) {
  const { databaseUrl, directUrl = databaseUrl, log, rates: settings = DEFAULT_RATES } = options;
  const { unitOverrides: overrides } = options;
  const prices = createStoredPrices({ db, overrides, log });
  const meter = createMeter({ db, log, onCharge: options.metrics?.countUnits });
  const rates = await createRateLimits(settings, log);
  const onError = (err: Error) => log.warn({ err }, "notifications of the database are lost; trying again");
  let isReceiving = false;
  const onReceiving = (receives: boolean) => void (isReceiving = receives);
  let stopListening = async () => {};
  const stop = async () => {
    prices.stop();
    rates.close();
    await stopListening();
    await meter.close();
  };
  try {
    const channels = { [UNIT_PRICE_CHANNEL]: prices.hear };
    stopListening = await listen(directUrl, { notifyUrl: databaseUrl, channels, onReceiving, onError });
    await prices.ready();
    return { prices, meter, rates, isReceiving: () => isReceiving, stop };
  } catch (error) {
    await stop();
    await closeDatabase(db);
    throw error;
  }
}

/** @param options.ownsKeys - Whether the cookie keys are those of the database, where another process may rotate them. */
function startChores(options: { db: Store; provider: Provider; log: Logger; ownsKeys: boolean }) {
  const { db, provider, log, ownsKeys } = options;
  const readKeys = async () => {
    if (ownsKeys) provider.keys = await listCookieKeys(db);
  };
  return [
    repeat(() => cleanUp(db), {
      everyMs: CLEAN_UP_MS,
      onError: (err) => log.warn({ err }, "expired rows not deleted"),
    }),
    repeat(readKeys, { everyMs: KEYS_READ_MS, onError: (err) => log.warn({ err }, "cookie keys not read") }),
  ];
}
