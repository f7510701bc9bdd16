import { chains } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { EventSignal } from "../adapter.ts";
import { ReadLimitError } from "../reader.ts";
import rows from "./safeContracts.json" with { type: "json" };

export interface SafeContracts {
  /** Known code of Safes: `masterCopy` returns which. */
  singletons: readonly Address[];
  factories: readonly Address[];
}

interface SafeRow {
  role: "factory" | "singleton";
  version: string;
  address: Address;
  chains: readonly string[];
}

/** Source: @safe-global/safe-deployments 1.37.56 (MIT), by scripts/protocolFacts/safe.ts. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- safe.test.ts checks every row
export const safeRows = rows as readonly SafeRow[];

/** @see https://github.com/safe-global/safe-smart-account/blob/v1.4.1/contracts/Safe.sol; masterCopy: proxies/SafeProxy.sol */
const safeAbi = parseAbi([
  "function masterCopy() view returns (address)",
  "function getOwners() view returns (address[])",
  "function getThreshold() view returns (uint256)",
]);

/** Anybody may emit these, so the emitter is verified. Owners from before 1.3.0 are named only if added later. */
const events: EventSignal[] = [
  {
    event: parseAbiItem(
      "event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)",
    ),
    owners: ["owners"],
  },
  { event: parseAbiItem("event AddedOwner(address indexed owner)"), owners: ["owner"] }, // from 1.4.0 on
  { event: parseAbiItem("event AddedOwner(address owner)"), owners: ["owner"] },
];

/**
 * More than any owner has. If an owner is named by more contracts, each of which may burn all its gas, none is called.
 */
const MAX_CANDIDATES = 1_000;

/** Singletons of Safes on a chain. */
export const listSafeSingletons = (chain: string): readonly Address[] =>
  safeRows.flatMap(({ role, address, chains: slugs }) =>
    role === "singleton" && slugs.includes(chain) ? [address] : [],
  );

/**
 * Smart accounts. Those controlled by one owner alone are accounts of that owner; their positions are shown by proxy.
 */
export const safe = defineAdapter({
  id: "safe",
  name: "Safe",
  siteUrl: "https://app.safe.global",
  source: "@safe-global/safe-deployments 1.37.56 (MIT), by scripts/protocolFacts/safe.ts",
  category: "wallet",
  readsUntrusted: true,
  deployments: listDeployments(),
  signals: () => ({ events }),

  /**
   * Safes with a known singleton and the owner as their sole owner; modules are the owner's choice. A contract that
   * only pretends can at most show assets that others put into it as the owner's.
   */
  async listAccounts({ contracts, owner, interactions, tryRead }) {
    const candidates = [...new Set(interactions.map(({ contract }) => contract))];
    if (candidates.length > MAX_CANDIDATES)
      throw new ReadLimitError(`more than ${MAX_CANDIDATES} contracts name the owner`);
    const copies = await tryRead(candidates.map((address) => readSafe(address, "masterCopy")));
    const singletons = new Set(contracts.singletons);
    const safes = candidates.filter((_address, index) => singletons.has(copies[index]?.toLowerCase() as Address));
    const [owners, thresholds] = await Promise.all([
      tryRead(safes.map((address) => readSafe(address, "getOwners"))),
      tryRead(safes.map((address) => readSafe(address, "getThreshold"))),
    ]);
    return safes.filter((_address, index) => {
      const [first, ...others] = owners[index] ?? [];
      return thresholds[index] === 1n && others.length === 0 && first?.toLowerCase() === owner;
    });
  },
});

const readSafe = <Name extends "masterCopy" | "getOwners" | "getThreshold">(address: Address, functionName: Name) =>
  ({ address, abi: safeAbi, functionName }) as const;

function listDeployments(): Record<string, SafeContracts> {
  const listOf = (chain: string, wanted: SafeRow["role"]): Address[] =>
    safeRows.flatMap(({ role, address, chains: slugs }) => (role === wanted && slugs.includes(chain) ? [address] : []));
  const entries = chains.map(
    ({ slug }) => [slug, { singletons: listOf(slug, "singleton"), factories: listOf(slug, "factory") }] as const,
  );
  return Object.fromEntries(entries.filter(([, { singletons }]) => singletons.length > 0));
}
