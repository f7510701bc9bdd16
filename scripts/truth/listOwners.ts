import type { Devnet } from "@portico/devnet";
import type { Address } from "viem";
import type { ChainTruth } from "./chainTruth.ts";

/** Contracts that were paid by internal calls only. */
const CONTRACTS = 15;

/** The users, the demo owner, and some contracts created on the chain. */
export function listOwners({ users, demoOwner }: Devnet, { history }: ChainTruth): Address[] {
  const contracts = [...history.creations.keys()].slice(-CONTRACTS);
  return [...new Set([...users, demoOwner, ...contracts].map((owner) => owner.toLowerCase() as Address))];
}
