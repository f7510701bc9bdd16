import { LegKind } from "@portico/store";
import type { Changes } from "../chain/changes.ts";
import { toLowerCase } from "./logDecoder.ts";
import type { LogDecoder, LogLocation } from "./logDecoder.ts";
import type { Address } from "@portico/evm";

/** `LogRebase`, `TokenRebased`: every holder's balance changes without a Transfer. */
export const decodeRebase: LogDecoder = (_chain, log, location, changes) => {
  const token = toLowerCase(log.address);
  const { blockNumber, timeAt } = location;
  if (!changes.rebased.has(token)) changes.rebased.set(token, { token, blockNumber, timeAt });
  addMoved(token, location, changes);
};

/** EIP-1967 `Upgraded(implementation)`: new code may read the same storage as different balances and names. */
export const decodeUpgraded: LogDecoder = (_chain, log, location, changes) => {
  const contract = toLowerCase(log.address);
  changes.upgraded.add(contract);
  addMoved(contract, location, changes);
};

/** Recorded as a leg of the token itself, so that a rewind finds it. */
function addMoved(token: Address, location: LogLocation, changes: Changes): void {
  changes.moved.add(token);
  const shared = { ...location, kind: LegKind.moved, subIndex: 0, rawAmount: 0n };
  changes.legs.push({ ...shared, owner: token, isInbound: false, token, counterparty: token });
}
