import type { ExplainTx } from "@portico/contract";
import { NATIVE_TOKEN } from "@portico/evm";
import { listActions, toAbiView, type Action } from "@portico/transactions";
import type { Deps } from "../../deps.ts";
import { readActionFacts } from "./actionFacts.ts";
import type { AskedTransaction } from "./askedTransaction.ts";
import { prepareKnowledge } from "./knowledge.ts";
import { wireAction } from "./wireAction.ts";

/** Says what a transaction would do, whatever its calldata is. Asks the store in two rounds at most, and not when all is at hand. */
export async function explainCall(
  deps: Pick<Deps, "db" | "knowledge" | "protocols" | "tokens">,
  { chain, call: asked, hasNonce }: Omit<AskedTransaction, "headers">,
): Promise<ExplainTx> {
  const { call, knowledge } = await prepareKnowledge(deps, chain, asked);
  const actions = listActions(call, knowledge).map((action) => judgeCancel(action, hasNonce));
  const facts = await readActionFacts(deps, chain, actions);
  return { abi: toAbiView(call), actions: actions.map((action) => wireAction(action, facts)) };
}

/** Without a nonce, nothing would be replaced. */
const judgeCancel = (action: Action, hasNonce: boolean): Action =>
  action.type === "cancel" && !hasNonce
    ? { type: "send_token", from: action.from, to: action.from, amount: { token: NATIVE_TOKEN, rawAmount: 0n } }
    : action;
