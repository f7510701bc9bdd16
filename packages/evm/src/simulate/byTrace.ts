import type { Address, Hex } from "viem";
import { numberToHex } from "viem";
import { isBytes } from "../isBytes.ts";
import { isLog } from "./bySimulation.ts";
import { settleGasLimit, type GasRun } from "./gasLimit.ts";
import { coinMoved, listMoved, sumMoved, type Moved } from "./moved.ts";
import { isQuantity } from "./quantity.ts";
import { toRpcTransaction, type Scene } from "./scene.ts";
import type { SimulatedLog, SimulatedTransaction, SimulationOutcome } from "./simulation.ts";
import { addDiff, mergeOverrides, type StateDiff, type StateOverrides } from "./stateOverrides.ts";

/**
 * A message call of the call tracer. @see
 * https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer
 */
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

/**
 * By debug_traceCall: state changes of pending transactions are carried over; movements are known from logs and calls
 * alone.
 */
export async function byTrace(scene: Scene): Promise<SimulationOutcome> {
  let { overrides } = scene;
  for (const pending of scene.transactions.slice(0, -1)) overrides = await execute(scene, overrides, pending);
  const run = (gasLimit?: bigint) => trace(scene, overrides, gasLimit);
  const first = await run();
  if (!first.isSuccess) {
    const { output = "0x", error = "execution reverted" } = first.frame;
    return { isSuccess: false, failure: "reverted", data: output, message: error };
  }
  const { gasLimit, settled } = await settleGasLimit(first, scene.maxGas, run);
  const moved = [...listCoins(settled.frame), ...listMoved(listTokenLogs(settled.logs, scene), scene.wrappedToken)];
  return { isSuccess: true, gasUsed: settled.gasUsed, gasLimit, changes: sumMoved(moved, scene.owner) };
}

/** Logs of the native coin's ERC-20 view repeat what calls show. */
const listTokenLogs = (logs: readonly SimulatedLog[], { nativeErc20 }: Scene): SimulatedLog[] =>
  logs.filter(({ address }) => address.toLowerCase() !== nativeErc20);

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

/** Failed calls had no effect, and neither had their inner calls. */
const listIncluded = (frame: CallFrame): readonly CallFrame[] =>
  frame.error === undefined ? [frame, ...(frame.calls ?? []).flatMap(listIncluded)] : [];

const listLogs = (frame: CallFrame): SimulatedLog[] => listIncluded(frame).flatMap(({ logs }) => logs ?? []);

const MOVES_COINS = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);

const listCoins = (frame: CallFrame): Moved[] =>
  listIncluded(frame).flatMap(({ type, from, to, value = "0x0" }) =>
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

/** The type shows that the node supports the tracer. */
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
