import type { Address } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { NamedEvent } from "@portico/transactions";
import type { Changes } from "../chain/changes.ts";
import { toLowerCase } from "./logDecoder.ts";
import type { LogLocation } from "./logDecoder.ts";

/**
 * Adds a leg for each account that an event of a known meaning names, except the contract itself. Of a bridge's event
 * the amount is the number of the other chain plus one, or 0 if unknown, and the token id is the transfer's id.
 */
export function addEvent(
  address: Address,
  event: NamedEvent,
  location: LogLocation,
  { legs }: Pick<Changes, "legs">,
): void {
  const contract = toLowerCase(address);
  const rawAmount = event.otherChain === undefined ? 0n : event.otherChain + 1n;
  const tokenId = event.transferId;
  for (const owner of event.owners) {
    if (owner === contract) continue;
    const subject = { token: contract, counterparty: contract, rawAmount, tokenId, isInbound: true };
    legs.push({ ...location, ...subject, owner, kind: LegKind.event, subIndex: event.code });
  }
}
