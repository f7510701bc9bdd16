import { once } from "node:events";
import type { Server, ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer, createLog } from "@portico/server";
import { recordLines } from "@portico/server/testing";
import { DEFAULT_RATES, UNLIMITED, type RateSettings } from "@portico/metering";
import { createAccessKey, type Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { parseList } from "structured-headers";
import { expect } from "vitest";
import { createApi, type Api, type ApiOptions } from "../createApi.ts";

export interface TestApi {
  readonly api: Api;
  readonly db: Store;
  readonly databaseUrl: string;
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  /** A valid AccessKey, and its public id. */
  readonly key: string;
  readonly keyId: string;
  /** All log lines so far, as text. */
  readonly logged: () => string;
  /** GET with the key; `headers` replace or add. */
  readonly get: (target: string, headers?: Record<string, string>) => Promise<Response>;
  readonly post: (target: string, body: string | Buffer, headers?: Record<string, string>) => Promise<Response>;
  /** GET, 200, as JSON. */
  readonly getJson: <T>(target: string, headers?: Record<string, string>) => Promise<T>;
  /** Portico-Chains of a GET: the parameters of each chain. */
  readonly getChains: (target: string) => Promise<Map<string, Record<string, unknown>>>;
  readonly stop: () => Promise<void>;
}

export interface TestApiOptions {
  readonly limits?: ServerOptions;
  readonly initialScanWaitMs?: number;
  /** By slug; default none. */
  readonly rpcUrls?: ReadonlyMap<string, readonly string[]>;
  readonly positionWaitMs?: number;
  readonly trustedProxies?: readonly string[];
  readonly logAddresses?: ApiOptions["logAddresses"];
  readonly metrics?: ApiOptions["metrics"];
  readonly simulationWaitMs?: number;
  /** Whether its key may call the wallet group; default true. */
  readonly isWalletEnabled?: boolean;
  /** Default 0: no cache, so that a test reads its own writes without waiting for notifications. */
  readonly answerBytes?: number;
  readonly webhook?: ApiOptions["webhook"];
  readonly events?: ApiOptions["events"];
  readonly contractNames?: ApiOptions["contractNames"];
  readonly defaultProfile?: ApiOptions["defaultProfile"];
  /** Default: none, because no request waits. */
  readonly rates?: Partial<RateSettings>;
  /** The database to clone; default: the migrated one, without rows. */
  readonly template?: string;
  /** A server other than the run's, where `template` is. */
  readonly serverUrl?: string;
  /** Returns how to reach the database; by default its own address. */
  readonly route?: (databaseUrl: string) => Promise<Partial<Pick<ApiOptions, "databaseUrl" | "directUrl">>>;
}

const NO_RATES: RateSettings = { perKey: UNLIMITED, perAddress: UNLIMITED, refusedPerAddress: UNLIMITED };

/** The real server over a database of its own; every reply is checked against the contract. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { isWalletEnabled = true, template, serverUrl } = options;
  const database = await createTestDatabase({ ...(template && { template }), ...(serverUrl && { serverUrl }) });
  const { id: keyId, key } = await createAccessKey(database.db, { name: "test", isWalletEnabled });
  const { sink, text: logged } = recordLines();
  const api = await createApi({
    databaseUrl: database.url,
    ...(await options.route?.(database.url)),
    log: createLog("api", "info", sink),
    checkReplies: true,
    initialScanWaitMs: options.initialScanWaitMs,
    rpcUrls: options.rpcUrls,
    positionWaitMs: options.positionWaitMs,
    trustedProxies: options.trustedProxies,
    logAddresses: options.logAddresses,
    metrics: options.metrics,
    simulationWaitMs: options.simulationWaitMs,
    answerBytes: options.answerBytes ?? 0,
    webhook: options.webhook,
    events: options.events,
    contractNames: options.contractNames,
    defaultProfile: options.defaultProfile,
    rates: options.rates ? { ...DEFAULT_RATES, ...options.rates } : NO_RATES,
  });
  const server = createHttpServer(api.app, options.limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    await api.close();
    await database.drop();
  };
  const get: TestApi["get"] = (target, headers = {}) =>
    fetch(url + target, { headers: { AccessKey: key, ...headers } });
  return {
    api,
    db: database.db,
    databaseUrl: database.url,
    server,
    url,
    port,
    key,
    keyId,
    logged,
    get,
    post: (target, body, headers = {}) =>
      fetch(url + target, {
        method: "POST",
        body,
        headers: { AccessKey: key, "Content-Type": "application/json", ...headers },
      }),
    getJson: async <T>(target: string, headers?: Record<string, string>) => {
      const res = await get(target, headers);
      const text = await res.text();
      expect({ status: res.status, text }).toMatchObject({ status: 200 });
      return JSON.parse(text) as T;
    },
    getChains: async (target) => {
      const header = (await get(target)).headers.get("portico-chains") ?? "";
      return new Map(parseList(header).map(([id, parameters]) => [String(id), Object.fromEntries(parameters)]));
    },
    stop,
  };
}
