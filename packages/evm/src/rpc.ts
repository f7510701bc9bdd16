import { createPublicClient, custom, defineChain } from "viem";
import type { PublicClient } from "viem";
import { createCallRates } from "./callRates.ts";
import type { Chain } from "./chains.ts";
import { createEndpoint } from "./endpoint.ts";
import type { EndpointOptions } from "./endpoint.ts";
import { createFailover } from "./failover.ts";
import type { RpcRequest } from "./failover.ts";
import { mergeLimits } from "./profile/nodeLimits.ts";
import type { NodeLimits } from "./profile/nodeLimits.ts";

/** A viem client for one chain. */
export type Rpc = PublicClient & {
  /** Like `request`, without viem's overhead, for frequent calls. Throws like `createRpc`. */
  send<T>(request: RpcRequest<T>): Promise<T>;
  /** Verifies every URL's chain id again before the next call. */
  doubt(): void;
  /** What its URLs have refused so far, and stored limits. Nothing is sent. */
  readLimits(): Promise<NodeLimits>;
};

export interface RpcOptions extends Partial<Omit<EndpointOptions, "batchSize">> {
  chain: Chain;
  /** Called in this order; if one fails, the next is used. `https://user:password@host` is supported. */
  urls: readonly string[];
  /** How often a call may fail in one way: by the network, by refusal, or by its check. */
  attempts?: number;
  /** Time after which a call is hedged by another URL; four times as long for logs, receipts and traces of blocks. */
  hedgeMs?: number;
  /** Maximum calls per batch; default 100. */
  batchSize?: number | undefined;
}

/** Of this process. */
const ownRates = createCallRates();

const DEFAULTS: EndpointOptions = {
  timeoutMs: 30_000,
  batchSize: 100,
  maxInFlight: 8,
  maxBytes: 256_000_000,
  baseDelayMs: 200,
  maxDelayMs: 10_000,
  maxRetryAfterMs: 60_000,
  maxGivenWayMs: 5_000,
  rates: ownRates,
  random: Math.random,
};

const HEDGE_MS = 3_000;

/**
 * A viem client over one or several RPC URLs: failover, retries with backoff and jitter on 429, 5xx, timeouts and
 * HTML pages, hedged slow calls, JSON-RPC batching of calls in one tick, within the endpoint's batch size and
 * rate, and verification of eth_chainId before the first call and after every failure.
 * @throws (from its calls) WrongChainError, EndpointError or RpcCallError as the cause of viem's error: see
 * `findCause`.
 */
export function createRpc({
  chain,
  urls,
  attempts = 8,
  hedgeMs = HEDGE_MS,
  batchSize = DEFAULTS.batchSize,
  ...rest
}: RpcOptions): Rpc {
  const options = { ...DEFAULTS, ...rest, batchSize };
  const endpoints = urls.map((url) => createEndpoint(url, options));
  const pauseMs = options.baseDelayMs;
  const { onCall, signal } = options;
  const of = { chain: chain.slug, chainId: chain.chainId, endpoints };
  const { request, doubt } = createFailover({ ...of, attempts, pauseMs, hedgeMs, signal, onCall });
  const client = createPublicClient({
    chain: toViemChain(chain, urls),
    transport: custom({ request: (call) => request(call) }, { retryCount: 0 }),
    cacheTime: 0,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in viem: the caller declares a method's result type
  const send = <T>(rpcRequest: RpcRequest<T>): Promise<T> => request(rpcRequest as RpcRequest) as Promise<T>;
  const readLimits = async (): Promise<NodeLimits> => {
    await Promise.all(endpoints.map(({ profile }) => profile.ready()));
    return mergeLimits(endpoints.map(({ profile }) => profile));
  };
  return Object.assign(client, { send, doubt, readLimits });
}

const toViemChain = ({ chainId, name, native, multicall3 }: Chain, urls: readonly string[]) =>
  defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: native.name, symbol: native.symbol, decimals: native.decimals },
    rpcUrls: { default: { http: [...urls] } },
    ...(multicall3 === null ? {} : { contracts: { multicall3: { address: multicall3 } } }),
  });
