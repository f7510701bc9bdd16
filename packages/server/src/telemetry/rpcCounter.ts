import { Counter, type Registry } from "prom-client";

/** An event of @portico/evm. */
interface RpcEvent {
  kind: "error" | "request" | "retry";
  /** Never the URL, which may hold a key. */
  host: string;
  detail: string;
}

export type CountRpc = (this: void, chain: string, event: RpcEvent) => void;

/** Counts RPC calls. */
export function createRpcCounter(registry: Registry): CountRpc {
  const counter = (name: string, help: string, label: "kind" | "method") =>
    new Counter({
      name: `portico_rpc_${name}_total`,
      help,
      labelNames: ["chain", "host", label],
      registers: [registry],
    });
  const counters = {
    request: counter("requests", "Calls sent to an RPC", "method"),
    retry: counter("retries", "Calls that were retried", "method"),
    error: counter("errors", "Calls that failed, by kind of error", "kind"),
  };
  return (chain, { kind, host, detail }) =>
    counters[kind].inc({ chain, host, [kind === "error" ? "kind" : "method"]: detail });
}
