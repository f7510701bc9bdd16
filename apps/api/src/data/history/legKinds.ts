import { LegKind } from "@portico/store";

/** Kinds of legs that move something. */
export const MOVES: ReadonlySet<LegKind> = new Set<LegKind>([
  LegKind.token,
  LegKind.nft,
  LegKind.native,
  LegKind.unlogged,
]);
export const APPROVALS: ReadonlySet<LegKind> = new Set<LegKind>([
  LegKind.approval,
  LegKind.permit2Approval,
  LegKind.nftApproval,
  LegKind.operatorApproval,
]);
