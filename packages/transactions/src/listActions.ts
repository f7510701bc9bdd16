import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Action, TokenAmount } from "./action.ts";
import type { DecodedCall } from "./call.ts";
import { nameArguments } from "./decodeCall.ts";
import { isMultiSend } from "./functions/multiSends.ts";
import type { Knowledge } from "./knowledge.ts";

/** More are shown as one call that isn't understood. */
const MAX_ACTIONS = 1_000;

/** What a call does, by its calldata; what it wraps counts in its stead. Never empty, never throws. */
export function listActions(call: DecodedCall, knowledge: Knowledge): Action[] {
  const actions = listAll(call, knowledge);
  if (actions.length <= MAX_ACTIONS) return actions;
  const rest = toCallAction({ ...call, rawValue: 0n, row: undefined }, call.to ?? ZERO_ADDRESS);
  return [...actions.slice(0, MAX_ACTIONS - 1), rest];
}

function listAll(call: DecodedCall, knowledge: Knowledge): Action[] {
  const { from, to } = call;
  if (to === undefined) return [{ type: "deploy", from }];
  if (call.input === "0x") return [readTransfer(call, to, knowledge)];
  if (call.inner.length > 0) return listInner(call, to, knowledge);
  const actions = isComplete(call)
    ? (call.row?.read?.({ args: nameArguments(call), call, actor: from, knowledge }) ?? [])
    : [];
  return actions.length > 0 ? actions : [toCallAction(call, to)];
}

/** Whether its arguments are there: of calldata that was cut only the function may be known. */
const isComplete = (call: DecodedCall): boolean => call.args.length === call.function?.inputs.length;

function readTransfer(
  { from, rawValue, isDelegated, ...call }: DecodedCall,
  to: Address,
  knowledge: Knowledge,
): Action {
  if (isDelegated) return toCallAction({ ...call, from, rawValue }, to);
  const amount = { token: NATIVE_TOKEN, rawAmount: rawValue };
  if (rawValue > 0n && to === knowledge.wrappedToken) {
    const receives = [{ token: to, rawAmount: rawValue }];
    return { type: "call", from, to, category: "wrap", sends: [amount], receives };
  }
  return from === to && rawValue === 0n ? { type: "cancel", from } : { type: "send_token", from, to, amount };
}

/** What is not understood, or is more than a transfer or an approval: its own value leaves. */
const toCallAction = (
  { from, rawValue, row }: Pick<DecodedCall, "from" | "rawValue" | "row">,
  to: Address,
): Action => ({
  type: "call",
  from,
  to,
  category: row?.category ?? "",
  sends: rawValue > 0n ? [{ token: NATIVE_TOKEN, rawAmount: rawValue }] : [],
  receives: [],
});

function listInner(call: DecodedCall, to: Address, knowledge: Knowledge): Action[] {
  const actions = call.inner.flatMap((inner) => listAll(inner, knowledge));
  const ownCall = toCallAction(call, to);
  if (call.from !== to && call.inner.every(({ from, to: target }) => from === call.from && target === to)) {
    return [
      ...capNative(actions, call.rawValue),
      ...(call.isInnerCut ? [toCallAction({ ...call, rawValue: 0n }, to)] : []),
    ];
  }
  const isUnsure = call.isInnerCut === true || (call.isDelegated === true && !isMultiSend(to));
  const isPaid = call.rawValue > 0n && !call.isDelegated && call.inner.every(({ from }) => from !== call.from);
  return isPaid || isUnsure ? [ownCall, ...actions] : actions;
}

/** A contract that calls itself by its caller's orders sees the one value in each of these calls. */
function capNative(actions: Action[], rawValue: bigint): Action[] {
  let left = rawValue;
  const cap = (amount: TokenAmount): TokenAmount => {
    if (amount.token !== NATIVE_TOKEN) return amount;
    const capped = amount.rawAmount < left ? amount.rawAmount : left;
    left -= capped;
    return { ...amount, rawAmount: capped };
  };
  return actions.map((action) => {
    if (action.type === "send_token") return { ...action, amount: cap(action.amount) };
    if (action.type !== "call") return action;
    return { ...action, sends: action.sends.map(cap).filter((amount) => amount.rawAmount > 0n) };
  });
}
