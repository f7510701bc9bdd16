import { topics } from "@portico/evm";
import type { Hex } from "@portico/evm";

/** First topics of events without an effect on balances of tokens, and of those of NFTs. */
export const eventsWithoutBalances: readonly Hex[] = [
  topics.approval,
  topics.approvalForAll,
  topics.permit2Approval,
  topics.transferSingle,
  topics.transferBatch,
  topics.v2Sync,
];
