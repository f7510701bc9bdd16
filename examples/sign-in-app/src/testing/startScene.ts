import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createApi } from "@portico/api";
import { createConnect } from "@portico/connect";
import { TestUser } from "@portico/connect/testing";
import { NATIVE_TOKEN, type Address } from "@portico/evm";
import {
  advanceChain,
  createAccessKey,
  createOauthApp,
  createOauthClient,
  ensureChainState,
  replacePrices,
  type Store,
  unknownToken,
  upsertTokens,
  writeBalances,
  writeInitialScans,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import { createApp } from "../createApp.ts";
import type { Settings } from "../settings.ts";

const JUNK: Address = "0x00000000000000000000000000000000000bad02";
const HEAD = { blockNumber: 19_000_000n, hash: `0x${"11".repeat(32)}` as const, timeAt: 1_763_700_000 };
/** The symbol of an unsolicited token. */
export const HOSTILE_SYMBOL = '"><img src=x onerror=alert(1)>\u202Egnp';

export interface Scene {
  readonly db: Store;
  readonly appUrl: string;
  readonly settings: Settings;
  /** The same wallet in the application's browser and at the sign-in service. */
  readonly visitor: TestUser;
  readonly user: TestUser;
  readonly stop: () => Promise<void>;
}

/**
 * The application, the sign-in service and the data API, each on its port, and a user who holds 2 ETH and a spam token.
 */
export async function startScene(): Promise<Scene> {
  const { db, url: databaseUrl, drop } = await createTestDatabase();
  const log = pino({ level: "silent" });
  const servers = await Promise.all([listen(), listen(), listen()]);
  const [data, signIn, app] = servers;
  const { key } = await createAccessKey(db, { name: "sign-in service", isUnlimited: true });
  const issuer = signIn.url;
  const user = new TestUser(issuer);
  await fill(db, user.address as Address);
  const api = await createApi({ databaseUrl, log });
  const connect = await createConnect({ databaseUrl, issuer, log, api: { url: data.url, key } });
  const redirectUri = `${app.url}/callback`;
  const appId = await createOauthApp(db, { name: "Example", siteUrl: "https://app.example" });
  const { id: clientId, secret: clientSecret } = await createOauthClient(db, { appId, redirectUris: [redirectUri] });
  data.answer(api.app);
  signIn.answer(connect.app);
  const settings = { connectUrl: issuer, clientId, clientSecret, redirectUri, cookieSecret: "s".repeat(32) };
  app.answer(createApp(settings));
  const stop = async () => {
    await Promise.all(servers.map(({ server }) => close(server)));
    await Promise.all([api.close(), connect.close()]);
    await drop();
  };
  return { db, appUrl: app.url, settings, visitor: new TestUser(app.url, user.account), user, stop };
}

/** A server whose port is known before its handler. */
export async function listen() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    answer: (listener: RequestListener) => void server.on("request", listener),
  };
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/** Gives an owner 2 ETH at 3000 USD each, and a spam token. */
export async function fill(db: Store, owner: Address): Promise<void> {
  const held = (token: Address, rawAmount: bigint) => ({ owner, token, rawAmount });
  const listed = { isVerified: true, isCore: true };
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: HEAD.blockNumber - 7200n });
  await upsertTokens(db, [
    { ...unknownToken("eth", NATIVE_TOKEN), standard: "native", name: "Ether", symbol: "ETH", decimals: 18, ...listed },
    { ...unknownToken("eth", JUNK), name: HOSTILE_SYMBOL, symbol: HOSTILE_SYMBOL, decimals: 0 },
  ]);
  const price = { token: NATIVE_TOKEN, usd: 3000, source: "chainlink", blockNumber: 1n, timeAt: 1 } as const;
  await replacePrices(db, "eth", [price]);
  await writeBalances(db, "eth", HEAD.blockNumber, [held(NATIVE_TOKEN, 2n * 10n ** 18n), held(JUNK, 7n)]);
  await writeInitialScans(db, "eth", { blockNumber: HEAD.blockNumber, listId: 1, owners: [owner], balances: [] });
  await advanceChain(db, "eth", { logs: HEAD, balances: HEAD });
}
