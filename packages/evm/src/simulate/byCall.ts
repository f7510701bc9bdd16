import type { Hex } from "viem";
import { numberToHex } from "viem";
import { isBytes } from "../isBytes.ts";
import { isQuantity } from "./quantity.ts";
import { addMargin } from "./gasLimit.ts";
import { coinMoved, sumMoved } from "./moved.ts";
import { readFrameChanges } from "./readFrameChanges.ts";
import { readTracedChanges } from "./readTracedChanges.ts";
import { findRefusal, isExecutionFailure, isPoor, readRevertData, toRpcTransaction, type Scene } from "./scene.ts";
import { type BalanceChanges, CannotSimulateError, type SimulationOutcome } from "./simulation.ts";

/**
 * By eth_call and eth_estimateGas: whether it succeeds, and its gas. Balance changes are known if it runs no code, or by
 * trace_callMany, trace_call, or a debug_traceCall that ignores overrides. Pending transactions can't be executed before it.
 */
export async function byCall(scene: Scene): Promise<SimulationOutcome> {
  const { rpc, transactions, overrides, blockNumber } = scene;
  if (transactions.length > 1)
    throw new CannotSimulateError("The nodes of this chain can't simulate a transaction after pending ones");
  const transaction = toRpcTransaction(scene, transactions[0]);
  const hasOverrides = Object.keys(overrides).length > 0;
  const params = [transaction, numberToHex(blockNumber), ...(hasOverrides ? [overrides] : [])];
  try {
    await rpc.send<Hex>({ method: "eth_call", params, check: checkBytes });
    const gas = await rpc.send<Hex>({ method: "eth_estimateGas", params, check: checkQuantity });
    const gasLimit = addMargin(BigInt(gas));
    const changes =
      (await readPlainChanges(scene)) ??
      (await readTracedChanges(scene, gasLimit)) ??
      (await readFrameChanges(scene, gasLimit));
    return { isSuccess: true, gasUsed: BigInt(gas), gasLimit, changes };
  } catch (error) {
    const refused = findRefusal(error);
    if (refused === undefined || isPoor(refused) || !isExecutionFailure(refused)) throw error;
    const message = refused.message.replace(/^eth_\w+: /, "");
    return { isSuccess: false, failure: "reverted", data: readRevertData(refused.data), message };
  }
}

/** Of a transfer of the native coin to an account without code; undefined: unknown, because a contract runs. */
async function readPlainChanges(scene: Scene): Promise<BalanceChanges | undefined> {
  const { rpc, owner, blockNumber, isDelegateCall = false } = scene;
  const { from, to, rawValue } = scene.transactions.at(-1)!;
  if (to === undefined || isDelegateCall) return undefined;
  const params = [to, numberToHex(blockNumber)];
  const code = await rpc.send<Hex>({ method: "eth_getCode", params, check: checkBytes });
  return code === "0x" ? sumMoved([coinMoved(from, to, rawValue)], owner) : undefined;
}

function checkBytes(answer: unknown): void {
  if (!isBytes(answer)) throw new TypeError("The node returned no bytes");
}

function checkQuantity(answer: unknown): void {
  if (!isQuantity(answer)) throw new TypeError("eth_estimateGas returned no quantity");
}
