import type { Address } from "@portico/evm";
import { expect, test } from "vitest";
import type { Action } from "../action.ts";
import type { Category } from "../category.ts";
import { decodeCall } from "../decodeCall.ts";
import type { FunctionRow } from "../functionRow.ts";
import { listActions } from "../listActions.ts";
import { alice, bob, encodeCall, knowledge, nft, token } from "./encodeCall.ts";

export const sends = (from: Address, to: Address, rawAmount: bigint, of: Address = token): Action => ({
  type: "send_token",
  from,
  to,
  amount: { token: of, rawAmount },
});
export const sends721 = (from: Address, to: Address, tokenId: bigint): Action => ({
  type: "send_nft",
  from,
  to,
  nft: { contract: nft, tokenId, rawAmount: 1n, isErc1155: false },
});
export const sends1155 = (tokenId: bigint, rawAmount: bigint): Action => ({
  type: "send_nft",
  from: alice,
  to: bob,
  nft: { contract: nft, tokenId, rawAmount, isErc1155: true },
});
export const approves = (owner: Address, rawAmount: bigint): Action => ({
  type: "approve_token",
  owner,
  spender: bob,
  amount: { token, rawAmount },
});
export const approvesAll = (owner: Address, isApproved: boolean): Action => ({
  type: "approve_collection",
  owner,
  spender: bob,
  contract: nft,
  isApproved,
});
export const approves2 = (owner: Address, rawAmount: bigint): Action =>
  ({ ...approves(owner, rawAmount), isPermit2: true }) as Action;
export type Moves = { sends?: [Address, bigint][]; receives?: [Address, bigint][] };
export const calls = (category: Category | "", to: Address = token, moves: Moves = {}): Action => ({
  type: "call",
  from: alice,
  to,
  category,
  sends: (moves.sends ?? []).map(([of, rawAmount]) => ({ token: of, rawAmount })),
  receives: (moves.receives ?? []).map(([of, rawAmount]) => ({ token: of, rawAmount })),
});

/** Signature, arguments, contract, expected actions, and wei. */
export type Case = [signature: string, args: unknown[], to: Address, expected: Action[], rawValue?: bigint];

export function testRows(cases: Case[], rows: readonly FunctionRow[]): void {
  test.each(cases)("%s", (signature, args, to, expected, rawValue = 0n) => {
    const call = decodeCall(encodeCall(`function ${signature}`, args, { to, rawValue }), knowledge);
    expect(call.row).toBeDefined();
    expect(listActions(call, knowledge)).toEqual(expected);
  });

  test("every row with a meaning has a case", () => {
    const meant = rows.filter(({ category, read }) => category !== "" || read !== undefined);
    const tested = new Set(cases.map(([signature]) => signature.replace(/ payable$/, "")));
    const plain = meant.map(({ signature }) => signature.replace(/^function /, "").replace(/ payable$/, ""));
    expect(plain.filter((signature) => !tested.has(signature))).toEqual([]);
  });
}
