import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "./endpoint.ts";
import type { RpcCall } from "./jsonRpcPost.ts";
import { EndpointError, isLagging, isTransient, RpcCallError, WrongChainError } from "./rpcErrors.ts";

export interface FailoverOptions {
  chain: string;
  chainId: number;
  endpoints: readonly Endpoint[];
  /** How often one call is tried in all, over all endpoints. */
  attempts: number;
}

/** A node that lacks a block is asked again only this often: the block may have been reorged away for good. */
const LAGGING_ATTEMPTS = 3;

/** Makes a call succeed if any endpoint can answer it: the first one that is well and speaks for the right chain. */
export function createFailover({ chain, chainId, endpoints, attempts }: FailoverOptions) {
  const verified = new Map<Endpoint, Promise<void>>();
  const wrong = new Map<Endpoint, WrongChainError>();

  const verify = (endpoint: Endpoint): Promise<void> => {
    const known = verified.get(endpoint);
    if (known !== undefined) return known;
    const check = verifyChainId(endpoint, chain, chainId).catch((error: unknown) => {
      verified.delete(endpoint);
      if (error instanceof WrongChainError) wrong.set(endpoint, error);
      throw error;
    });
    verified.set(endpoint, check);
    return check;
  };
  const pick = (avoid: Endpoint | undefined): Endpoint => {
    const usable = endpoints.filter((endpoint) => !wrong.has(endpoint));
    const [first] = usable.toSorted((a, b) => Number(a === avoid) - Number(b === avoid) || a.restMs() - b.restMs());
    if (first === undefined) throw [...wrong.values()][0] ?? new EndpointError("network", `'${chain}' has no RPC URL`);
    return first;
  };

  return async function request(call: RpcCall): Promise<unknown> {
    let avoid: Endpoint | undefined;
    for (let attempt = 1; ; attempt++) {
      const endpoint = pick(avoid);
      const rest = endpoint.restMs();
      if (rest > 0) await sleep(rest);
      try {
        await verify(endpoint);
        const reply = await endpoint.send(call);
        if ("result" in reply) return reply.result;
        throw new RpcCallError(call.method, reply.error);
      } catch (error) {
        if (attempt >= allowedAttempts(error, attempts + wrong.size)) throw error;
        avoid = endpoint;
      }
    }
  };
}

function allowedAttempts(error: unknown, attempts: number): number {
  if (error instanceof WrongChainError) return Number.POSITIVE_INFINITY; // `pick` ends it when none is left
  if (error instanceof EndpointError) return endpointAttempts(error, attempts);
  if (error instanceof RpcCallError) return isTransient(error) ? attempts : isLagging(error) ? LAGGING_ATTEMPTS : 1;
  return 1;
}

/** A body that is too large stays so; a time-out is more likely a heavy question than a short pause. */
const endpointAttempts = ({ kind, status }: EndpointError, attempts: number): number =>
  status === 413 ? 1 : kind === "timeout" ? Math.min(attempts, 3) : attempts;

async function verifyChainId(endpoint: Endpoint, chain: string, chainId: number): Promise<void> {
  const reply = await endpoint.send({ method: "eth_chainId" });
  if ("error" in reply) throw new RpcCallError("eth_chainId", reply.error);
  const actual = Number(reply.result);
  if (actual !== chainId) throw new WrongChainError(endpoint.host, chain, chainId, actual);
}
