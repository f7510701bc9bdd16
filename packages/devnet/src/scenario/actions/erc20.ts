import { type Abi, type Address, erc20Abi, type Hex } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { UNLIMITED, type World } from "../world.ts";
import { mean } from "./action.ts";

const abi: Abi = erc20Abi;

export const encodeTransfer = (to: Address, rawAmount: bigint): Hex => encodeCall(abi, "transfer", [to, rawAmount]);
export const encodeApprove = (to: Address, rawAmount: bigint): Hex => encodeCall(abi, "approve", [to, rawAmount]);
export const encodeTransferFrom = (from: Address, to: Address, rawAmount: bigint): Hex =>
  encodeCall(abi, "transferFrom", [from, to, rawAmount]);

export const TRANSFER_GAS = 120_000n;
export const APPROVE_GAS = 80_000n;

/** Approves without limit unless already done; false if the owner can't pay. */
export function ensureApproved(world: World, owner: Address, token: Address, spender: Address): boolean {
  const isStanding = world.approvals.find(owner, { token, spender }) !== undefined;
  return isStanding || mean(world, "approve before", () => approve(world, owner, token, spender, UNLIMITED));
}

export function approve(world: World, owner: Address, token: Address, spender: Address, rawAmount: bigint): boolean {
  if (!world.send({ from: owner, to: token, data: encodeApprove(spender, rawAmount), gas: APPROVE_GAS })) return false;
  world.approvals.set(owner, { token, spender, left: rawAmount, lastUsedAt: world.timeAt });
  return true;
}
