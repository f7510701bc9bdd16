import type { Address } from "@portico/evm";
import type { ContractClaim } from "./claim.ts";
import rows from "./named.json" with { type: "json" };

interface NamedRow {
  protocol: string;
  /** The protocol's documentation or repository. */
  source: string;
  isToken?: boolean;
  /** By chain slug. */
  contracts: Readonly<Record<string, readonly string[]>>;
}

/** Contracts that no package lists, by hand: each row names its source. */
export const listNamedClaims = (): ContractClaim[] =>
  (rows as unknown as NamedRow[]).flatMap(({ protocol, isToken = false, contracts }) =>
    Object.entries(contracts).flatMap(([chain, addresses]) =>
      addresses.map((address): ContractClaim => ({
        protocol,
        chain,
        address: address as Address,
        rank: "named",
        isToken,
      })),
    ),
  );
