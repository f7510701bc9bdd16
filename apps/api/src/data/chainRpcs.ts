import { createRpc, getChain, type Rpc, type RpcEvent } from "@portico/evm";
import type { Memory } from "@portico/protocols";

export interface ChainRpc {
  readonly rpc: Rpc;
  /** Of what never changes. */
  readonly memory: Memory;
}

/** By slug. */
export type RpcUrls = ReadonlyMap<string, readonly string[]>;

/** Where chains are asked. */
export interface ChainRpcs {
  /** Undefined where there is no URL. */
  readonly find: (chain: string) => ChainRpc | undefined;
}

/**
 * Nothing connects before the first call.
 * @param onCall - Told of every call; must not throw.
 */
export function createChainRpcs(rpcUrls: RpcUrls, onCall?: (chain: string, event: RpcEvent) => void): ChainRpcs {
  const opened = new Map(
    [...rpcUrls].map(([chain, urls]): [string, ChainRpc] => {
      const rpc = createRpc({
        chain: getChain(chain),
        urls,
        attempts: 2,
        timeoutMs: 15_000,
        hedgeMs: 1_000,
        maxRetryAfterMs: 10_000,
        ...(onCall && { onCall: (event) => onCall(chain, event) }),
      });
      return [chain, { rpc, memory: new Map() }];
    }),
  );
  return { find: (chain) => opened.get(chain) };
}
