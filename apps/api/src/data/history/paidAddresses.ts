import type { Address } from "@portico/evm";
import { LegKind, type HistoryLeg, type HistoryTransaction } from "@portico/store";
import { isOwnTransaction } from "./ownTransaction.ts";
import type { PageCall } from "./pageCalls.ts";
import { isRealToken, type JudgedToken } from "./scam.ts";

/**
 * Counterparties that the owner's own transactions paid in real tokens. Others prove nothing: anybody can send to the
 * owner, and a contract that the owner calls can log transfers of its own token.
 */
export const listPaid = (
  owner: Address,
  calls: ReadonlyMap<HistoryTransaction, PageCall>,
  tokenOf: (chain: string, token: Address) => JudgedToken,
): Address[] =>
  [...calls]
    .filter(([transaction, { call }]) => isOwnTransaction({ ...transaction, owner, call }))
    .flatMap(([{ chain, legs }]) =>
      legs.filter((leg) => isPayment(leg) && isRealToken(tokenOf(chain, leg.token))).map((leg) => leg.counterparty),
    );

const isPayment = ({ kind, isInbound, rawAmount }: HistoryLeg): boolean =>
  (kind === LegKind.token || kind === LegKind.native) && !isInbound && rawAmount > 0n;
