import type { Address, Hash } from "viem";
import { zeroAddress } from "viem";
import type { PinnedOptions } from "../callMany.ts";
import { readMany } from "../readMany.ts";
import type { Rpc } from "../rpc.ts";
import { ENS_REGISTRY, ensRegistryAbi } from "./ensAbis.ts";

/** The registry's resolver of each node, in their order; undefined if there is none. */
export async function readResolvers(
  rpc: Rpc,
  nodes: readonly Hash[],
  options: PinnedOptions,
): Promise<(Address | undefined)[]> {
  const calls = nodes.map(
    (node) => ({ abi: ensRegistryAbi, address: ENS_REGISTRY, functionName: "resolver", args: [node] }) as const,
  );
  const answers = await readMany(rpc, calls, options);
  return answers.map(({ result }) => (result === undefined || result === zeroAddress ? undefined : result));
}
