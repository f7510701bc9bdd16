import type { Address, Hex } from "@portico/evm";
import { numberToHex } from "viem";

type Call = <T>(method: string, params: readonly unknown[]) => Promise<T>;
type Transaction = { from: Address; to?: Address; gas?: Hex; gasPrice?: Hex; value?: Hex; data?: Hex };

/** As callTracer returns it. */
interface Frame {
  type: string;
  from: Address;
  to?: Address;
  value?: Hex;
  input: Hex;
  output?: Hex;
  gasUsed: Hex;
  error?: string;
  calls?: Frame[];
}

interface Account {
  balance?: Hex;
  code?: Hex;
  nonce?: number;
  storage?: Record<Hex, Hex>;
}

interface Diff {
  pre: Record<Address, Account>;
  post: Record<Address, Account>;
}

/**
 * `trace_callMany` as Erigon, Nethermind and Reth document it, by an anvil that lacks it, and sends for any account: the calls are
 * sent one after the other, traced, and undone.
 */
export async function playTraceCallMany(call: Call, [calls]: readonly unknown[]): Promise<unknown[]> {
  const snapshot = await call("evm_snapshot", []);
  try {
    const results: unknown[] = [];
    for (const [transaction, types] of calls as [Transaction, string[]][])
      results.push(await play(call, transaction, types));
    return results;
  } finally {
    await call("evm_revert", [snapshot]);
  }
}

async function play(call: Call, transaction: Transaction, types: readonly string[]) {
  const isFree = transaction.gasPrice === undefined;
  if (isFree) await call("anvil_setNextBlockBaseFeePerGas", ["0x0"]);
  const fields = isFree ? { ...transaction, gasPrice: "0x0" } : transaction;
  const hash = await call<Hex>("eth_sendTransaction", [fields]);
  while ((await call("eth_getTransactionReceipt", [hash])) === null); // anvil mines at once
  const frame = await call<Frame>("debug_traceTransaction", [hash, { tracer: "callTracer" }]);
  const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
  const diff = types.includes("stateDiff") ? await call<Diff>("debug_traceTransaction", [hash, tracer]) : undefined;
  return {
    output: frame.output ?? "0x",
    stateDiff: diff === undefined ? null : toStateDiff(diff),
    trace: toTrace(frame, []),
    vmTrace: null,
  };
}

function toTrace(
  { type, from, to, value = "0x0", input, output = "0x", gasUsed, error, calls = [] }: Frame,
  path: number[],
): unknown[] {
  const shared = { subtraces: calls.length, traceAddress: path };
  const inner = calls.flatMap((one, index) => toTrace(one, [...path, index]));
  if (type === "SELFDESTRUCT") {
    return [{ ...shared, type: "suicide", action: { address: from, refundAddress: to, balance: value }, result: null }];
  }
  const isCreate = type.startsWith("CREATE");
  const action = isCreate
    ? { from, value, gas: gasUsed, init: input }
    : { callType: type.toLowerCase(), from, to, value, gas: gasUsed, input };
  const result = isCreate ? { address: to, code: output, gasUsed } : { gasUsed, output };
  const outcome = error === undefined ? { result } : { result: null, error: "Reverted" };
  return [{ ...shared, type: isCreate ? "create" : "call", action, ...outcome }, ...inner];
}

const toStateDiff = ({ pre, post }: Diff) =>
  Object.fromEntries(
    [...new Set([...Object.keys(pre), ...Object.keys(post)] as Address[])].map((address) => {
      const [before, after] = [pre[address], post[address]];
      const [old, now] = [before?.storage ?? {}, after?.storage ?? {}];
      const slots = new Set([...Object.keys(old), ...Object.keys(now)] as Hex[]);
      const storage = [...slots].map((slot) => [slot, toChange(old[slot] ?? "0x0", now[slot] ?? "0x0")]);
      const parts = (["balance", "code", "nonce"] as const).map((part) => [
        part,
        toChange(before?.[part], after?.[part]),
      ]);
      return [address, Object.fromEntries([...parts, ["storage", Object.fromEntries(storage)]]) as object];
    }),
  );

/** The tracer leaves out what did not change. */
function toChange(from: Hex | number | undefined, to: Hex | number | undefined): object | "=" {
  if (to === undefined) return "=";
  const [old, now] = [from, to].map((value) => (typeof value === "number" ? numberToHex(value) : value));
  return old === undefined ? { "+": now } : { "*": { from: old, to: now } };
}
