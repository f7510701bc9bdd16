import { numberToHex } from "viem";
import { isCallFrame, listLogs, sumFrame, type CallFrame } from "./callFrame.ts";
import { settleGasLimit, type GasRun } from "./gasLimit.ts";
import { toRpcTransaction, type Scene } from "./scene.ts";
import {
  CannotSimulateError,
  type SimulatedLog,
  type SimulatedTransaction,
  type SimulationOutcome,
} from "./simulation.ts";
import { addDiff, mergeOverrides, type StateDiff, type StateOverrides } from "./stateOverrides.ts";
import { readTraceAbility } from "./traceAbility.ts";

interface Run extends GasRun {
  frame: CallFrame;
  logs: readonly SimulatedLog[];
}

/**
 * By debug_traceCall: state changes of pending transactions are carried over; movements are known from logs and calls
 * alone.
 */
export async function byTrace(scene: Scene): Promise<SimulationOutcome> {
  const { hasLogs, hasOverrides } = await readTraceAbility(scene.rpc);
  if (!hasLogs || !hasOverrides)
    throw new CannotSimulateError("The nodes of this chain ignore options of debug_traceCall");
  let { overrides } = scene;
  for (const pending of scene.transactions.slice(0, -1)) overrides = await execute(scene, overrides, pending);
  const run = (gasLimit?: bigint) => trace(scene, overrides, gasLimit);
  const first = await run();
  if (!first.isSuccess) {
    const { output = "0x", error = "execution reverted" } = first.frame;
    return { isSuccess: false, failure: "reverted", data: output, message: error };
  }
  const { gasLimit, settled } = await settleGasLimit(first, scene.maxGas, run);
  return { isSuccess: true, gasUsed: settled.gasUsed, gasLimit, changes: sumFrame(settled.frame, scene) };
}

async function execute(
  scene: Scene,
  overrides: StateOverrides,
  pending: SimulatedTransaction,
): Promise<StateOverrides> {
  const { from } = pending;
  const paid = payForGas(scene, overrides, pending);
  const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
  const [diff, frame] = await Promise.all([
    sendTrace<StateDiff>(scene, paid.overrides, { transaction: paid.transaction, tracing: tracer, check: isStateDiff }),
    traceFrame(scene, paid),
  ]);
  const after = addDiff(overrides, diff);
  const unspent = paid.loan - BigInt(frame.gasUsed) * scene.fees.price;
  const balance = BigInt(after[from]?.balance ?? 0n) - unspent;
  return mergeOverrides(after, { [from]: { balance: numberToHex(balance > 0n ? balance : 0n) } });
}

async function trace(scene: Scene, overrides: StateOverrides, gasLimit?: bigint): Promise<Run> {
  const frame = await traceFrame(scene, payForGas(scene, overrides, scene.transactions.at(-1)!, gasLimit));
  return { frame, logs: listLogs(frame), isSuccess: frame.error === undefined, gasUsed: BigInt(frame.gasUsed) };
}

/** A transaction that pays for gas from a loan to its sender. */
interface Paid {
  transaction: object;
  overrides: StateOverrides;
  /** Wei. */
  loan: bigint;
}

function payForGas(
  scene: Scene,
  overrides: StateOverrides,
  transaction: SimulatedTransaction,
  gasLimit = scene.maxGas,
): Paid {
  const { price, balances } = scene.fees;
  const { from } = transaction;
  const loan = gasLimit * price;
  const lent = BigInt(overrides[from]?.balance ?? balances.get(from)!) + loan;
  return {
    transaction: { ...toRpcTransaction(scene, transaction, gasLimit), gasPrice: numberToHex(price) },
    overrides: mergeOverrides(overrides, { [from]: { balance: numberToHex(lent) } }),
    loan,
  };
}

const traceFrame = (scene: Scene, { transaction, overrides }: Paid): Promise<CallFrame> =>
  sendTrace<CallFrame>(scene, overrides, {
    transaction,
    tracing: { tracer: "callTracer", tracerConfig: { withLog: true } },
    check: isCallFrame,
  });

interface Tracing {
  transaction: object;
  tracing: object;
  check: (answer: unknown) => boolean;
}

const sendTrace = async <T>(
  scene: Scene,
  stateOverrides: StateOverrides,
  { transaction, tracing, check }: Tracing,
): Promise<T> => {
  const { rpc, blockNumber, blockOverrides } = scene;
  const options = { ...tracing, blockOverrides, ...(Object.keys(stateOverrides).length > 0 && { stateOverrides }) };
  scene.signal?.throwIfAborted();
  return rpc.send<T>({
    method: "debug_traceCall",
    params: [transaction, numberToHex(blockNumber), options],
    check: (answer) => {
      if (!check(answer)) throw new TypeError("debug_traceCall returned no trace");
    },
  });
};

const isStateDiff = (answer: unknown): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  "pre" in answer &&
  "post" in answer &&
  isObject(answer.pre) &&
  isObject(answer.post);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
