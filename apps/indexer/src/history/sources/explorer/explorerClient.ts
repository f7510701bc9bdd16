import { createExternalApi } from "../externalApi.ts";
import type { ExternalApiOptions } from "../externalApi.ts";
import { readExplorerReply } from "./explorerReply.ts";
import type { ExplorerReply } from "./explorerReply.ts";

export interface ExplorerClient {
  readonly host: string;
  /** @throws ExternalSourceError, or the signal's reason. */
  get(
    this: void,
    module: string,
    params: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ExplorerReply>;
}

export interface ExplorerClientOptions extends Omit<ExternalApiOptions, "maxRps" | "url"> {
  /** `https://api.etherscan.io/v2/api`, `https://eth.blockscout.com/api` …, with or without `apikey`. */
  url: string;
  /** If it is not in the URL. */
  key?: string | undefined;
  /** EIP-155; Etherscan V2 serves many chains at one URL. */
  chainId: number;
  /** Requests per second; default 3, as in Etherscan's free plan. */
  maxRps?: number | undefined;
}

const MAX_RPS = 3;

export function createExplorerClient(options: ExplorerClientOptions): ExplorerClient {
  const url = new URL(options.url);
  if (options.key !== undefined) url.searchParams.set("apikey", options.key);
  url.searchParams.delete("chainid"); // a key's rate is that of all chains
  const api = createExternalApi({ ...options, url, maxRps: options.maxRps ?? MAX_RPS });
  return {
    host: api.host,
    get(module, params, signal) {
      const target = new URL(url);
      const query = { chainid: String(options.chainId), module, ...params };
      for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
      return api.request({ url: target, read: (body) => readExplorerReply(api, body), signal });
    },
  };
}
