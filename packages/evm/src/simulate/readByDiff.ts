import { numberToHex } from "viem";
import type { Address, Hex } from "viem";
import { isBytes } from "../isBytes.ts";
import { ZERO_ADDRESS } from "../nativeToken.ts";
import { createAddress } from "./createAddress.ts";
import { findRefusal, isExecutionFailure, type Scene } from "./scene.ts";
import type { BalanceChanges } from "./simulation.ts";
import { toStateAfter } from "./stateAfter.ts";
import type { StateOverrides } from "./stateOverrides.ts";
import { createTracedReads, readWord, type TracedRead } from "./tracedReads.ts";
import { areTraceResults, listTracedEffects, type TraceResult } from "./traceResult.ts";

/** Contracts whose balances are read, each by several calls. */
const MAX_CONTRACTS = 12;
/** Returns 42. */
const PROOF: Hex = "0x602a60005260206000f3";
const PROVEN = 42n;

/**
 * By `trace_call` alone: balances after the transaction are read with the state that it would leave, as overrides of
 * eth_call. @returns undefined: unknown, also because the node ignores overrides.
 */
export async function readByDiff(scene: Scene, transaction: object): Promise<BalanceChanges | undefined> {
  const { rpc, blockNumber, signal } = scene;
  signal?.throwIfAborted();
  const traced = await rpc.send<TraceResult>({
    method: "trace_call",
    params: [transaction, ["trace", "stateDiff"], numberToHex(blockNumber)],
    check: (answer) => {
      if (!areTraceResults([answer], 1)) throw new TypeError("trace_call returned no trace");
    },
  });
  const effects = listTracedEffects(traced);
  const { stateDiff = null } = traced;
  if (effects === undefined || stateDiff === null) return undefined;
  const reads = createTracedReads(scene, effects);
  const { balances, probes } = reads;
  if (balances.length > MAX_CONTRACTS) return undefined;
  const proof = createAddress();
  const state: StateOverrides = { ...toStateAfter(stateDiff), [proof]: { code: PROOF } };
  const readAll = (list: readonly TracedRead[], overrides?: StateOverrides) =>
    Promise.all(list.map((read) => readAmount(scene, read, overrides)));
  signal?.throwIfAborted();
  const [[proven], before, after, probed] = await Promise.all([
    readAll([toProof(proof)], state),
    readAll(balances),
    readAll(balances, state),
    readAll(probes, state),
  ]);
  return proven === PROVEN ? reads.compare({ before, after, probed }) : undefined;
}

const toProof = (to: Address): TracedRead => ({ from: ZERO_ADDRESS, to, data: "0x", gas: numberToHex(100_000) });

/** Undefined: the call failed, or returned no number. */
async function readAmount(
  { rpc, blockNumber }: Scene,
  read: TracedRead,
  overrides?: StateOverrides,
): Promise<bigint | undefined> {
  const params = [read, numberToHex(blockNumber), ...(overrides === undefined ? [] : [overrides])];
  try {
    const output = await rpc.send<Hex>({
      method: "eth_call",
      params,
      check: (answer) => {
        if (!isBytes(answer)) throw new TypeError("eth_call returned no bytes");
      },
    });
    return readWord(output);
  } catch (error) {
    const refused = findRefusal(error);
    if (refused === undefined || !isExecutionFailure(refused)) throw error;
    return undefined;
  }
}
