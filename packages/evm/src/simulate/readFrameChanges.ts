import { numberToHex } from "viem";
import { isCallFrame, sumFrame, type CallFrame } from "./callFrame.ts";
import { findRefusal, toRpcTransaction, type Scene } from "./scene.ts";
import type { BalanceChanges } from "./simulation.ts";
import { readTraceAbility } from "./traceAbility.ts";

/**
 * Balance changes by a successful transaction, by its logs and inner calls, on a node whose debug_traceCall ignores state
 * overrides.
 * @param gasLimit - With which it succeeds.
 * @returns undefined: unknown, also because the node lacks the method.
 */
export async function readFrameChanges(scene: Scene, gasLimit: bigint): Promise<BalanceChanges | undefined> {
  const { rpc, transactions, blockNumber, overrides, isDelegateCall, fees, signal } = scene;
  if (isDelegateCall === true || Object.keys(overrides).length > 0) return undefined;
  signal?.throwIfAborted();
  try {
    if (!(await readTraceAbility(rpc)).hasLogs) return undefined;
    const transaction = toRpcTransaction(scene, transactions.at(-1)!, gasLimit);
    const frame = await rpc.send<CallFrame>({
      method: "debug_traceCall",
      params: [
        { ...transaction, gasPrice: numberToHex(fees.price) }, // a contract may test for 0
        numberToHex(blockNumber),
        { tracer: "callTracer", tracerConfig: { withLog: true } },
      ],
      check: (answer) => {
        if (!isCallFrame(answer)) throw new TypeError("debug_traceCall returned no trace");
      },
    });
    return frame.error === undefined ? sumFrame(frame, scene) : undefined;
  } catch (error) {
    if (findRefusal(error) === undefined && !(error instanceof TypeError)) throw error;
    return undefined;
  }
}
