import { numberToHex } from "viem";
import { isUnsupported } from "../rpcErrors.ts";
import { readByDiff } from "./readByDiff.ts";
import { findRefusal, toRpcTransaction, type Scene } from "./scene.ts";
import type { BalanceChanges } from "./simulation.ts";
import { createTracedReads, readWord } from "./tracedReads.ts";
import { areTraceResults, listTracedEffects, type TraceResult } from "./traceResult.ts";

/** Contracts whose balances are read. */
const MAX_CONTRACTS = 40;

/**
 * Balance changes by a successful transaction, by `trace_callMany`, or else `trace_call`. If an NFT may have moved, the
 * changes are unknown.
 * @param gasLimit - With which it succeeds.
 * @returns undefined: unknown, also because the node lacks both methods.
 */
export async function readTracedChanges(scene: Scene, gasLimit: bigint): Promise<BalanceChanges | undefined> {
  if (scene.isDelegateCall === true || Object.keys(scene.overrides).length > 0) return undefined;
  const transaction = {
    ...toRpcTransaction(scene, scene.transactions.at(-1)!, gasLimit),
    gasPrice: numberToHex(scene.fees.price), // a contract may test for 0
  };
  for (const read of [readByTraces, readByDiff]) {
    try {
      return await read(scene, transaction);
    } catch (error) {
      // refused, also for lack of funds for the gas; or a nonsensical response
      const refused = findRefusal(error);
      if (refused === undefined && !(error instanceof TypeError)) throw error;
      if (refused !== undefined && !isUnsupported(refused)) return undefined;
    }
  }
  return undefined;
}

/**
 * By `trace_callMany`, which executes calls one after the other: a first one shows what the transaction calls and changes,
 * a second one reads the balances of these contracts before and after it.
 */
async function readByTraces(scene: Scene, transaction: object): Promise<BalanceChanges | undefined> {
  const [traced] = await traceMany(scene, [[transaction, ["trace", "stateDiff"]]]);
  const effects = traced && listTracedEffects(traced);
  if (effects === undefined) return undefined;
  const reads = createTracedReads(scene, effects);
  const { balances, probes } = reads;
  if (balances.length > MAX_CONTRACTS) return undefined;
  const calls = [...balances, transaction, ...balances, ...probes];
  const results = await traceMany(
    scene,
    calls.map((call): Call => [call, ["trace"]]),
  );
  const amounts = results.map(readAmount);
  const after = balances.length + 1;
  const first = after + balances.length;
  return reads.compare({ before: amounts, after: amounts.slice(after), probed: amounts.slice(first) });
}

type Call = [transaction: object, types: readonly string[]];

async function traceMany({ rpc, blockNumber, signal }: Scene, calls: readonly Call[]): Promise<TraceResult[]> {
  signal?.throwIfAborted();
  return await rpc.send<TraceResult[]>({
    method: "trace_callMany",
    params: [calls, numberToHex(blockNumber)],
    check: (answer) => {
      if (!areTraceResults(answer, calls.length)) throw new TypeError("trace_callMany returned no traces");
    },
  });
}

/** Undefined: the call failed, or returned no number. */
const readAmount = ({ output, trace }: TraceResult): bigint | undefined =>
  trace[0]?.error ? undefined : readWord(output);
