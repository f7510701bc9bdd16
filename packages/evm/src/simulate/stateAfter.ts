import type { Address, Hex } from "viem";
import { isBytes } from "../isBytes.ts";
import { isQuantity } from "./quantity.ts";
import type { AccountOverride, StateOverrides } from "./stateOverrides.ts";
import type { TraceResult } from "./traceResult.ts";

const WORD = 64;

/**
 * The state after a traced call, as overrides of the state before it: each part of an account is `=`, or a change `*` from
 * one value to another, or an added `+` or a removed `-` value.
 * @throws TypeError if a part is none of these.
 */
export function toStateAfter(stateDiff: NonNullable<TraceResult["stateDiff"]>): StateOverrides {
  const after: StateOverrides = {};
  for (const [address, { balance, nonce, code, storage = {} }] of Object.entries(stateDiff)) {
    const slots = Object.entries(storage).flatMap(([slot, change]) => {
      const value = findNew(change, "0x0");
      return value === undefined ? [] : [[toWord(slot), toWord(value)]];
    });
    const parts = {
      balance: findNew(balance, "0x0"),
      nonce: findNew(nonce, "0x0"),
      code: findNew(code, "0x"),
      stateDiff: slots.length > 0 ? Object.fromEntries(slots) : undefined,
    };
    const changed = Object.entries(parts).filter(([, value]) => value !== undefined);
    after[address as Address] = Object.fromEntries(changed) as AccountOverride;
  }
  return after;
}

/** @param removed - The value of what was removed. @returns undefined if it did not change. */
function findNew(change: unknown, removed: Hex): Hex | undefined {
  if (change === undefined || change === "=") return undefined;
  const given = typeof change === "object" && change !== null ? change : {};
  if ("-" in given) return removed;
  const value = "+" in given ? given["+"] : "*" in given ? (given["*"] as { to?: unknown } | null)?.to : undefined;
  if (isQuantity(value) || isBytes(value)) return value;
  throw new TypeError("a state difference is not valid");
}

const toWord = (value: string): Hex => `0x${value.slice(2).padStart(WORD, "0")}`;
