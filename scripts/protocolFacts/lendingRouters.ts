import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chains } from "@portico/evm";
import type { RouterClaim } from "./routerClaim.ts";

const slugs = new Map(chains.map(({ slug, chainId }) => [chainId, slug]));

/** The native coin gateway, and contracts that swap or migrate a user's deposit or debt. */
const AAVE_ROLES = [
  "WETH_GATEWAY",
  "SWAP_COLLATERAL_ADAPTER",
  "REPAY_WITH_COLLATERAL_ADAPTER",
  "DEBT_SWAP_ADAPTER",
  "WITHDRAW_SWAP_ADAPTER",
  "MIGRATION_HELPER",
] as const;

type Market = Partial<Record<(typeof AAVE_ROLES)[number], string>> & { CHAIN_ID?: number };

const findAave = (name: string): string | undefined => {
  if (name.startsWith("AaveV2")) return "aave2";
  if (name.startsWith("AaveV3Ink")) return "tydro";
  return name.startsWith("AaveV3") && !name.endsWith("Whitelabel") ? "aave3" : undefined;
};

export async function aaveRouters(folder: string): Promise<RouterClaim[]> {
  const file = join(folder, "bgd-labs-aave-address-book-4.44.22/dist/AaveAddressBook.mjs");
  const book = (await import(pathToFileURL(file).href)) as Record<string, Market>;
  return Object.entries(book).flatMap(([name, market]) => {
    const [protocol, chain] = [findAave(name), slugs.get(market.CHAIN_ID ?? 0)];
    if (protocol === undefined || chain === undefined) return [];
    return AAVE_ROLES.flatMap((role) => {
      const address = market[role];
      return address === undefined ? [] : [{ protocols: [protocol], chain, address }];
    });
  });
}

/** The bundler and its adapters, which users approve. */
export async function morphoRouters(folder: string): Promise<RouterClaim[]> {
  const file = join(folder, "morpho-org-morpho-ts-2.8.0/lib/esm/addresses.js");
  const { addresses } = (await import(pathToFileURL(file).href)) as {
    addresses: Record<string, { bundler3?: Record<string, string> }>;
  };
  return chains.flatMap(({ slug: chain, chainId }) =>
    Object.values(addresses[chainId]?.bundler3 ?? {}).map((address) => ({
      protocols: ["morphoblue"],
      chain,
      address,
    })),
  );
}
