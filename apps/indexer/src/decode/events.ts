import type { Address } from "@portico/evm";
import { LegKind } from "@portico/store";
import { readEvent } from "@portico/transactions";
import type { RpcLog } from "viem";
import type { Changes } from "../chain/changes.ts";
import { toLowerCase } from "./logDecoder.ts";
import type { LogLocation } from "./logDecoder.ts";

/** Adds a leg for each account that an event of a known meaning names, except the contract itself. */
export function addEvent(log: RpcLog, location: LogLocation, { legs }: Pick<Changes, "legs">): void {
  const event = readEvent(log);
  if (event === undefined) return;
  const contract: Address = toLowerCase(log.address);
  for (const owner of event.owners) {
    if (owner === contract) continue;
    const subject = { token: contract, counterparty: contract, rawAmount: 0n, isInbound: true };
    legs.push({ ...location, ...subject, owner, kind: LegKind.event, subIndex: event.code });
  }
}
