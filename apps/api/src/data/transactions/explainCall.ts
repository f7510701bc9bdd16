import type { ExplainTx } from "@portico/contract";
import { listActions, toAbiView } from "@portico/transactions";
import { wireAction } from "@portico/wallet";
import type { Deps } from "../../deps.ts";
import { readActionFacts } from "./actionFacts.ts";
import type { AskedTransaction } from "./askedTransaction.ts";
import { prepareKnowledge } from "./knowledge.ts";

/** Explains a transaction with any calldata. At most two rounds of queries, none if everything is in memory. */
export async function explainCall(
  deps: Pick<Deps, "db" | "knowledge" | "protocols" | "tokens">,
  { chain, call: asked, hasNonce }: Omit<AskedTransaction, "headers">,
): Promise<ExplainTx> {
  const { call, knowledge } = await prepareKnowledge(deps, chain, asked);
  const actions = listActions(call, knowledge, hasNonce);
  const facts = await readActionFacts(deps, chain, actions);
  return { abi: toAbiView(call), actions: actions.map((action) => wireAction(action, facts)) };
}
