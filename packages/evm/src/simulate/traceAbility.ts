import type { Address, Hex } from "viem";
import type { Rpc } from "../rpc.ts";

/** What a node's debug_traceCall does with its options: some ignore those that they don't know. */
export interface TraceAbility {
  /** Whether frames have logs. */
  hasLogs: boolean;
  /** Whether state overrides take effect. */
  hasOverrides: boolean;
}

const MARKED: Address = "0x7261636541620000000000000000000000000000";
const MARK = 42n;
/** Emits a log, and returns the balance of MARKED: LOG0(0, 0), MSTORE(0, BALANCE(MARKED)), RETURN(0, 32). */
const CREATION: Hex = `0x60006000a073${MARKED.slice(2)}3160005260206000f3`;

/** Nodes are upgraded. */
const REMEMBERED_MS = 10 * 60_000;
const known = new WeakMap<Rpc, { until: number; ability: TraceAbility }>();

/** By one traced call. @throws the errors of `createRpc`, as if the node lacks the method; TypeError: it returns no frame. */
export async function readTraceAbility(rpc: Rpc): Promise<TraceAbility> {
  const found = known.get(rpc);
  if (found !== undefined && performance.now() < found.until) return found.ability;
  const options = {
    tracer: "callTracer",
    tracerConfig: { withLog: true },
    stateOverrides: { [MARKED]: { balance: `0x${MARK.toString(16)}` } },
  };
  const frame = await rpc.send<{ output?: unknown; logs?: unknown }>({
    method: "debug_traceCall",
    params: [{ from: MARKED, data: CREATION, gas: "0x30d40" }, "latest", options],
    check: (answer) => {
      if (typeof answer !== "object" || answer === null || !("type" in answer))
        throw new TypeError("debug_traceCall returned no trace");
    },
  });
  const { output, logs } = frame;
  const ability = {
    hasLogs: Array.isArray(logs) && logs.length === 1,
    hasOverrides: typeof output === "string" && /^0x[0-9a-f]{64}$/i.test(output) && BigInt(output) === MARK,
  };
  known.set(rpc, { until: performance.now() + REMEMBERED_MS, ability });
  return ability;
}
