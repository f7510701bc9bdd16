/** Duration of a call: `heavy` ones read a whole block, or re-execute transactions. */
export type CallWeight = "heavy" | "light" | "medium";

const LIGHT = new Set(["eth_blockNumber", "eth_chainId", "eth_gasPrice", "eth_maxPriorityFeePerGas", "net_version"]);
const HEAVY = new Set(["eth_getBlockReceipts", "eth_getLogs", "eth_simulateV1"]);

export function weighCall(method: string): CallWeight {
  if (LIGHT.has(method)) return "light";
  return HEAVY.has(method) || /^(debug|trace)_/.test(method) ? "heavy" : "medium";
}

const LIGHT_TIMEOUT_MS = 10_000;
const HEAVY_TIMEOUT_FACTOR = 2;
const HEAVY_HEDGE_FACTOR = 4;

/** @param timeoutMs - For a call of medium weight. @returns the timeout of the slowest method, ms. */
export function getTimeoutMs(methods: readonly string[], timeoutMs: number): number {
  const weights = new Set(methods.map(weighCall));
  if (weights.has("heavy")) return timeoutMs * HEAVY_TIMEOUT_FACTOR;
  return weights.has("medium") ? timeoutMs : Math.min(timeoutMs, LIGHT_TIMEOUT_MS);
}

/**
 * @param hedgeMs - For a call that is not heavy. @returns ms without a result after which another endpoint is called.
 */
export const getHedgeMs = (method: string, hedgeMs: number): number =>
  weighCall(method) === "heavy" ? hedgeMs * HEAVY_HEDGE_FACTOR : hedgeMs;
