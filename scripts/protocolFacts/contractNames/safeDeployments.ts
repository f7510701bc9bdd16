import { join } from "node:path";
import type { Address } from "@portico/evm";
import { findChain } from "./chainNames.ts";
import type { ContractClaim } from "./claim.ts";
import { listFiles } from "./files.ts";

interface Deployment {
  deployments: Record<string, { address: string }>;
  networkAddresses: Record<string, string | string[]>;
}

/** Singletons, factories, handlers and libraries of @safe-global/safe-deployments. */
export const listSafeClaims = (root: string): ContractClaim[] =>
  [...listFiles(join(root, "safe-deployments"), /^dist\/assets\/v[\d.]+\/\w+\.json$/)].flatMap(({ text }) => {
    const { deployments, networkAddresses } = JSON.parse(text) as Deployment;
    return Object.entries(networkAddresses).flatMap(([chainId, kinds]) => {
      const chain = findChain(chainId);
      if (chain === undefined) return [];
      return [kinds].flat().flatMap((kind): ContractClaim[] => {
        const address = deployments[kind]?.address.toLowerCase() as Address | undefined;
        return address === undefined ? [] : [{ protocol: "safe", chain, address, rank: "deployment" }];
      });
    });
  });
