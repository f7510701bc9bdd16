import type { Address, Hex } from "viem";
import { isBytes } from "../isBytes.ts";
import { coinMoved, type Moved } from "./moved.ts";
import { isQuantity } from "./quantity.ts";

/**
 * Of one call of `trace_callMany` or `trace_call`, as OpenEthereum, Erigon, Nethermind and Reth return it. @see
 * https://openethereum.github.io/JSONRPC-trace-module#trace_callmany
 */
export interface TraceResult {
  output: Hex;
  /** In the order of execution: each before its inner ones. */
  trace: readonly TraceFrame[];
  /** By address; null or missing if it was not requested. */
  stateDiff?: Readonly<Record<Address, AccountDiff>> | null;
}

/** Each part as `toStateAfter` reads it. */
interface AccountDiff {
  readonly balance?: unknown;
  readonly nonce?: unknown;
  readonly code?: unknown;
  readonly storage?: Readonly<Record<Hex, unknown>>;
}

interface TraceFrame {
  action: {
    callType?: string;
    from?: Address;
    to?: Address;
    value?: Hex;
    /** Of a self-destruct. */
    address?: Address;
    refundAddress?: Address;
    balance?: Hex;
  };
  result?: { address?: Address } | null;
  error?: string | null;
  traceAddress: readonly number[];
  type: string;
}

/** What a successful call did, as far as traces show it. */
export interface TracedEffects {
  /** Of the native coin. */
  coins: Moved[];
  /** Contracts that may have changed, or whose views may have: called, created, or with changed storage. */
  contracts: Set<Address>;
  /** Those of them that ran with the right to change something. */
  changed: Set<Address>;
}

/** @returns undefined if the call failed. */
export function listTracedEffects({ trace, stateDiff }: TraceResult): TracedEffects | undefined {
  if (trace.length === 0 || trace[0]?.error) return undefined;
  const effects: TracedEffects = { coins: [], contracts: new Set(), changed: new Set() };
  const failed: (readonly number[])[] = [];
  for (const frame of trace) {
    if (failed.some((path) => path.every((step, depth) => frame.traceAddress[depth] === step))) continue;
    if (frame.error) failed.push(frame.traceAddress); // and so did its inner calls
    else addFrame(effects, frame);
  }
  for (const [address, { storage = {} }] of Object.entries(stateDiff ?? {})) {
    if (Object.keys(storage).length > 0) addContract(effects, lower(address as Address), true);
  }
  return effects;
}

function addFrame(effects: TracedEffects, { type, action, result }: TraceFrame): void {
  const { callType = "call", from, to, value = "0x0", address, refundAddress, balance = "0x0" } = action;
  if (type === "suicide" || type === "selfdestruct") {
    if (address !== undefined && refundAddress !== undefined)
      effects.coins.push(coinMoved(address, refundAddress, BigInt(balance)));
    return;
  }
  const target = type === "create" ? result?.address : to;
  if (from === undefined || target === undefined) return;
  if (callType === "call") effects.coins.push(coinMoved(from, target, BigInt(value)));
  addContract(effects, lower(target), callType !== "staticcall");
}

function addContract({ contracts, changed }: TracedEffects, address: Address, isChanged: boolean): void {
  contracts.add(address);
  if (isChanged) changed.add(address);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address stays one in lower case
const lower = (address: Address): Address => address.toLowerCase() as Address;

/** Whether these are the results of so many calls. */
export const areTraceResults = (answer: unknown, calls: number): answer is TraceResult[] =>
  Array.isArray(answer) && answer.length === calls && answer.every(isTraceResult);

const isTraceResult = (result: unknown): boolean =>
  isObject(result) &&
  "output" in result &&
  isBytes(result.output) &&
  "trace" in result &&
  Array.isArray(result.trace) &&
  result.trace.every(isFrame) &&
  (!("stateDiff" in result) || result.stateDiff === null || isStateDiff(result.stateDiff));

const isFrame = (frame: unknown): boolean =>
  isObject(frame) &&
  "type" in frame &&
  typeof frame.type === "string" &&
  "traceAddress" in frame &&
  Array.isArray(frame.traceAddress) &&
  "action" in frame &&
  isObject(frame.action) &&
  ["from", "to", "address", "refundAddress"].every(
    (key) => isMissing(frame.action, key) || isBytes(read(frame.action, key)),
  ) &&
  ["value", "balance"].every((key) => isMissing(frame.action, key) || isQuantity(read(frame.action, key)));

const isStateDiff = (diff: unknown): boolean =>
  isObject(diff) &&
  Object.values(diff).every(
    (account: unknown) => isObject(account) && (isMissing(account, "storage") || isObject(read(account, "storage"))),
  );

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const read = (object: unknown, key: string): unknown => (object as Record<string, unknown>)[key];
const isMissing = (object: unknown, key: string): boolean => read(object, key) === undefined;
