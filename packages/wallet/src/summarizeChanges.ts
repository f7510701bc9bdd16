import type { CallAction, TxAction, TxBalanceChange, TxToken } from "@portico/contract";
import { shortenAddress, summarize } from "@portico/transactions";
import { describeAmount, describeNft, nameProtocol } from "./assetTexts.ts";
import { joinSentences, noParts, summarizeActions, toShownCategory } from "./summarizeActions.ts";
import type { Parts, SummarizedCall } from "./summarizeActions.ts";

/** A simulated transaction. */
export interface Simulated {
  /** Known changes of the owner's balances. */
  readonly change: TxBalanceChange;
  /** The account whose balances they are. */
  readonly owner: string;
  /** What its calldata says. */
  readonly actions: readonly TxAction[];
  readonly call: SummarizedCall;
}

/**
 * What a simulated transaction would do to the owner, in one sentence without a full stop: what moved in the simulation,
 * and what the calldata approves. Calldata decides the words only as far as nothing that goes out is hidden by them.
 */
export function summarizeChanges({ change, owner, actions, call }: Simulated): string {
  const outs = [...byValue(change.send_token_list).map(describeAmount), ...change.send_nft_list.map(describeNft)];
  const ins = [...byValue(change.receive_token_list).map(describeAmount), ...change.receive_nft_list.map(describeNft)];
  const approvals = actions.filter(isApproval);
  const others = actions.filter((action) => !approvals.includes(action));
  const isMoved = outs.length + ins.length > 0;
  const only = others.length === 1 ? others[0] : undefined;
  if (!isMoved && (others.length === 0 || only?.type === "cancel_tx" || only?.type === "deploy_contract")) {
    return summarizeActions(actions, call);
  }
  const moved = summarize({ ...noParts, outs, ins, ...describeMeaning(only, { owner, call, outs, ins }) });
  return approvals.length === 0 ? moved : joinSentences([moved, summarizeActions(approvals, call)]);
}

const isApproval = (action: TxAction): boolean =>
  action.type === "call"
    ? action.category === "approve" || action.category === "revoke"
    : action.type.includes("approv");

interface Moved extends Pick<Simulated, "call" | "owner"> {
  readonly outs: readonly string[];
  readonly ins: readonly string[];
}

/** The words for what moved, by the only action besides approvals. */
function describeMeaning(
  only: TxAction | undefined,
  { owner, call, outs, ins }: Moved,
): Pick<Parts, "category" | "functionName" | "other" | "protocol"> {
  const { functionName } = call;
  const parts = {
    category: "",
    functionName,
    other: call.to === undefined ? "" : shortenAddress(call.to),
    protocol: undefined,
  } as const;
  if (only === undefined || call.from !== owner) return parts;
  if (only.type === "call" && only.from_addr === owner) return { ...parts, ...describeCall(only) };
  const isTransfer = only.type === "send_token" || only.type === "send_nft";
  if (isTransfer && only.from_addr === owner && outs.length > 0 && ins.length === 0) {
    return { ...parts, category: "send", other: shortenAddress(only.to_addr) };
  }
  return parts;
}

const describeCall = ({ category = "", contract, to_addr: to }: CallAction) => ({
  category: toShownCategory(category),
  protocol: nameProtocol(contract) ?? shortenAddress(to),
});

/** The most valuable first: a sentence counts the last of many. */
const byValue = (tokens: readonly TxToken[]): TxToken[] =>
  tokens.toSorted((a, b) => b.amount * b.price - a.amount * a.price);
