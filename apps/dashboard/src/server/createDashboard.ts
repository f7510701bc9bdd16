import { createServiceApp, healthRoutes, type LogAddresses, openRequest, pinHost } from "@portico/server";
import { DEFAULT_RATES } from "@portico/metering";
import {
  assertMigrated,
  closeDatabase,
  deleteExpiredInvitations,
  deleteExpiredSessions,
  deleteOldAuditEntries,
  getPoolFigures,
  isDatabaseAway,
  openDatabase,
  REQUEST_ANSWER_MS,
  type Subject,
} from "@portico/store";
import type { ServiceMetrics } from "@portico/server/telemetry";
import { pageHeaders, pageRoutes } from "@portico/ui/server";
import { createSignInService } from "@portico/ui/signIn";
import type { Express } from "express";
import type { Logger } from "pino";
import { isPagePath } from "../pagePaths.ts";
import { explorerRedirects } from "./explorerRedirects.ts";
import { createLimits } from "./limits.ts";
import { operationRoutes } from "./operationRoutes.ts";
import { createSessions } from "./sessions.ts";
import { signInRoutes } from "./signInRoutes.ts";
import { createSiteChecks, type SiteChecks } from "./validation/checkSite.ts";

export interface DashboardOptions {
  /** Any migrated database of the store. */
  readonly databaseUrl: string;
  /** Public URL, without a trailing slash. */
  readonly url: string;
  readonly connectUrl: string;
  /** Its own client of the sign-in service. */
  readonly client: { readonly id: string; readonly secret: string };
  readonly log: Logger;
  readonly metrics?: ServiceMetrics | undefined;
  readonly operators?: ReadonlySet<Subject>;
  readonly apiUrl?: string;
  /** The explorer's public URL, without a trailing slash; undefined: its paths are not redirected. */
  readonly explorerUrl?: string;
  readonly docsUrl?: string;
  readonly trustedProxies?: readonly string[];
  /** How IP addresses are logged; "short" by default. */
  readonly logAddresses?: LogAddresses;
  readonly allowsPrivateSites?: boolean;
  readonly allowsPrivateWebhooks?: boolean;
  /** Resolvers for TXT records, as `address` or `address:port`; the system's by default. */
  readonly dnsServers?: readonly string[] | undefined;
  /** Instead of those that follow from allowsPrivateSites. */
  readonly sites?: SiteChecks;
  readonly sessionSeconds?: number;
  /** Requests per second that the data API allows a key, if not the default. */
  readonly ratePerKey?: number;
  /** Where all processes count requests together; without it, each process counts separately. */
  readonly redisUrl?: string | undefined;
  /** Folder of the built web app; without it, no pages are served. */
  readonly webFolder?: string;
  /** Maximum number of database connections. */
  readonly connections?: number;
}

export interface Dashboard {
  readonly app: Express;
  /** Closes the database connections; call it when no request is open. */
  readonly close: () => Promise<void>;
}

const CLEAN_UP_MS = 600_000;
const HALF_A_DAY = 43_200;

const PAGES = {
  packageName: "@portico/dashboard",
  robots: ["Disallow: /"],
  isPage: (path: string): boolean => !/^\/dashboard(?:\/|$)/.test(path),
  isKnown: isPagePath,
};

/** The dashboard's server. All its state is in the database: other processes on it serve the same sessions. */
export async function createDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { databaseUrl, url, connectUrl, log, connections = 10, sessionSeconds = HALF_A_DAY } = options;
  const {
    apiUrl = "",
    docsUrl = "",
    operators = new Set(),
    ratePerKey = DEFAULT_RATES.perKey,
    allowsPrivateWebhooks = false,
    explorerUrl,
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
    const deps = { db, log, url, connectUrl, apiUrl, docsUrl, sites, allowsPrivateWebhooks, limits, ratePerKey };
    const handlers = [
      openRequest({ log, metrics: options.metrics, logAddresses: options.logAddresses }),
      healthRoutes(() => assertMigrated(db)),
      pinHost(url),
      pageHeaders(url),
      signInRoutes({ db, log, url, limits, sessions, service, sessionSeconds }),
      operationRoutes(deps, sessions),
      ...(explorerUrl === undefined ? [] : [explorerRedirects(explorerUrl)]),
      ...(webFolder === undefined
        ? []
        : [pageRoutes({ folder: webFolder, ...PAGES, connects: apiUrl === "" ? [] : [new URL(apiUrl).origin] })]),
    ];
    const app = createServiceApp({ log, trustedProxies, handlers, isDatabaseAway });
    const onError = (err: unknown): void =>
      log.warn({ err }, "deleting expired sessions, invitations or audit entries failed");
    const cleanUp = () => [deleteExpiredSessions(db), deleteExpiredInvitations(db), deleteOldAuditEntries(db)];
    const chore = setInterval(() => void Promise.all(cleanUp()).catch(onError), CLEAN_UP_MS).unref();
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
