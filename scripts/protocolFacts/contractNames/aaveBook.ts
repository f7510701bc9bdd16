import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Address } from "@portico/evm";
import { findChain } from "./chainNames.ts";
import type { ContractClaim } from "./claim.ts";

type Book = Readonly<Record<string, unknown>>;

const keyOf = (name: string): string => {
  if (name.startsWith("AaveV2")) return "aave2";
  if (name.startsWith("AaveV3Ink")) return "tydro";
  if (name.startsWith("AaveSafetyModule") || name.startsWith("Umbrella")) return "stkaave";
  return name.startsWith("AaveV3") ? "aave3" : "aave";
};

/** Roles that are other protocols' contracts, tokens or accounts. */
const OTHER =
  /UNDERLYING|ORACLE|_ADMIN$|MULTISIG|GUARDIAN|^ADMIN|CHAINLINK|FEED|SENTINEL|OWNER|PARASWAP|MULTICALL|^(WETH|WRAPPED|EMISSION_MANAGER|AAVE|GHO|GHO_TOKEN|LEND_TOKEN)$|STEWARD|_BOT$|PROVIDER_REGISTRY|CURVE|^BAL|_TOKEN_IMPL$|^E_MODES$|^CROSS_CHAIN|_CONTROLLER_|^(STK|A)?GHO_TOKEN/;

/** The book in use, and older ones, which have contracts that were replaced. */
const FOLDERS = ["aave-address-book", "aave-address-book-3.1.0", "aave-address-book-2.15.0"] as const;

/** Markets, their receipt tokens and helpers, of the address books of Aave. */
export async function listAaveClaims(root: string): Promise<ContractClaim[]> {
  const books = await Promise.all(FOLDERS.flatMap((folder) => readBooks(join(root, folder, "dist"))));
  return books.flatMap(([name, book]) => listBook(keyOf(name), book));
}

const readBooks = (folder: string): Promise<readonly [string, Book]>[] =>
  readdirSync(folder)
    .filter((name) => /^(AaveV\d|AaveGovernance|AaveSafetyModule|GovernanceV3|Gho|Umbrella)\w*\.mjs$/.test(name))
    .map(async (name) => [name, (await import(pathToFileURL(join(folder, name)).href)) as Book] as const);

function listBook(protocol: string, book: Book): ContractClaim[] {
  const chain = findChain(JSON.stringify(book["CHAIN_ID"] ?? 1));
  const list = (value: unknown, role: string): ContractClaim[] => {
    if (OTHER.test(role)) return [];
    if (typeof value === "string" && /^0x\w{40}$/.test(value) && chain !== undefined)
      return [{ protocol, chain, address: value.toLowerCase() as Address, rank: "deployment" }];
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => list(inner, key))
      : [];
  };
  return Object.entries(book).flatMap(([role, value]) => list(value, role));
}
