import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Action } from "../action.ts";
import type { Category } from "../category.ts";
import type { FunctionRow, Reading } from "../functionRow.ts";
import { targetOf } from "./tokenActions.ts";

/** Other contracts have these selectors too: staking contracts use both names. */
export const wrappedRows: readonly FunctionRow[] = [
  { signature: "function deposit() payable", category: "", read: (reading) => wrap(reading, reading.actor) },
  {
    signature: "function depositTo(address account) payable",
    category: "",
    read: (reading) => wrap(reading, reading.args["account"]),
  },
  {
    signature: "function withdraw(uint256 amount)",
    category: "withdraw",
    read: (reading) => unwrap(reading, reading.actor, reading.args["amount"]),
  },
  {
    signature: "function withdrawTo(address account, uint256 amount)",
    category: "withdraw",
    read: (reading) => unwrap(reading, reading.args["account"], reading.args["amount"]),
  },
];

const isWrapped = (reading: Reading): boolean => targetOf(reading) === reading.knowledge.wrappedToken;

function wrap(reading: Reading, account: Address): Action[] {
  if (!isWrapped(reading)) return [];
  return exchange(reading, "wrap", {
    token: NATIVE_TOKEN,
    other: targetOf(reading),
    account,
    rawAmount: reading.call.rawValue,
  });
}

function unwrap(reading: Reading, account: Address, rawAmount: bigint): Action[] {
  if (!isWrapped(reading)) return [];
  return exchange(reading, "unwrap", { token: targetOf(reading), other: NATIVE_TOKEN, account, rawAmount });
}

interface Exchange {
  token: Address;
  other: Address;
  /** The account that gets the other side. */
  account: Address;
  rawAmount: bigint;
}

const exchange = (reading: Reading, category: Category, { token, other, account, rawAmount }: Exchange): Action[] => [
  {
    type: "call",
    from: reading.actor,
    to: targetOf(reading),
    category,
    sends: [{ token, rawAmount }],
    receives: account === reading.actor ? [{ token: other, rawAmount }] : [],
  },
];
