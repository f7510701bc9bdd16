import {
  type CallRates,
  createRpc,
  type EndpointProfiles,
  getChain,
  type Rpc,
  type RpcEvent,
  type RpcLimits,
} from "@portico/evm";
import type { Memory } from "@portico/protocols";

export interface ChainRpc {
  readonly rpc: Rpc;
  /** Of constants. */
  readonly memory: Memory;
}

/** By slug. */
export type RpcUrls = ReadonlyMap<string, readonly string[]>;

/** RPC clients of chains. */
export interface ChainRpcs {
  /** Undefined if there is no URL. */
  readonly find: (chain: string) => ChainRpc | undefined;
}

export interface ChainRpcOptions {
  /** Called for every RPC call; must not throw. */
  readonly onCall?: ((chain: string, event: RpcEvent) => void) | undefined;
  /** By slug. */
  readonly limits?: ReadonlyMap<string, RpcLimits> | undefined;
  /** Shared call rates of the URLs; default: this process's own. */
  readonly rates?: CallRates | undefined;
  /** Limits that nodes have shown to any process; default: to this client alone. */
  readonly profiles?: EndpointProfiles | undefined;
  /** Aborts every call. */
  readonly signal?: AbortSignal | undefined;
}

/** Connects on the first call. */
export function createChainRpcs(
  rpcUrls: RpcUrls,
  { onCall, limits, rates, profiles, signal }: ChainRpcOptions = {},
): ChainRpcs {
  const opened = new Map(
    [...rpcUrls].map(([chain, urls]): [string, ChainRpc] => {
      const rpc = createRpc({
        chain: getChain(chain),
        urls,
        attempts: 2,
        timeoutMs: 15_000,
        hedgeMs: 1_000,
        maxRetryAfterMs: 10_000,
        ...limits?.get(chain),
        ...(rates && { rates }),
        profiles,
        signal,
        ...(onCall && { onCall: (event) => onCall(chain, event) }),
      });
      return [chain, { rpc, memory: new Map() }];
    }),
  );
  return { find: (chain) => opened.get(chain) };
}
