import type { Address } from "viem";
import { parseAbi } from "viem";

/** ENS is read on Ethereum alone, at this address. */
export const ENS_REGISTRY: Address = "0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e";

export const ensRegistryAbi = parseAbi(["function resolver(bytes32 node) view returns (address)"]);

export const ensResolverAbi = parseAbi([
  "function addr(bytes32 node) view returns (address)",
  "function name(bytes32 node) view returns (string)",
  "function resolve(bytes name, bytes data) view returns (bytes)",
]);
