import type { LearnedLimit } from "@portico/evm";
import { formatCount } from "../renderTable.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** Ranges below which a search of old blocks takes too many requests. */
const NARROW = 1_000;
const SEARCHED = 1_000_000;

/** One finding for each limit of an endpoint, with what it means for Portico. */
export function describeLimits(what: string, host: string, limits: readonly LearnedLimit[]): Finding[] {
  const methods = limits.flatMap(({ name }) => (name.startsWith("method ") ? [name.slice("method ".length)] : []));
  const isOfRequests = limits.some(({ name, value }) => name === "batch_as_one" && value === 1);
  const others = limits.flatMap((limit) => {
    if (limit.name === "rate") return [describeRate(what, host, limit.value, isOfRequests)];
    return describe(limit, (text) => `${host}: ${text}`, what);
  });
  if (methods.length === 0 && others.length === 0) return [ok(what, `${host}: none is known`)];
  const text = `${host}: without ${methods.toSorted().join(", ")}; they are not called`;
  return [...(methods.length === 0 ? [] : [ok(what, text)]), ...others];
}

function describe({ name, value }: LearnedLimit, on: (text: string) => string, what: string): Finding[] {
  const count = formatCount(Math.floor(value));
  switch (name) {
    case "log_blocks":
      return [describeRange(what, on(`eth_getLogs takes ${count} blocks`), value)];
    case "open_log_blocks":
      return [describeRange(what, on(`eth_getLogs without addresses takes ${count} blocks`), value)];
    case "log_address": {
      const advice =
        "events of all contracts can't be searched: use a node with eth_getBlockReceipts, or add another URL";
      return [warn(what, on("eth_getLogs requires addresses"), advice)];
    }
    case "log_addresses":
    case "log_topics": {
      const kind = name === "log_topics" ? "topics" : "addresses";
      return [ok(what, on(`eth_getLogs takes ${count} ${kind}; no request has more`))];
    }
    case "batch":
      return [
        ok(
          what,
          on(value <= 1 ? "no batches; each call is a request" : `batches of ${count} calls; longer ones are split`),
        ),
      ];
    case "state_depth": {
      const advice = "balances and prices at older blocks are unknown: use an archive node, or add another URL";
      return [warn(what, on(`no state older than ${count} blocks`), advice)];
    }
    case "history_depth":
      return [
        warn(what, on(`no logs and receipts older than ${count} blocks`), "older history is missing: add another URL"),
      ];
    case "trace_depth":
      return [
        warn(what, on(`no traces older than ${count} blocks`), "older internal transfers are missing: add another URL"),
      ];
    case "trace_filter_blocks":
      return [ok(what, on(`trace_filter takes ${count} blocks`))];
    case "overrides":
      return [
        ok(what, on("no state overrides in eth_call; calls are aggregated without, and proxies are not followed")),
      ];
    case "batch_as_one":
      return [ok(what, on(value === 1 ? "a batch counts as one request" : "each call of a batch counts as a request"))];
    case "gas_overrides":
      return [ok(what, on("no state overrides in eth_estimateGas; calls of a Safe's modules are not simulated"))];
    default:
      return []; // `_block` repeats `_depth`; the capabilities contain `block_hash`
  }
}

function describeRate(what: string, host: string, rate: number, isOfRequests: boolean): Finding {
  const unit = isOfRequests ? "requests" : "calls";
  return ok(
    what,
    `${host}: about ${formatCount(Math.floor(rate))} ${unit} a second; all processes together stay below`,
  );
}

function describeRange(what: string, text: string, blocks: number): Finding {
  const requests = `a search of ${formatCount(SEARCHED)} blocks takes ${formatCount(Math.ceil(SEARCHED / blocks))} requests`;
  if (blocks >= NARROW) return ok(what, `${text}; ${requests}`);
  return warn(what, text, `${requests}, too many for the history of an address: add a URL that takes more`);
}
