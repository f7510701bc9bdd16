import { DEFAULT_IPFS_GATEWAY, type FetchRules, PUBLIC_RULES, readIpfsGateway } from "@portico/safe-fetch";

/** How metadata is fetched. Apart from the gateway, values other than the defaults are for tests. */
export interface NftSettings extends FetchRules {
  /** Gateway for `ipfs://`; ends with a slash. */
  ipfsGateway: string;
  /** Gateway for `ar://`; ends with a slash. */
  arweaveGateway: string;
  /** A failure is final after this many attempts. */
  maxAttempts: number;
  /** Quadrupled with each attempt. */
  firstRetrySeconds: number;
  /** Concurrent fetches: in total, and from one host. */
  concurrency: number;
  perHost: number;
  /** NFTs taken from the queue at once, per chain. */
  batch: number;
  /** Polling interval of an empty queue. */
  pollMs: number;
}

export const DEFAULT_NFT_SETTINGS: NftSettings = {
  ...PUBLIC_RULES,
  ipfsGateway: DEFAULT_IPFS_GATEWAY,
  arweaveGateway: "https://arweave.net/",
  timeoutMs: 10_000,
  maxBytes: 1_000_000,
  maxRedirects: 3,
  maxAttempts: 6,
  firstRetrySeconds: 60,
  concurrency: 32,
  perHost: 8,
  batch: 50,
  pollMs: 5_000,
};

/**
 * Reads PORTICO_IPFS_GATEWAY.
 * @throws RangeError if it is not an https URL.
 */
export const readNftSettings = (env: Readonly<Record<string, string | undefined>>): NftSettings => ({
  ...DEFAULT_NFT_SETTINGS,
  ipfsGateway: readIpfsGateway(env),
});
