import { join } from "node:path";
import type { Address } from "@portico/evm";
import { findChain } from "./chainNames.ts";
import type { ContractClaim } from "./claim.ts";
import { listFiles } from "./files.ts";
import { toProtocolKey } from "./protocolKey.ts";

interface Descriptor {
  context?: { contract?: { deployments?: { chainId: number; address: string }[] } };
}

/** Whose descriptors describe standards, or contracts of others. */
const NOT_OWN =
  /^(permit|tether|weth|p2p|kiln|figment|opencover|ledgerquest|dispatch|yieldxyz|swissborg|fellow-fund|midas|corestake|serenita|tally|lombard|avvatar-labs-alia|okx|flare|sei|celo|morpho|circle|ondo-finance|threshold)$/;

/** The called contracts that protocols describe for signing devices (ERC-7730). */
export const listClearSigningClaims = (root: string): ContractClaim[] =>
  [...listFiles(join(root, "erc7730"), /^registry\/[\w-]+\/calldata-[\w.-]+\.json$/)].flatMap(({ path, text }) => {
    const folder = path.split("/")[1] ?? "";
    const { context } = JSON.parse(text) as Descriptor;
    if (NOT_OWN.test(folder)) return [];
    return (context?.contract?.deployments ?? []).flatMap(({ chainId, address }): ContractClaim[] => {
      const chain = findChain(String(chainId));
      if (chain === undefined) return [];
      return [{ protocol: toProtocolKey(folder), chain, address: address.toLowerCase() as Address, rank: "signing" }];
    });
  });
