import type { Address } from "viem";
import { isNormalName } from "./isNormalName.ts";
import type { PinnedOptions } from "../callMany.ts";
import type { Rpc } from "../rpc.ts";
import { readClaims } from "./readClaims.ts";
import { readNamedAddresses } from "./readNamedAddresses.ts";

/**
 * Reads the primary names of addresses by ENS: the name that an address claims (its reverse record), where that name leads
 * back to the address. Four rounds of calls, however many addresses. Nothing is fetched from anywhere but the chain: names
 * that only an off-chain gateway knows (EIP-3668) count as none, and so do names that aren't in normal form (ENSIP-15).
 * @param rpc - Of Ethereum (`eth`).
 * @param addresses - Lower-case.
 * @returns Only those that have a name.
 * @throws when the node can't answer.
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
