import type { Address } from "viem";
import { isNormalName } from "./isNormalName.ts";
import type { PinnedOptions } from "../callMany.ts";
import type { Rpc } from "../rpc.ts";
import { readClaims } from "./readClaims.ts";
import { readNamedAddresses } from "./readNamedAddresses.ts";

/**
 * Reads the primary names of addresses by ENS: the name that an address claims (its reverse record), if it resolves
 * back to the address. Four rounds of calls, for any number of addresses. Everything is read from the chain: names
 * of off-chain gateways (EIP-3668) are ignored, and so are names that aren't in normal form (ENSIP-15).
 * @param rpc - Of Ethereum (`eth`).
 * @param addresses - Lower-case.
 * @returns only addresses with a name.
 * @throws if the node fails.
 * @see https://docs.ens.domains/ensip/3 https://docs.ens.domains/ensip/19
 */
export async function readPrimaryNames(
  rpc: Rpc,
  addresses: readonly Address[],
  options: PinnedOptions,
): Promise<Map<Address, string>> {
  const claims = await readClaims(rpc, addresses, options);
  const likely = [...claims].filter(([, name]) => isNormalName(name));
  const named = await readNamedAddresses(rpc, [...new Set(likely.map(([, name]) => name))], options);
  return new Map(likely.filter(([address, name]) => named.get(name) === address));
}
