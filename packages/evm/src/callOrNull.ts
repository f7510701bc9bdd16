import type { Hex } from "viem";
import type { Call } from "./aggregate3.ts";
import { isBytes } from "./isBytes.ts";
import type { BlockParameter } from "./pinnedBlock.ts";
import { isUnknownParameter } from "./pinnedBlock.ts";
import {
  findCause,
  isLagging,
  isPruned,
  isTransient,
  isUnsupported,
  EXECUTION_REVERTED,
  RpcCallError,
} from "./rpcErrors.ts";
import type { Rpc } from "./rpc.ts";

interface CallOptions extends Call {
  gas?: Hex;
}

/** @returns null if the execution fails; throws if the node fails. */
export const callOrNull = (rpc: Rpc, call: CallOptions, at: BlockParameter): Promise<Hex | null> =>
  callBytes(rpc, [call, at]);

/** Like `callOrNull`. @param params - Of eth_call. */
export async function callBytes(rpc: Rpc, params: readonly unknown[]): Promise<Hex | null> {
  try {
    return await rpc.send<Hex>({ method: "eth_call", params, check: checkBytes });
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused !== undefined && isExecutionFailure(refused)) return null;
    throw error;
  }
}

/** Otherwise a response of null, for example, would be taken for a failed call. */
function checkBytes(answer: unknown): void {
  if (!isBytes(answer)) throw new TypeError("eth_call returned no bytes");
}

const isExecutionFailure = (error: RpcCallError): boolean =>
  !isLagging(error) &&
  !isPruned(error) &&
  !isTransient(error) &&
  (error.code === EXECUTION_REVERTED || /revert/i.test(error.message) || isHalt(error));

const isHalt = (error: RpcCallError): boolean =>
  !isUnsupported(error) &&
  !isUnknownParameter(error) &&
  !TROUBLE.test(error.message) &&
  /gas|opcode|execution|stack|jump|evm|vm |halt/i.test(error.message);

/** Errors of a gateway's backend, whose name may contain any word ("http://evm:8545"). */
const TROUBLE = /connect|refused|dial |unreachable|unavailable|upstream|sync|overload|unauthori|forbidden/i;
