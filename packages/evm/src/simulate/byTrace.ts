import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import { isBytes } from "../isBytes.ts";
import { isLog, isQuantity } from "./bySimulation.ts";
import { settleGasLimit, type GasRun } from "./gasLimit.ts";
import { coinMoved, listMoved, sumMoved, type Moved } from "./moved.ts";
import { toRpcTransaction, type Scene } from "./scene.ts";
import type { SimulatedLog, SimulatedTransaction, SimulationOutcome } from "./simulation.ts";
import { addDiff, type StateDiff, type StateOverrides } from "./stateOverrides.ts";

/** A message call, as the call tracer tells it. @see https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer */
interface CallFrame {
  type: string;
  from: Address;
  to?: Address;
  value?: Hex;
  gasUsed: Hex;
  output?: Hex;
  error?: string;
  logs?: readonly SimulatedLog[];
  calls?: readonly CallFrame[];
}

interface Run extends GasRun {
  frame: CallFrame;
  logs: readonly SimulatedLog[];
}

/** By debug_traceCall: what the pending transactions change is carried over; what changes hands is known by logs and calls alone. */
export async function byTrace(scene: Scene): Promise<SimulationOutcome> {
  let { overrides } = scene;
  for (const pending of scene.transactions.slice(0, -1)) overrides = await execute(scene, overrides, pending);
  const run = (gasLimit?: bigint) => trace(scene, overrides, gasLimit);
  const first = await run();
  if (!first.isSuccess) {
    const { output = "0x", error = "execution reverted" } = first.frame;
    return { isSuccess: false, failure: "reverted", data: output, message: error };
  }
  const { gasLimit, settled } = await settleGasLimit(first, scene.blockGasLimit, run);
  const moved = [...listCoins(settled.frame), ...listMoved(listTokenLogs(settled.logs, scene), scene.wrappedToken)];
  return { isSuccess: true, gasUsed: settled.gasUsed, gasLimit, changes: sumMoved(moved, scene.owner) };
}

/** What the chain's own coin tells as a token is told by calls already. */
const listTokenLogs = (logs: readonly SimulatedLog[], { nativeErc20 }: Scene): SimulatedLog[] =>
  logs.filter(({ address }) => address.toLowerCase() !== nativeErc20);

async function execute(
  scene: Scene,
  overrides: StateOverrides,
  pending: SimulatedTransaction,
): Promise<StateOverrides> {
  const diff = await ask<StateDiff>(scene, overrides, {
    transaction: toRpcTransaction(scene, pending),
    tracing: { tracer: "prestateTracer", tracerConfig: { diffMode: true } },
    check: isStateDiff,
  });
  return addDiff(overrides, diff);
}

async function trace(scene: Scene, overrides: StateOverrides, gasLimit?: bigint): Promise<Run> {
  const frame = await ask<CallFrame>(scene, overrides, {
    transaction: toRpcTransaction(scene, scene.transactions.at(-1)!, gasLimit),
    tracing: { tracer: "callTracer", tracerConfig: { withLog: true } },
    check: isCallFrame,
  });
  const logs = listLogs(frame);
  return { frame, logs, isSuccess: frame.error === undefined, gasUsed: BigInt(frame.gasUsed), logCount: logs.length };
}

interface Tracing {
  transaction: object;
  tracing: object;
  check: (answer: unknown) => boolean;
}

const ask = <T>(scene: Scene, stateOverrides: StateOverrides, { transaction, tracing, check }: Tracing): Promise<T> => {
  const { rpc, blockNumber, blockOverrides } = scene;
  const options = { ...tracing, blockOverrides, ...(Object.keys(stateOverrides).length > 0 && { stateOverrides }) };
  return rpc.ask<T>({
    method: "debug_traceCall",
    params: [transaction, numberToHex(blockNumber), options],
    check: (answer) => {
      if (!check(answer)) throw new TypeError("debug_traceCall answered no trace");
    },
  });
};

/** What failed within did nothing, and what it called neither. */
const listKept = (frame: CallFrame): readonly CallFrame[] =>
  frame.error === undefined ? [frame, ...(frame.calls ?? []).flatMap(listKept)] : [];

const listLogs = (frame: CallFrame): SimulatedLog[] => listKept(frame).flatMap(({ logs }) => logs ?? []);

const MOVES_COINS = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);

const listCoins = (frame: CallFrame): Moved[] =>
  listKept(frame).flatMap(({ type, from, to, value = "0x0" }) =>
    MOVES_COINS.has(type.toUpperCase()) && to !== undefined ? [coinMoved(from, to, BigInt(value))] : [],
  );

const isStateDiff = (answer: unknown): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  "pre" in answer &&
  "post" in answer &&
  isObject(answer.pre) &&
  isObject(answer.post);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The type is what shows that the node knows the tracer. */
const isCallFrame = (answer: unknown): boolean =>
  isObject(answer) &&
  "type" in answer &&
  typeof answer.type === "string" &&
  "from" in answer &&
  isBytes(answer.from) &&
  "gasUsed" in answer &&
  isQuantity(answer.gasUsed) &&
  (!("value" in answer) || isQuantity(answer.value)) &&
  (!("output" in answer) || isBytes(answer.output)) &&
  (!("logs" in answer) || (Array.isArray(answer.logs) && answer.logs.every(isLog))) &&
  (!("calls" in answer) || (Array.isArray(answer.calls) && answer.calls.every(isCallFrame)));
