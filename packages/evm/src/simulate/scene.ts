import { numberToHex } from "viem";
import type { Address, Hex } from "viem";
import type { Rpc } from "../rpc.ts";
import { findCause, isLagging, isTransient, isUnsupported, RpcCallError } from "../rpcErrors.ts";
import { isBytes } from "../isBytes.ts";
import type { Fees } from "./fees.ts";
import type { RefusedOutcome, SimulatedTransaction, SimulateOptions } from "./simulation.ts";
import type { StateOverrides } from "./stateOverrides.ts";

/** Where transactions are simulated: after a block, in the next one. */
export interface Scene extends SimulateOptions {
  rpc: Rpc;
  blockNumber: bigint;
  /** Of the block; at most `MAX_GAS`. */
  maxGas: bigint;
  blockOverrides: BlockOverrides;
  overrides: StateOverrides;
  fees: Fees;
}

/**
 * Block fields visible to contracts. @see https://github.com/ethereum/execution-apis/blob/main/src/schemas/execute.yaml
 */
export interface BlockOverrides {
  number: Hex;
  time: Hex;
  feeRecipient?: Address;
  prevRandao?: Hex;
  baseFeePerGas?: Hex;
}

/** Limit while none is known: some chains' blocks have no meaningful limit. */
export const MAX_GAS = 100_000_000n;

export interface RpcTransaction {
  from: Address;
  to?: Address;
  value: Hex;
  data: Hex;
  gas?: Hex;
}

/** @param gas - Undefined: the block's limit. */
export function toRpcTransaction(scene: Scene, transaction: SimulatedTransaction, gas?: bigint): RpcTransaction {
  const { from, to, rawValue, data } = transaction;
  const limit = gas ?? (scene.block.gasLimit > MAX_GAS ? MAX_GAS : undefined);
  return {
    from,
    ...(to !== undefined && { to }),
    value: numberToHex(rawValue),
    data,
    ...(limit !== undefined && { gas: numberToHex(limit) }),
  };
}

/** A node's message if the sender's balance doesn't cover the amount sent. It executes nothing then. */
const POOR = /insufficient (funds|balance)/i;

/** Contracts may revert with the same text. */
export const isPoor = (error: RpcCallError): boolean =>
  error.code === -38_014 || (error.code !== 3 && POOR.test(error.message) && !/revert/i.test(error.message));

/** In our own words: the node includes the gas loan. */
export function toPoor({ transactions }: Pick<Scene, "transactions">): RefusedOutcome {
  const { from, rawValue } = transactions.at(-1)!;
  const who = transactions.length > 1 ? "a sender has less than it sends" : `${from} has less than ${rawValue} wei`;
  return { isSuccess: false, failure: "balance", message: `insufficient funds: ${who}` };
}

/** Whether the execution failed, not the node. */
export const isExecutionFailure = (error: RpcCallError): boolean =>
  !isLagging(error) &&
  !isTransient(error) &&
  !isUnsupported(error) &&
  (error.code === 3 || /revert|out of gas|opcode|execution|stack|jump|evm|vm |halt/i.test(error.message));

export const findRefusal = (error: unknown): RpcCallError | undefined => findCause(error, RpcCallError);

/** Revert data of an error's `data`: nodes wrap it differently. */
export function readRevertData(data: unknown): Hex {
  if (typeof data === "string") {
    const bytes = data.replace(/^Reverted\s*/i, "");
    return isBytes(bytes) ? bytes : "0x";
  }
  if (typeof data !== "object" || data === null) return "0x";
  const inner = "data" in data ? data.data : "originalError" in data ? data.originalError : undefined;
  return inner === undefined ? "0x" : readRevertData(inner);
}
