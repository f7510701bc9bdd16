import { LegKind } from "../history/position.ts";

/** What a movement of an event is, by the kind of its leg. */
const BY_LEG = {
  [LegKind.token]: "token",
  [LegKind.nft]: "nft",
  [LegKind.native]: "coin",
  [LegKind.fee]: "fee",
  [LegKind.withdrawal]: "withdrawal",
  [LegKind.reward]: "reward",
  [LegKind.approval]: "approval",
  [LegKind.permit2Approval]: "approval",
  [LegKind.nftApproval]: "approval",
  [LegKind.operatorApproval]: "approval",
  [LegKind.unlogged]: "balance",
} as const;

export type EventKind = (typeof BY_LEG)[keyof typeof BY_LEG];

/** All kinds, each once. */
export const EVENT_KINDS: readonly EventKind[] = [...new Set(Object.values(BY_LEG))];

/** Kinds of legs that events tell of, and the kind of event of each, in the same order. */
export const TOLD_LEGS: readonly { leg: number; kind: EventKind }[] = Object.entries(BY_LEG).map(([leg, kind]) => ({
  leg: Number(leg),
  kind,
}));
