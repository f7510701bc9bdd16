import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Action, TokenAmount } from "./action.ts";
import type { DecodedCall } from "./functionRow.ts";

/** A call that isn't understood, or is more than a transfer or an approval: its own value leaves. */
export const toCallAction = (
  { from, rawValue, row }: Pick<DecodedCall, "from" | "rawValue" | "row">,
  to: Address,
): Action => ({
  type: "call",
  from,
  to,
  category: row?.category ?? "",
  sends: toCoin(rawValue),
  receives: [],
});

const toCoin = (rawAmount: bigint): TokenAmount[] => (rawAmount > 0n ? [{ token: NATIVE_TOKEN, rawAmount }] : []);

/**
 * Native coin leaves by a call's value alone: exactly that, whatever the calldata says. Value that no action sends
 * goes to the called contract.
 */
export function settleValue(actions: Action[], call: DecodedCall, to: Address): Action[] {
  if (call.isDelegated === true || call.from === to) return actions;
  const { capped, left } = capNative(actions, call.rawValue);
  if (left === 0n) return capped;
  const { from } = call;
  const at = capped.findIndex((action) => action.type === "call" && action.from === from && action.to === to);
  if (at < 0) return [{ type: "send_token", from, to, amount: { token: NATIVE_TOKEN, rawAmount: left } }, ...capped];
  return capped.map((action, index) => (index === at && action.type === "call" ? addCoin(action, left) : action));
}

function capNative(actions: Action[], rawValue: bigint): { capped: Action[]; left: bigint } {
  let left = rawValue;
  const cap = (amount: TokenAmount): TokenAmount => {
    if (amount.token !== NATIVE_TOKEN) return amount;
    const rawAmount = amount.rawAmount < left ? amount.rawAmount : left;
    left -= rawAmount;
    return { ...amount, rawAmount };
  };
  const capped = actions.map((action) => {
    if (action.type === "send_token") return { ...action, amount: cap(action.amount) };
    if (action.type !== "call") return action;
    const sends = action.sends.map(cap).filter(({ token, rawAmount }) => token !== NATIVE_TOKEN || rawAmount > 0n);
    return { ...action, sends };
  });
  return { capped, left };
}

function addCoin(action: Action & { type: "call" }, rawAmount: bigint): Action {
  const sent = action.sends.find(({ token }) => token === NATIVE_TOKEN);
  const others = action.sends.filter((amount) => amount !== sent);
  return { ...action, sends: [...toCoin((sent?.rawAmount ?? 0n) + rawAmount), ...others] };
}
