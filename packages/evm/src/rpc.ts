import { createPublicClient, custom, defineChain } from "viem";
import type { PublicClient } from "viem";
import { createCallRates } from "./callRates.ts";
import type { Chain } from "./chains.ts";
import { createEndpoint } from "./endpoint.ts";
import type { EndpointOptions } from "./endpoint.ts";
import { createFailover } from "./failover.ts";
import type { Question } from "./failover.ts";

/** A viem client for one chain. */
export type Rpc = PublicClient & {
  /** As `request`, without viem's ways around it, for the calls of which there are many. Throws what `createRpc` names. */
  ask<T>(question: Question<T>): Promise<T>;
  /** Has every URL say again which chain it speaks for, before the next call. */
  doubt(): void;
};

export interface RpcOptions extends Partial<Omit<EndpointOptions, "batchSize">> {
  chain: Chain;
  /** Asked in this order; the next one steps in when one fails. `https://user:password@host` is understood. */
  urls: readonly string[];
  /** How often one call may fail in one way: of the network, by refusal, or by its check. */
  attempts?: number;
  /** How long a call may take before it is sent to another URL as well; four times as long for logs, receipts and traces of blocks. */
  hedgeMs?: number;
  /** Of one batch, at most; default: 100. */
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
  rates: ownRates,
  random: Math.random,
};

const HEDGE_MS = 3_000;

/**
 * A viem client over one or several RPC URLs: failover, retries with backoff and jitter on 429, 5xx, time-outs and
 * pages of HTML, a second URL beside one that takes long, JSON-RPC batching of the calls made in one tick, in batches and at
 * a rate that the endpoint takes, and a check of eth_chainId before the first call and after every failure.
 * @throws (from its calls) WrongChainError, EndpointError or RpcCallError as the cause of viem's error: see `findCause`.
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
  const of = { chain: chain.id, chainId: chain.chainId, endpoints };
  const { request, doubt } = createFailover({ ...of, attempts, pauseMs, hedgeMs, signal, onCall });
  const client = createPublicClient({
    chain: toViemChain(chain, urls),
    transport: custom({ request: (call) => request(call) }, { retryCount: 0 }),
    cacheTime: 0,
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as with viem's own: the caller says what a method answers
  const ask = <T>(question: Question<T>): Promise<T> => request(question as Question) as Promise<T>;
  return Object.assign(client, { ask, doubt });
}

const toViemChain = ({ chainId, name, native, multicall3 }: Chain, urls: readonly string[]) =>
  defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: native.name, symbol: native.symbol, decimals: native.decimals },
    rpcUrls: { default: { http: [...urls] } },
    ...(multicall3 === null ? {} : { contracts: { multicall3: { address: multicall3 } } }),
  });
