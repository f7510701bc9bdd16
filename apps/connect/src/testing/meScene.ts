import { createParts } from "../parts.ts";
import { SCOPES } from "../provider/resource.ts";
import { assertContract } from "./contractCheck.ts";
import { ALICE, authorizeUrl, exchange, TestBrowser } from "./client.ts";
import { fillPortfolio } from "./fillPortfolio.ts";
import { createShortcut } from "./shortcut.ts";
import { startDataApi, type DataApiProcess } from "./startDataApi.ts";
import { startTestConnect, type TestClient, type TestConnect } from "./startTestConnect.ts";

export interface TokenOptions {
  readonly scope?: string;
  readonly account?: string;
  readonly client?: TestClient;
}

export interface MeScene {
  readonly connect: TestConnect;
  readonly dataApi: DataApiProcess;
  /** An access token of Alice with all scopes, unless given. */
  readonly getToken: (options?: TokenOptions) => Promise<string>;
  /** Sends a request, and checks the response against the contract, unless a field mask reduced it. */
  readonly get: (target: string, headers?: Record<string, string>) => Promise<Response>;
  /** The data API's own response. */
  readonly getData: (target: string, headers?: Record<string, string>) => Promise<Response>;
  /** Switches the service to another data API. */
  readonly moveDataApi: (to: { readonly url: string; readonly key: string }) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The service and the real data API over one database, where Alice and Bob have holdings. */
export async function startMeScene(): Promise<MeScene> {
  const api = { url: "http://127.0.0.1:9", key: "none" };
  const connect = await startTestConnect({ api, parts: (deps) => [createShortcut(deps), ...createParts(deps)] });
  await fillPortfolio(connect.db);
  const dataApi = await startDataApi(connect.db, connect.databaseUrl);
  const moveDataApi = async (to: typeof api) => {
    Object.assign(api, to);
    await connect.restart();
  };
  await moveDataApi(dataApi);
  const getToken = async ({
    scope = SCOPES.join(" "),
    account = ALICE,
    client = connect.client,
  }: TokenOptions = {}) => {
    const withClient = Object.assign(Object.create(connect) as TestConnect, { client });
    const end = await new TestBrowser().authorize(authorizeUrl(withClient, { scope }), { account });
    const { body } = await exchange(withClient, end.searchParams.get("code") ?? "");
    return (body as { access_token: string }).access_token;
  };
  return {
    connect,
    dataApi,
    getToken,
    get: async (target, headers = {}) => {
      const response = await fetch(connect.issuer + target, { headers });
      const isMasked = response.status === 200 && "x-fields" in headers;
      if (!isMasked) await assertContract("GET", new URL(response.url).pathname, response);
      return response;
    },
    getData: (target, headers = {}) => fetch(dataApi.url + target, { headers: { ...headers, AccessKey: dataApi.key } }),
    moveDataApi,
    stop: async () => {
      await connect.stop();
      await dataApi.stop();
    },
  };
}
