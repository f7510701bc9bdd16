import type { Address } from "viem";
import { namehash } from "viem";
import type { PinnedOptions } from "../callMany.ts";
import { readMany } from "../readMany.ts";
import type { Rpc } from "../rpc.ts";
import { ensResolverAbi } from "./ensAbis.ts";
import { readResolvers } from "./readResolvers.ts";

/**
 * Addresses that names resolve to, lower-case; unresolvable names, and those with only a wildcard resolver (ENSIP-10),
 * are omitted.
 */
export async function readNamedAddresses(
  rpc: Rpc,
  names: readonly string[],
  options: PinnedOptions,
): Promise<Map<string, Address>> {
  if (names.length === 0) return new Map();
  const resolvers = await readResolvers(
    rpc,
    names.map((name) => namehash(name)),
    options,
  );
  const resolverCalls = names.flatMap((name, index) => {
    const resolver = resolvers[index];
    return resolver === undefined ? [] : [{ name, resolver }];
  });
  const calls = resolverCalls.map(
    ({ name, resolver }) =>
      ({ abi: ensResolverAbi, address: resolver, functionName: "addr", args: [namehash(name)] }) as const,
  );
  const answers = await readMany(rpc, calls, options);
  const addresses = answers.map(({ result }) => result?.toLowerCase() as Address | undefined);
  return new Map(
    resolverCalls.flatMap(({ name }, index) => {
      const address = addresses[index];
      return address === undefined ? [] : [[name, address] as const];
    }),
  );
}
