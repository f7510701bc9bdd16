import { ensureArtefact } from "@portico/artefacts";
import { startProcess } from "@portico/server/testing";
import { createOauthApp, createOauthClient, setOauthClientDisabled, type Store } from "@portico/store";
import { createTestDatabase, freePort } from "@portico/store/testing";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { WEB_FOLDER } from "../webFolder.ts";
import { startTestExplorer, type TestExplorer } from "./startTestExplorer.ts";

export interface SignInScene {
  readonly explorer: TestExplorer;
  readonly connectUrl: string;
  /** The sign-in service's database. */
  readonly db: Store;
  readonly client: { readonly id: string; readonly secret: string };
  readonly wallet: PrivateKeyAccount;
  readonly setClientDisabled: (isDisabled: boolean) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** The explorer with its pages, the real sign-in service and a wallet; the data API is unavailable. */
export async function startSignInScene(): Promise<SignInScene> {
  const { db, url: databaseUrl, drop } = await createTestDatabase();
  const port = await freePort();
  const connectUrl = `http://127.0.0.1:${port}`;
  const connect = startProcess(await ensureArtefact("connect"), [], {
    DATABASE_URL: databaseUrl,
    PORTICO_CONNECT_PORT: String(port),
  });
  let client = { id: "", secret: "" };
  const explorer = await startTestExplorer(async (url) => {
    const appId = await createOauthApp(db, { name: "Explorer", siteUrl: `${url}/` });
    client = await createOauthClient(db, { appId, redirectUris: [`${url}/auth/callback`] });
    return {
      databaseUrl,
      apiUrl: "http://127.0.0.1:9",
      explorerKey: "pk_x",
      webFolder: WEB_FOLDER,
      signIn: { connectUrl, clientId: client.id, clientSecret: client.secret },
    };
  });
  await connect.url();
  return {
    explorer,
    connectUrl,
    db,
    client,
    wallet: privateKeyToAccount(generatePrivateKey()),
    setClientDisabled: (isDisabled) => setOauthClientDisabled(db, client.id, isDisabled),
    stop: async () => {
      connect.child.kill("SIGTERM");
      await Promise.all([explorer.stop(), connect.end]);
      await drop();
    },
  };
}
