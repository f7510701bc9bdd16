import { createApi } from "@portico/api";
import { createConnect, createPages } from "@portico/connect";
import { createDashboard, WEB_FOLDER } from "@portico/dashboard";
import type { Address } from "@portico/evm";
import { createAccessKey, createOauthApp, createOauthClient, keySubject } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { createApp } from "../createApp.ts";
import { type Dns, startDns } from "./startDns.ts";
import { close, fill, listen } from "./startScene.ts";

export interface DashboardScene {
  readonly dashboardUrl: string;
  readonly apiUrl: string;
  /** The application's site, which serves one file at every path. */
  readonly siteUrl: string;
  readonly serveFile: (text: string) => void;
  /** The dashboard's resolver for TXT records. */
  readonly dns: Dns;
  readonly appUrl: string;
  readonly redirectUri: string;
  /** Starts the application with the client that the dashboard created. */
  readonly startApp: (client: { readonly id: string; readonly secret: string }) => void;
  readonly stop: () => Promise<void>;
}

/** All four servers over one database: the dashboard, the sign-in service with its pages, the data API and, later, the application. */
export async function startDashboardScene(operator: Address): Promise<DashboardScene> {
  const { db, url: databaseUrl, drop } = await createTestDatabase();
  const log = pino({ level: "silent" });
  const dns = await startDns();
  const servers = await Promise.all([listen(), listen(), listen(), listen(), listen()]);
  const [data, signIn, board, app, site] = servers;
  await fill(db, operator);
  const { key } = await createAccessKey(db, { name: "sign-in service", isUnlimited: true });
  const appId = await createOauthApp(db, { name: "Portico's dashboard", siteUrl: board.url });
  const client = await createOauthClient(db, { appId, redirectUris: [`${board.url}/dashboard/callback`] });
  const api = await createApi({ databaseUrl, log });
  const issuer = signIn.url;
  const pages = createPages({ issuer });
  const connect = await createConnect({ databaseUrl, issuer, log, pages, api: { url: data.url, key } });
  const dashboard = await createDashboard({
    databaseUrl,
    log,
    url: board.url,
    apiUrl: data.url,
    connectUrl: issuer,
    client,
    operators: new Set([keySubject(operator)]),
    allowsPrivateSites: true,
    dnsServers: [dns.server],
    webFolder: WEB_FOLDER,
  });
  let file = "nothing";
  data.answer(api.app);
  signIn.answer(connect.app);
  board.answer(dashboard.app);
  site.answer((_request, response) => void response.end(file));
  const redirectUri = `${app.url}/callback`;
  return {
    dashboardUrl: board.url,
    apiUrl: data.url,
    siteUrl: site.url,
    dns,
    serveFile: (text) => {
      file = text;
    },
    appUrl: app.url,
    redirectUri,
    startApp: ({ id: clientId, secret: clientSecret }) =>
      app.answer(createApp({ connectUrl: issuer, clientId, clientSecret, redirectUri, cookieSecret: "s".repeat(32) })),
    stop: async () => {
      await Promise.all(servers.map(({ server }) => close(server)));
      await Promise.all([api.close(), connect.close(), dashboard.close()]);
      await dns.stop();
      await drop();
    },
  };
}
