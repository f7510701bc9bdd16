import { addressKey, createServiceApp, healthRoutes, type LogAddresses, openRequest, pinHost } from "@portico/server";
import { DEFAULT_IPFS_GATEWAY } from "@portico/safe-fetch";
import {
  assertMigrated,
  closeDatabase,
  getPoolFigures,
  isDatabaseAway,
  openDatabase,
  REQUEST_ANSWER_MS,
} from "@portico/store";
import type { ServiceMetrics } from "@portico/server/telemetry";
import { pageHeaders, pageRoutes } from "@portico/ui/server";
import { type Express, Router } from "express";
import type { Logger } from "pino";
import { cardRoutes } from "./cards/cardRoutes.ts";
import { createOwnerCount } from "./countOwner.ts";
import { createDataApi } from "./dataApi.ts";
import { createLocalizer } from "./createLocalizer.ts";
import { exampleRoute } from "./exampleRoute.ts";
import { explorerRoutes } from "./explorerRoutes.ts";
import { createPageHeads } from "./heads/describePage.ts";
import { installRoutes } from "./install/installRoutes.ts";
import { createLimits } from "./limits.ts";
import { type SignInClient, signInRoutes } from "./signIn/signInRoutes.ts";

export interface ExplorerAppOptions {
  /** Any migrated database of the store. */
  readonly databaseUrl: string;
  /** The public URL, without a trailing slash. */
  readonly url: string;
  readonly log: Logger;
  readonly metrics?: ServiceMetrics | undefined;
  /** Of the data API; without it the explorer is off. */
  readonly apiUrl?: string;
  /** The access key for the data API; without it the explorer is off. */
  readonly explorerKey?: string;
  /** Without a trailing slash. */
  readonly dashboardUrl?: string;
  /** The explorer's client of the sign-in service; without it users can't sign in. */
  readonly signIn?: SignInClient | undefined;
  /** Gateway for `ipfs://`; ends with a slash. */
  readonly ipfsGateway?: string;
  /** That the landing page offers to try. */
  readonly exampleAddress?: string | undefined;
  readonly trustedProxies?: readonly string[];
  /** Format of IP addresses in the log; default "short". */
  readonly logAddresses?: LogAddresses;
  /** Redis for rate limits shared by several processes; by default each counts alone. */
  readonly redisUrl?: string | undefined;
  /** Where the web app is built; without it there are no pages. */
  readonly webFolder?: string;
  /** Maximum of database connections. */
  readonly connections?: number;
}

export interface ExplorerApp {
  readonly app: Express;
  /** Closes the database connections; call it when no request is open any more. */
  readonly close: () => Promise<void>;
}

/**
 * Pages of addresses, and of their transactions, are for their readers: each costs reads of nodes. Of blocks there are
 * too many.
 */
const ROBOTS = [
  "Allow: /explore$",
  "Allow: /assets/",
  "Allow: /token/",
  "Allow: /protocol",
  "Allow: /collection/",
  "Allow: /explorer/cards/",
  "Disallow: /",
];

const isPage = (path: string): boolean => !/^\/(?:explorer|auth)\//.test(path);

/** The explorer's server. It has no state of its own: several processes may serve the same database. */
export async function createExplorer(options: ExplorerAppOptions): Promise<ExplorerApp> {
  const { databaseUrl, url, log, webFolder, trustedProxies = [], connections = 10 } = options;
  const { apiUrl = "", explorerKey = "", dashboardUrl = "", ipfsGateway = DEFAULT_IPFS_GATEWAY } = options;
  const { limits, close: closeLimits } = await createLimits({ redisUrl: options.redisUrl, log });
  const db = openDatabase(databaseUrl, { max: connections, answerMs: REQUEST_ANSWER_MS });
  options.metrics?.showPool(() => getPoolFigures(db));
  const close = async () => {
    closeLimits();
    await closeDatabase(db);
  };
  const api = apiUrl === "" || explorerKey === "" ? undefined : createDataApi({ apiUrl, key: explorerKey });
  const countOwner = createOwnerCount(limits);
  const describe = api && createPageHeads({ db, api, limits, countOwner });
  try {
    const handlers = [
      openRequest({ log, metrics: options.metrics, logAddresses: options.logAddresses }),
      healthRoutes(() => assertMigrated(db)),
      pinHost(url),
      pageHeaders(url),
      exampleRoute(options.exampleAddress),
      ...(describe ? [Router().use("/explorer/cards", cardRoutes({ describe, limits }))] : []),
      explorerRoutes({ db, limits, api, countOwner, ipfsGateway }),
      signInRoutes({ log, url, limits, client: options.signIn }),
      entryRoutes(dashboardUrl),
      ...(webFolder === undefined
        ? []
        : [
            installRoutes(webFolder),
            pageRoutes({
              folder: webFolder,
              packageName: "@portico/explorer",
              robots: ROBOTS,
              isPage,
              localize: createLocalizer(),
              ...(describe && { heads: { origin: url, find: (req) => describe(addressKey(req.ip), req.path) } }),
            }),
          ]),
    ];
    return { app: createServiceApp({ log, trustedProxies, handlers, isDatabaseAway }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `/` is the landing page; `/dashboard` leads to the dashboard, whose URL the built pages don't know. */
const entryRoutes = (dashboardUrl: string): Router =>
  Router()
    .get("/", (_req, res) => res.redirect(302, "/explore"))
    .get("/dashboard", (_req, res, next) => {
      if (dashboardUrl === "") return next();
      return res.redirect(302, `${dashboardUrl}/`);
    });
