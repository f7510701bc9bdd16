import type { RpcErrorObject } from "../rpcErrors.ts";
import type { LearnedLimit } from "./learnedLimit.ts";

/** The error of a call that is not sent, because the endpoint would refuse it. */
export function toRefusal(host: string, { name, value }: Pick<LearnedLimit, "name" | "value">): RpcErrorObject {
  const [kind = "", method = ""] = name.split(" ");
  if (kind === "method") return { code: -32_601, message: `the method ${method} is not available at ${host}` };
  if (kind.endsWith("_blocks")) return { code: -32_602, message: `${host} limits the block range to ${value} blocks` };
  if (kind === "log_address") return { code: -32_701, message: `${host} requires addresses in filters of logs` };
  if (kind === "log_addresses")
    return { code: -32_602, message: `the filter exceeds the maximum of ${value} addresses of ${host}` };
  if (kind === "log_topics")
    return { code: -32_602, message: `the filter exceeds the maximum of ${value} topics of ${host}` };
  if (kind === "overrides" || kind === "gas_overrides")
    return { code: -32_602, message: `${host} does not take the parameter for overrides` };
  if (kind === "block_hash") return { code: -32_602, message: `${host} does not take the parameter of a block hash` };
  const [part = "state"] = kind.split("_");
  return { code: -32_000, message: `${host} has pruned it: historical state unavailable (${part} of old blocks)` };
}
