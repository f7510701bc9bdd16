import type { ExplainTx } from "@portico/contract";
import { listActions, toAbiView } from "@portico/transactions";
import { toActionResponse } from "@portico/wallet";
import type { Address } from "@portico/evm";
import type { Deps } from "../../deps.ts";
import { readHistoryPage } from "../history/historyPage.ts";
import { readActionMetadata } from "./actionMetadata.ts";
import type { RequestedTransaction } from "./requestedTransaction.ts";
import { prepareKnowledge } from "./knowledge.ts";

/**
 * Explains a transaction with any calldata. At most two rounds of queries, none if everything is in memory; for a mined
 * one also the page of its sender's history that has it.
 */
export async function explainCall(
  deps: Pick<Deps, "db" | "knowledge" | "protocols" | "tokens">,
  { chain, call: request, hasNonce, mined }: Omit<RequestedTransaction, "headers">,
): Promise<ExplainTx> {
  const { call, knowledge } = await prepareKnowledge(deps, chain, request);
  const actions = listActions(call, knowledge, hasNonce);
  const metadata = await readActionMetadata(deps, chain, actions);
  const summary = mined === undefined ? null : await findSummary(deps, chain.slug, request.from, mined);
  return { abi: toAbiView(call), actions: actions.map((action) => toActionResponse(action, metadata)), summary };
}

async function findSummary(
  deps: Pick<Deps, "db" | "knowledge" | "protocols" | "tokens">,
  chain: string,
  sender: Address,
  { hash, timeAt }: NonNullable<RequestedTransaction["mined"]>,
): Promise<string | null> {
  const { history } = await readHistoryPage(deps, {
    id: sender,
    chain_id: chain,
    chain_ids: [chain],
    start_time: timeAt + 1,
    page_count: 1,
  });
  return history.history_list.find(({ id }) => id === hash)?.summary ?? null;
}
