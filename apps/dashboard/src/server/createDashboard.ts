import { createServiceApp, healthRoutes, type LogAddresses, openRequest, pinHost } from "@portico/server";
import { DEFAULT_RATES } from "@portico/metering";
import { DEFAULT_IPFS_GATEWAY } from "@portico/safe-fetch";
import {
  closeDatabase,
  deleteExpiredSessions,
  getPoolFigures,
  isDatabaseAway,
  openDatabase,
  REQUEST_ANSWER_MS,
  type Subject,
} from "@portico/store";
import type { ServiceMetrics } from "@portico/server/telemetry";
import { type Express, type RequestHandler } from "express";
import { sql } from "kysely";
import type { Logger } from "pino";
import { explorerRoutes } from "./explorer/explorerRoutes.ts";
import { createLimits } from "./limits.ts";
import { createSignInService, type OwnClient } from "./oauth.ts";
import { operationRoutes } from "./operationRoutes.ts";
import { createSessions } from "./sessions.ts";
import { signInRoutes } from "./signInRoutes.ts";
import { createSiteChecks, type SiteChecks } from "./validation/checkSite.ts";
import { webRoutes } from "./webRoutes.ts";

export interface DashboardOptions {
  /** Any migrated database of the store. */
  readonly databaseUrl: string;
  /** Where people reach it, without a trailing slash. */
  readonly url: string;
  readonly connectUrl: string;
  readonly client: Pick<OwnClient, "id" | "secret">;
  readonly log: Logger;
  readonly metrics?: ServiceMetrics | undefined;
  readonly operators?: ReadonlySet<Subject>;
  readonly apiUrl?: string;
  /** By which the data API is asked for visitors of the explorer; left out: the explorer is off. */
  readonly explorerKey?: string;
  /** Where `ipfs://` is read; ends with a slash. */
  readonly ipfsGateway?: string;
  readonly docsUrl?: string;
  readonly trustedProxies?: readonly string[];
  /** How the log names internet addresses; "short" when left out. */
  readonly logAddresses?: LogAddresses;
  readonly allowsPrivateSites?: boolean;
  /** Who is asked for TXT records, as `address` or `address:port`; whom the system asks when left out. */
  readonly dnsServers?: readonly string[] | undefined;
  /** In the place of those that allowsPrivateSites says. */
  readonly sites?: SiteChecks;
  readonly sessionSeconds?: number;
  /** Requests per second that the data API lets a key have, if not the usual. */
  readonly ratePerKey?: number;
  /** Where all processes count requests together; each for itself when left out. */
  readonly redisUrl?: string | undefined;
  /** Where the web app is built; left out: no pages. */
  readonly webFolder?: string;
  /** Database connections at most. */
  readonly connections?: number;
}

export interface Dashboard {
  readonly app: Express;
  /** Ends the connections to the database; call it when no request is open any more. */
  readonly close: () => Promise<void>;
}

const CLEAN_UP_MS = 600_000;
const HALF_A_DAY = 43_200;

/** The dashboard's server over a database. All that it knows is there: other processes on it serve the same sessions. */
export async function createDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { databaseUrl, url, connectUrl, log, connections = 10, sessionSeconds = HALF_A_DAY } = options;
  const {
    apiUrl = "",
    explorerKey = "",
    ipfsGateway = DEFAULT_IPFS_GATEWAY,
    docsUrl = "",
    operators = new Set(),
    ratePerKey = DEFAULT_RATES.perKey,
    webFolder,
    trustedProxies = [],
  } = options;
  const { limits, close: closeLimits } = await createLimits({ redisUrl: options.redisUrl, log });
  const db = openDatabase(databaseUrl, { max: connections, answerMs: REQUEST_ANSWER_MS });
  options.metrics?.showPool(() => getPoolFigures(db));
  try {
    const sites =
      options.sites ??
      createSiteChecks({ allowsPrivate: options.allowsPrivateSites ?? false, dnsServers: options.dnsServers });
    const sessions = createSessions({ db, url, ttlSeconds: sessionSeconds, operators });
    const service = createSignInService({ ...options.client, connectUrl, redirectUri: `${url}/dashboard/callback` });
    const deps = { db, log, url, connectUrl, apiUrl, docsUrl, sites, limits, ratePerKey };
    const handlers = [
      openRequest({ log, metrics: options.metrics, logAddresses: options.logAddresses }),
      healthRoutes(() => sql`select 1`.execute(db)),
      pinHost(url),
      headers(url),
      signInRoutes({ db, log, url, limits, sessions, service, sessionSeconds }),
      operationRoutes(deps, sessions),
      explorerRoutes({ db, limits, apiUrl, explorerKey, ipfsGateway }),
      ...(webFolder === undefined ? [] : [webRoutes(webFolder)]),
    ];
    const app = createServiceApp({ log, trustedProxies, handlers, isDatabaseAway });
    const onError = (err: unknown): void => log.warn({ err }, "sessions that are over were not deleted");
    const chore = setInterval(() => void deleteExpiredSessions(db).catch(onError), CLEAN_UP_MS).unref();
    const close = async () => {
      clearInterval(chore);
      closeLimits();
      await closeDatabase(db);
    };
    return { app, close };
  } catch (error) {
    closeLimits();
    await closeDatabase(db);
    throw error;
  }
}

/** What every answer says to browsers; pages have a policy of their own in the place of this one. */
function headers(url: string): RequestHandler {
  const always = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(url.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
  return (_req, res, next) => {
    res.set(always);
    next();
  };
}
