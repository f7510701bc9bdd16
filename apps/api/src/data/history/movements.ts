import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { LegKind, type HistoryLeg } from "@portico/store";
import { findEventMeaning, type ContractEvent, type Movement } from "@portico/transactions";

/** Movements of an owner's legs, each once: transfers to oneself have two legs. */
export const listMovements = (
  owner: Address,
  legs: readonly HistoryLeg[],
  isErc1155: (contract: Address) => boolean,
): Movement[] =>
  legs
    .filter(({ isInbound, counterparty }) => !(isInbound && counterparty === owner))
    .flatMap((leg) => toMovement(owner, leg, isErc1155));

function toMovement(owner: Address, leg: HistoryLeg, isErc1155: (contract: Address) => boolean): Movement[] {
  const { kind, token, tokenId = 0n, counterparty, rawAmount, isInbound } = leg;
  const sides = isInbound ? { from: counterparty, to: owner } : { from: owner, to: counterparty };
  const allowed = { owner, spender: counterparty };
  if (kind === LegKind.token || kind === LegKind.unlogged) return [{ kind: "token", token, ...sides, rawAmount }];
  if (kind === LegKind.native) return [{ kind: "token", token: NATIVE_TOKEN, ...sides, rawAmount }];
  if (kind === LegKind.nft) {
    return [{ kind: "nft", contract: token, tokenId, isErc1155: isErc1155(token), ...sides, rawAmount }];
  }
  if (kind === LegKind.approval || kind === LegKind.permit2Approval) {
    return [{ kind: "approval", token, ...allowed, rawAmount, isPermit2: kind === LegKind.permit2Approval }];
  }
  if (kind === LegKind.nftApproval) return [{ kind: "nft_approval", contract: token, tokenId, ...allowed }];
  if (kind !== LegKind.operatorApproval) return []; // fees and events
  return [{ kind: "collection_approval", contract: token, ...allowed, isApproved: rawAmount > 0n }];
}

/** What contracts say in their logs that they did for the owner. */
export const listEvents = (legs: readonly HistoryLeg[]): ContractEvent[] =>
  legs
    .filter(({ kind }) => kind === LegKind.event)
    .flatMap(({ token, subIndex }) => {
      const meaning = findEventMeaning(subIndex);
      return meaning === undefined ? [] : [{ contract: token, meaning }];
    });
