import { healthRoutes, type LogAddresses, repeat, type ResponseProfile } from "@portico/server";
import {
  createMeter,
  createRateLimits,
  createStoredPrices,
  DEFAULT_RATES,
  type PriceTable,
  type RateSettings,
} from "@portico/metering";
import {
  assertMigrated,
  closeDatabase,
  getPoolFigures,
  listen,
  openDatabase,
  REQUEST_ANSWER_MS,
  UNIT_PRICE_CHANNEL,
  type Store,
} from "@portico/store";
import type { FetchRules } from "@portico/safe-fetch";
import type { ServiceMetrics } from "@portico/server/telemetry";
import type { Express, Router } from "express";
import type { Provider } from "oidc-provider";
import type { Logger } from "pino";
import type { ConnectDeps } from "./deps.ts";
import type { OtherApps } from "./aboutRoutes.ts";
import { createApp } from "./http/createApp.ts";
import { createParts } from "./parts.ts";
import { cleanUp } from "./provider/cleanUp.ts";
import { DOCUMENT_RULES } from "./provider/clientDocuments.ts";
import { createProvider } from "./provider/createProvider.ts";
import { createEndpoints } from "./provider/endpoints.ts";
import { sendErrorPageOf } from "./provider/errorPage.ts";
import { finishReplies } from "./provider/finishReplies.ts";
import { listResources } from "./provider/resource.ts";
import { KEYS_READ_MS, listCookieKeys, loadSigningKeys } from "./provider/signingKeys.ts";
import { missingPage } from "./missingPage.ts";
import type { Pages } from "./pages.ts";
import { DEFAULT_SETTINGS, type ConnectSettings } from "./settings.ts";
import { createLimits, type Limits } from "./signIn/limits.ts";

const CLEAN_UP_MS = 60_000;

export interface ConnectOptions {
  /** A migrated database of the store. */
  readonly databaseUrl: string;
  /** The same database without a pooler; defaults to databaseUrl. */
  readonly directUrl?: string | undefined;
  /** Public URL of the service: an origin, without a trailing slash. */
  readonly issuer: string;
  readonly log: Logger;
  /** Undefined: nothing is counted. */
  readonly metrics?: ServiceMetrics | undefined;
  /** Keys that sign cookies, newest first; by default stored in the database. */
  readonly cookieKeys?: readonly string[] | undefined;
  readonly settings?: Partial<ConnectSettings>;
  readonly rpcUrls?: ConnectDeps["rpcUrls"];
  readonly api?: ConnectDeps["api"];
  /** Public URL of the MCP server's endpoint, for which tokens are issued too. */
  readonly mcpUrl?: string | undefined;
  /** Which documents of clients may be fetched; default DOCUMENT_RULES. */
  readonly documentRules?: FetchRules;
  /** Proxies whose X-Forwarded-For is trusted: addresses and subnets. */
  readonly trustedProxies?: readonly string[];
  /** How IP addresses are logged; default "short". */
  readonly logAddresses?: LogAddresses;
  /** Maximum database connections. */
  readonly connections?: number;
  /** Routes besides the OAuth endpoints; default createParts. */
  readonly parts?: (deps: ConnectDeps) => Router[];
  /** HTML pages; without them, plain text for errors only. */
  readonly pages?: Pages | undefined;
  /** Public URLs of apps beside it. */
  readonly others?: OtherApps;
  /** By default the documented ones, some of which processes share. */
  readonly limits?: Limits;
  /** For the user data endpoints; default DEFAULT_RATES. */
  readonly rates?: RateSettings;
  /** Of answers about users, to requests that don't say which; default seed. */
  readonly defaultProfile?: ResponseProfile;
  /** Overrides of the contract's prices. */
  readonly unitOverrides?: PriceTable;
}

export interface Connect {
  readonly app: Express;
  readonly provider: Provider;
  readonly db: Store;
  /** Reports use, returns units and closes the database; call it when no request is open. */
  readonly close: () => Promise<void>;
}

/** The sign-in service over a database. All of its state is there: other processes on it serve the same sign-ins. */
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
    const resources = listResources({ issuer, mcpUrl: options.mcpUrl });
    const { documentRules = DOCUMENT_RULES } = options;
    const provider = createProvider({ db, issuer, resources, keys, documentRules, settings });
    const sendErrorPage = sendErrorPageOf(pages);
    finishReplies(provider, { issuer, sendErrorPage, log });
    const { rpcUrls = new Map(), api, defaultProfile = "seed", others = {} } = options;
    const deps = {
      provider,
      db,
      issuer,
      settings,
      rpcUrls,
      api,
      defaultProfile,
      pages,
      others,
      limits,
      metering,
      metrics,
      log,
    };
    const routers = [
      ...parts(deps),
      createEndpoints(provider, { issuer, resources, limits, sendErrorPage }),
      ...(pages === undefined ? [] : [missingPage(pages)]),
    ];
    const health = healthRoutes(
      () => assertMigrated(db),
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

/** Metering of the user data endpoints. Rejects if the database is unavailable; then it is closed. */
async function startMetering(db: Store, options: ConnectOptions) {
  const { databaseUrl, directUrl = databaseUrl, log, rates: settings = DEFAULT_RATES } = options;
  const { unitOverrides: overrides } = options;
  const prices = createStoredPrices({ db, overrides, log });
  const meter = createMeter({ db, log, onCharge: options.metrics?.countUnits });
  const rates = await createRateLimits(settings, log);
  const onError = (err: Error) => log.warn({ err }, "database notifications are interrupted; reconnecting");
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
    const channels = { [UNIT_PRICE_CHANNEL]: prices.onNotify };
    stopListening = await listen(directUrl, { notifyUrl: databaseUrl, channels, onReceiving, onError });
    await prices.ready();
    return { prices, meter, rates, isReceiving: () => isReceiving, stop };
  } catch (error) {
    await stop();
    await closeDatabase(db);
    throw error;
  }
}

/**
 * @param options.ownsKeys - Whether the cookie keys are stored in the database, where another process may rotate them.
 */
function startChores(options: { db: Store; provider: Provider; log: Logger; ownsKeys: boolean }) {
  const { db, provider, log, ownsKeys } = options;
  const readKeys = async () => {
    if (ownsKeys) provider.keys = await listCookieKeys(db);
  };
  return [
    repeat(() => cleanUp(db), {
      everyMs: CLEAN_UP_MS,
      onError: (err) => log.warn({ err }, "deleting expired rows failed"),
    }),
    repeat(readKeys, { everyMs: KEYS_READ_MS, onError: (err) => log.warn({ err }, "reading the cookie keys failed") }),
  ];
}
