import type { Leg } from "../leg.ts";
import { LegKind } from "../position.ts";

/** An incoming transfer of a token in block 1, except for the given fields. */
export const testLeg = (fields: Partial<Leg> = {}): Leg => ({
  owner: `0x${"ab".repeat(20)}`,
  blockNumber: 1n,
  txIndex: 0,
  kind: LegKind.token,
  index: 0,
  subIndex: 0,
  isInbound: true,
  token: `0x${"cd".repeat(20)}`,
  counterparty: `0x${"ef".repeat(20)}`,
  rawAmount: 0n,
  txHash: `0x${"01".repeat(32)}`,
  timeAt: 1_700_000_000,
  ...fields,
});
