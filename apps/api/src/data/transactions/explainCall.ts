import type { ExplainTx, TxAction } from "@portico/contract";
import { listActions, nameCall, toAbiView, type DecodedCall } from "@portico/transactions";
import { summarizeActions, toActionResponse, type SummarizedCall } from "@portico/wallet";
import type { Deps } from "../../deps.ts";
import { findItem } from "../history/historyPage.ts";
import { readActionMetadata } from "./actionMetadata.ts";
import type { RequestedTransaction } from "./requestedTransaction.ts";
import { prepareKnowledge } from "./knowledge.ts";

type CallDeps = Pick<Deps, "contractNames" | "db" | "knowledge" | "protocols" | "tokens">;

/** What a call means by its calldata. */
export interface CallActions {
  readonly decoded: DecodedCall;
  /** In the contract's form. */
  readonly actions: TxAction[];
  readonly summarized: SummarizedCall;
}

/** At most two rounds of queries, none if everything is in memory. */
export async function readCallActions(
  deps: CallDeps,
  { chain, call, hasNonce }: Pick<RequestedTransaction, "call" | "chain" | "hasNonce">,
): Promise<CallActions> {
  const { call: decoded, knowledge } = await prepareKnowledge(deps, chain, call);
  const actions = listActions(decoded, knowledge, hasNonce);
  const metadata = await readActionMetadata(deps, chain, actions);
  return {
    decoded,
    actions: actions.map((action) => toActionResponse(action, metadata)),
    summarized: { from: decoded.from, to: decoded.to, functionName: nameCall(decoded).name },
  };
}

/** Explains a transaction with any calldata; for a mined one it reads the page of its sender's history that has it. */
export async function explainCall(
  deps: CallDeps & Pick<Deps, "accountCodes">,
  requested: Omit<RequestedTransaction, "headers">,
): Promise<ExplainTx> {
  const { decoded, actions, summarized } = await readCallActions(deps, requested);
  const { chain, call, mined } = requested;
  const item = mined && (await findItem(deps, call.from, { chain: chain.slug, ...mined }));
  return {
    abi: toAbiView(decoded),
    actions,
    summary: mined ? (item?.summary ?? null) : summarizeActions(actions, summarized),
  };
}
