import { once } from "node:events";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, createLog } from "@portico/server";
import { recordLines } from "@portico/server/testing";
import { UNLIMITED } from "@portico/metering";
import { createOauthApp, createOauthClient, type NewOauthClient, type Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { createConnect, type Connect, type ConnectOptions } from "../createConnect.ts";
import { createLimits, NO_LIMITS } from "../signIn/limits.ts";
import { createShortcut } from "./shortcut.ts";

export const CALLBACK = "http://127.0.0.1:9/callback";

export interface TestClient {
  readonly id: string;
  readonly secret: string;
}

export interface TestConnect {
  /** The first of the processes. */
  readonly connect: Connect;
  readonly db: Store;
  readonly databaseUrl: string;
  readonly server: Server;
  readonly issuer: string;
  readonly port: number;
  /** With CALLBACK and CALLBACK?two. */
  readonly client: TestClient;
  readonly addClient: (client?: Partial<NewOauthClient>) => Promise<TestClient>;
  /** Stops and restarts the service, over the same database. */
  readonly restart: () => Promise<void>;
  /** All log lines so far, as text. */
  readonly logged: () => string;
  readonly stop: () => Promise<void>;
}

export type TestConnectOptions = Partial<ConnectOptions> & {
  readonly http?: ServerOptions;
  /** Returns how to reach the database; by default its own address. */
  readonly route?: (databaseUrl: string) => Promise<Partial<Pick<ConnectOptions, "databaseUrl" | "directUrl">>>;
  /** Number of services that take turns behind the one address. */
  readonly processes?: number;
};

/** The real service over its own database; users sign in by the shortcut, without a wallet, unless `parts` is given. */
export async function startTestConnect(options: TestConnectOptions = {}): Promise<TestConnect> {
  const { http, processes = 1, route, ...given } = options;
  const database = await createTestDatabase();
  const urls = { databaseUrl: database.url, ...(await route?.(database.url)) };
  const { sink, text: logged } = recordLines();
  let running: Connect[] = [];
  let turn = 0;
  const answer = (req: IncomingMessage, res: ServerResponse) => running[turn++ % running.length]?.app(req, res);
  const server = createHttpServer(answer, http);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const issuer = given.issuer ?? `http://127.0.0.1:${port}`;
  const limits = createLimits({ rules: NO_LIMITS });
  const startOne = () =>
    createConnect({
      ...urls,
      log: createLog("connect", "info", sink),
      limits,
      rates: { perKey: UNLIMITED, perAddress: UNLIMITED, refusedPerAddress: UNLIMITED },
      parts: (deps) => [createShortcut(deps)],
      connections: 10,
      ...given,
      issuer,
    });
  const startAll = () => Promise.all(Array.from({ length: processes }, startOne));
  const closeAll = () => Promise.all(running.map(({ close }) => close()));
  running = await startAll();
  const appId = await createOauthApp(database.db, { name: "Test app", siteUrl: "https://app.example" });
  const addClient = (client: Partial<NewOauthClient> = {}) =>
    createOauthClient(database.db, { appId, redirectUris: [CALLBACK, `${CALLBACK}?two`], ...client });
  return {
    get connect() {
      return running[0]!;
    },
    db: database.db,
    databaseUrl: database.url,
    server,
    issuer,
    port,
    client: await addClient(),
    addClient,
    restart: async () => {
      await closeAll();
      running = await startAll();
    },
    logged,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await closeAll();
      await database.drop();
    },
  };
}
