import { DEFAULT_IPFS_GATEWAY, type FetchRules, PUBLIC_RULES, readIpfsGateway } from "@portico/safe-fetch";

/** How metadata is fetched. What can be set to anything but its default is for tests, apart from the gateway. */
export interface NftSettings extends FetchRules {
  /** Where `ipfs://` is read; ends with a slash. */
  ipfsGateway: string;
  /** Where `ar://` is read; ends with a slash. */
  arweaveGateway: string;
  /** After this many, a failure is final. */
  maxAttempts: number;
  /** Doubled twice with each attempt. */
  firstRetrySeconds: number;
  /** Fetched at once: in all, and from one host. */
  concurrency: number;
  perHost: number;
  /** NFTs taken from the queue at once, per chain. */
  batch: number;
  /** Between looks at a queue that is empty. */
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

/** Reads PORTICO_IPFS_GATEWAY. @throws RangeError when it is no https URL. */
export const readNftSettings = (env: Readonly<Record<string, string | undefined>>): NftSettings => ({
  ...DEFAULT_NFT_SETTINGS,
  ipfsGateway: readIpfsGateway(env),
});
