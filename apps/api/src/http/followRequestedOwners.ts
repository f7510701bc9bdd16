import type { Handlers } from "@portico/contract/server";
import { isAddress } from "../data/address.ts";
import type { Deps } from "../deps.ts";

type AnyHandler = (call: { readonly query?: unknown }, deps: Deps) => Promise<unknown>;
type OwnerQuery = { readonly id?: unknown; readonly chain_id?: unknown; readonly chain_ids?: unknown };

/** The handlers, of which those of operations about an owner follow it first: see ownerFollowing.ts. */
export function followRequestedOwners(handlers: Handlers<Deps>): Handlers<Deps> {
  const wrapped = Object.entries(handlers).map(([id, handler]) => [
    id,
    /^get(V2)?User/.test(id) || id === "getEngineAddrUsedChainList"
      ? withFollowing(handler as unknown as AnyHandler)
      : handler,
  ]);
  return Object.fromEntries(wrapped) as Handlers<Deps>;
}

function withFollowing(handler: AnyHandler): AnyHandler {
  return async (call, deps) => {
    const { id, chain_id: chain, chain_ids: chains } = (call.query ?? {}) as OwnerQuery;
    if (typeof id === "string" && isAddress(id)) {
      const listed = Array.isArray(chains) ? chains.map(String) : undefined;
      const owner = id.toLowerCase() as typeof id;
      await deps.ownerFollowing.follow(owner, typeof chain === "string" ? [chain] : listed);
    }
    return await handler(call, deps);
  };
}
