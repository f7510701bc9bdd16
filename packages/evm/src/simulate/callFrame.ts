import type { Address, Hex } from "viem";
import { isBytes } from "../isBytes.ts";
import { isLog } from "./bySimulation.ts";
import { coinMoved, listMoved, sumMoved, type Moved } from "./moved.ts";
import { isQuantity } from "./quantity.ts";
import type { Scene } from "./scene.ts";
import type { BalanceChanges, SimulatedLog } from "./simulation.ts";

/**
 * A message call of the call tracer. @see
 * https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer
 */
export interface CallFrame {
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

/** Balance changes by a successful call, by its logs and inner calls alone. */
export function sumFrame(
  frame: CallFrame,
  scene: Pick<Scene, "nativeErc20" | "owner" | "wrappedToken">,
): BalanceChanges {
  const moved = [...listCoins(frame), ...listMoved(listTokenLogs(listLogs(frame), scene), scene.wrappedToken)];
  return sumMoved(moved, scene.owner);
}

/** Logs of the native coin's ERC-20 view repeat what calls show. */
const listTokenLogs = (logs: readonly SimulatedLog[], { nativeErc20 }: Pick<Scene, "nativeErc20">): SimulatedLog[] =>
  logs.filter(({ address }) => address.toLowerCase() !== nativeErc20);

/** Failed calls had no effect, and neither had their inner calls. */
const listIncluded = (frame: CallFrame): readonly CallFrame[] =>
  frame.error === undefined ? [frame, ...(frame.calls ?? []).flatMap(listIncluded)] : [];

export const listLogs = (frame: CallFrame): SimulatedLog[] => listIncluded(frame).flatMap(({ logs }) => logs ?? []);

const MOVES_COINS = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);

const listCoins = (frame: CallFrame): Moved[] =>
  listIncluded(frame).flatMap(({ type, from, to, value = "0x0" }) =>
    MOVES_COINS.has(type.toUpperCase()) && to !== undefined ? [coinMoved(from, to, BigInt(value))] : [],
  );

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The type shows that the node supports the tracer. */
export const isCallFrame = (answer: unknown): boolean =>
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
