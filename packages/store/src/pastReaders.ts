/** Reads of an owner's state after a past block. */
export { describeOperators } from "./approvals/approvalNfts.ts";
export { readPastApprovals, type PastApproval } from "./approvals/readPastApprovals.ts";
export { readPastNftApprovals, type PastNftApproval, type PastOperator } from "./approvals/readPastNftApprovals.ts";
export { readPastBalances, type PastBalance } from "./balances/readPastBalances.ts";
export { listPastNftDetails } from "./nfts/listPastNftDetails.ts";
export { readPastNfts, type PastNft } from "./nfts/readPastNfts.ts";
export { listPricesAt } from "./prices/listPricesAt.ts";
