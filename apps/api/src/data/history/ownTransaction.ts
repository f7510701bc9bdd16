import type { Address } from "@portico/evm";
import { LegKind, type HistoryLeg } from "@portico/store";
import type { DecodedCall } from "@portico/transactions";
import { ENTRY_POINTS } from "./entryPoints.ts";

export interface OwnedTransaction {
  readonly owner: Address;
  /** undefined: unknown. */
  readonly sender: Address | undefined;
  readonly recipient: Address | undefined;
  readonly call: DecodedCall | undefined;
  readonly legs: readonly HistoryLeg[];
}

/**
 * Sent by the owner, to it as an account contract, or from it by a user operation. User operations count only where
 * EntryPoint has
 * verified them (ERC-4337), not deeper: any account can put the owner's address into calldata.
 */
export function isOwnTransaction({ owner, sender, recipient, call, legs }: OwnedTransaction): boolean {
  if (sender === owner || legs.some(({ kind }) => kind === LegKind.fee)) return true;
  const isCalled = recipient === owner && call !== undefined && call.input !== "0x";
  return isCalled || (entryPoints.has(recipient) && call?.inner.some(({ from }) => from === owner) === true);
}

const entryPoints = new Set<string | undefined>(ENTRY_POINTS);
