import { closeDatabase, openDatabase, type Store } from "@portico/store";
import type { Express, Router } from "express";
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
import { repeat } from "./repeat.ts";
import { DEFAULT_SETTINGS, type ConnectSettings } from "./settings.ts";
import { createLimits, type Limits } from "./signIn/limits.ts";

const CLEAN_UP_MS = 60_000;

export interface ConnectOptions {
  /** Any migrated database of the store. */
  readonly databaseUrl: string;
  /** Where the service is reached: an origin, without a trailing slash. */
  readonly issuer: string;
  readonly log: Logger;
  /** What signs cookies, newest first; kept in the database when left out. */
  readonly cookieKeys?: readonly string[] | undefined;
  readonly settings?: Partial<ConnectSettings>;
  readonly rpcUrls?: ConnectDeps["rpcUrls"];
  readonly api?: ConnectDeps["api"];
  /** Whose X-Forwarded-For is believed: addresses and subnets. */
  readonly trustedProxies?: readonly string[];
  /** Database connections at most. */
  readonly connections?: number;
  /** What is served besides the doors; createParts when left out. */
  readonly parts?: (deps: ConnectDeps) => Router[];
  /** What people see; plain text about errors alone when left out. */
  readonly pages?: Pages | undefined;
  /** The documented ones, of which processes share some, when left out. */
  readonly limits?: Limits;
}

export interface Connect {
  readonly app: Express;
  readonly provider: Provider;
  readonly db: Store;
  /** Ends the connections to the database; call it when no request is open any more. */
  readonly close: () => Promise<void>;
}

/** The sign-in service over a database. All that it knows is there: other processes on it serve the same sign-ins. */
export async function createConnect(options: ConnectOptions): Promise<Connect> {
  const { databaseUrl, issuer, log, cookieKeys, connections = 20, parts = createParts } = options;
  const { pages, trustedProxies = [] } = options;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const db = openDatabase(databaseUrl, { max: connections, prepares: true });
  const { limits = createLimits({ db }) } = options;
  try {
    const keys = await loadSigningKeys(db, cookieKeys);
    const provider = createProvider({ db, issuer, keys, settings });
    const sendErrorPage = sendErrorPageOf(pages);
    finishReplies(provider, { issuer, sendErrorPage, log });
    const { rpcUrls = new Map(), api } = options;
    const deps = { provider, db, issuer, settings, rpcUrls, api, pages, limits, log };
    const routers = [...parts(deps), createDoors(provider, { issuer, limits, sendErrorPage })];
    const app = createApp({ issuer, log, trustedProxies, routers });
    const chores = startChores({ db, provider, log, ownsKeys: cookieKeys === undefined });
    const close = async () => {
      await Promise.all(chores.map(({ stop }) => stop()));
      await closeDatabase(db);
    };
    return { app, provider, db, close };
  } catch (error) {
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
