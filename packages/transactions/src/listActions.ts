import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Action } from "./action.ts";
import { nameArguments } from "./decodeCall.ts";
import { isMultiSend } from "./functions/multiSends.ts";
import type { Knowledge } from "./knowledge.ts";
import { settleValue, toCallAction } from "./settleValue.ts";
import type { DecodedCall } from "./functionRow.ts";

/** More are shown as one call that isn't understood. */
const MAX_ACTIONS = 1_000;

/**
 * Effects of a call, by its calldata; wrapped calls replace their wrapper. Never empty, never throws.
 * @param hasNonce - Whether it is known which transaction it would replace.
 */
export function listActions(call: DecodedCall, knowledge: Knowledge, hasNonce = true): Action[] {
  const actions = listAll(call, knowledge);
  if (actions.length === 1 && hasNonce) return actions;
  const included = actions.slice(0, MAX_ACTIONS).map(toNothing);
  if (actions.length <= MAX_ACTIONS) return included;
  const rest = toCallAction({ ...call, rawValue: 0n, row: undefined }, call.to ?? ZERO_ADDRESS);
  return [...included.slice(0, -1), rest];
}

/** Only a transaction without other effects cancels another, and by its nonce. */
const toNothing = (action: Action): Action =>
  action.type === "cancel"
    ? { type: "send_token", from: action.from, to: action.from, amount: { token: NATIVE_TOKEN, rawAmount: 0n } }
    : action;

function listAll(call: DecodedCall, knowledge: Knowledge): Action[] {
  const { from, to, rawValue } = call;
  if (to === undefined) return [{ type: "deploy", from, ...(rawValue > 0n && { rawValue }) }];
  if (call.input === "0x") return [readTransfer(call, to, knowledge)];
  if (call.inner.length > 0 && !isToItself(call)) return listInner(call, to, knowledge);
  return settleValue(listMeant(call, to, knowledge), call, to);
}

/** Effects of the calldata, wherever its value goes. */
function listMeant(call: DecodedCall, to: Address, knowledge: Knowledge): Action[] {
  if (isToItself(call)) return listOrders(call, to, knowledge);
  if (call.input === "0x" || call.inner.length > 0) return listAll(call, knowledge);
  const args = isComplete(call) ? nameArguments(call) : undefined;
  const actions = (args && call.row?.read?.({ args, call, actor: call.from, knowledge })) ?? [];
  return actions.length > 0 ? actions : [toCallAction({ ...call, rawValue: 0n }, to)];
}

/** Whether its arguments are decoded: of truncated calldata only the function may be known. */
const isComplete = (call: DecodedCall): boolean => call.args.length === call.function?.inputs.length;

/** Whether a contract calls itself for its caller: each of these calls sees the same value. */
const isToItself = ({ from, to, inner }: DecodedCall): boolean =>
  inner.length > 0 && from !== to && inner.every((one) => one.from === from && one.to === to);

const listOrders = (call: DecodedCall, to: Address, knowledge: Knowledge): Action[] => [
  ...call.inner.flatMap((inner) => listMeant(inner, to, knowledge)),
  ...(call.isInnerCut ? [toCallAction({ ...call, rawValue: 0n }, to)] : []),
];

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

/** Its own value goes to the contract that makes these calls, whatever they are. */
function listInner(call: DecodedCall, to: Address, knowledge: Knowledge): Action[] {
  const actions = call.inner.flatMap((inner) => listAll(inner, knowledge));
  const isUnsure = call.isInnerCut === true || (call.isDelegated === true && !isMultiSend(to));
  const isPaid = call.rawValue > 0n && call.isDelegated !== true && call.from !== to;
  return isPaid || isUnsure ? [toCallAction(call, to), ...actions] : actions;
}
