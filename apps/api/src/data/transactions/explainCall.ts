import type { ExplainTx } from "@portico/contract";
import { listActions, nameCall, toAbiView } from "@portico/transactions";
import { summarizeActions, toActionResponse } from "@portico/wallet";
import type { Deps } from "../../deps.ts";
import { findItem } from "../history/historyPage.ts";
import { readActionMetadata } from "./actionMetadata.ts";
import type { RequestedTransaction } from "./requestedTransaction.ts";
import { prepareKnowledge } from "./knowledge.ts";

/**
 * Explains a transaction with any calldata. At most two rounds of queries, none if everything is in memory; for a mined
 * one also the page of its sender's history that has it.
 */
export async function explainCall(
  deps: Pick<Deps, "accountCodes" | "contractNames" | "db" | "knowledge" | "protocols" | "tokens">,
  { chain, call: request, hasNonce, mined }: Omit<RequestedTransaction, "headers">,
): Promise<ExplainTx> {
  const { call, knowledge } = await prepareKnowledge(deps, chain, request);
  const actions = listActions(call, knowledge, hasNonce);
  const metadata = await readActionMetadata(deps, chain, actions);
  const item = mined && (await findItem(deps, request.from, { chain: chain.slug, ...mined }));
  const responses = actions.map((action) => toActionResponse(action, metadata));
  return {
    abi: toAbiView(call),
    actions: responses,
    summary: mined
      ? (item?.summary ?? null)
      : summarizeActions(responses, { from: call.from, to: call.to, functionName: nameCall(call).name }),
  };
}
