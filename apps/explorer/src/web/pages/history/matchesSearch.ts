import type { HistoryItem } from "@portico/client";
import { isOfKind } from "./historyKinds.ts";
import { type HistorySearch, startOfDay } from "./historySearch.ts";

/** Whether a transaction has what the filters ask for that the data API can't: it filters by token, chain and end only. */
export function matchesSearch(item: HistoryItem, { kind, protocol, party, from }: HistorySearch): boolean {
  if (from !== undefined && item.time_at < startOfDay(from)) return false;
  if (kind !== undefined && !isOfKind(item, kind)) return false;
  if (protocol !== undefined && !protocolsOf(item).includes(protocol)) return false;
  return party === undefined || partiesOf(item).includes(party);
}

/** Whether there are filters that only loaded transactions can be searched by. */
export const isSifted = ({ kind, protocol, party }: HistorySearch): boolean =>
  kind !== undefined || protocol !== undefined || party !== undefined;

export const protocolsOf = ({ project_id: id, protocols = [] }: HistoryItem): string[] => [
  ...new Set([...protocols.map((one) => one.id), id].filter((one) => one !== "")),
];

const partiesOf = ({
  other_addr: other = "",
  tx,
  sends,
  receives,
  token_approve: approvals,
}: HistoryItem): string[] => [
  other,
  tx.from_addr,
  tx.to_addr,
  ...sends.map(({ to_addr }) => to_addr),
  ...receives.map(({ from_addr }) => from_addr),
  ...approvals.map(({ spender }) => spender),
];
