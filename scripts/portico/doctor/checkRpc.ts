import { createRpc, EndpointError, findCause, getChain, RpcCallError, WrongChainError } from "@portico/evm";
import type { EndpointProfiles } from "@portico/evm";
import { formatCount } from "../renderTable.ts";
import { describeLimits } from "./describeLimits.ts";
import { broken, type Finding, ok, warn } from "./finding.ts";
import { probeLimits } from "./probeLimits.ts";
import { type Capabilities, readCapabilities } from "./readCapabilities.ts";

const TIMEOUT_MS = 10_000;

/**
 * Whether an RPC responds for its chain, the age of its newest block, its capabilities, and its limits.
 * @param profiles - Stored limits, which are obeyed and extended.
 */
export async function checkRpc(slug: string, url: string, profiles?: EndpointProfiles): Promise<Finding[]> {
  const chain = getChain(slug);
  const rpc = createRpc({ chain, urls: [url], attempts: 2, timeoutMs: TIMEOUT_MS, profiles });
  const what = `rpc ${slug}`;
  const { host } = new URL(url);
  try {
    const head = await rpc.getBlock({ includeTransactions: false });
    const can = await readCapabilities(rpc, head);
    const text = `${host}: chain id ${chain.chainId}, block ${formatCount(Number(head.number))}, ${listCan(can)}`;
    const age = checkAge(what, {
      host,
      ageSeconds: Date.now() / 1000 - Number(head.timestamp),
      intervalMs: chain.blockIntervalMs,
    });
    const limits = describeLimits(`limits ${slug}`, host, await probeLimits(rpc, Number(head.number)));
    return [ok(what, text), ...age, ...listMissing(what, host, can), ...limits];
  } catch (error) {
    return [explainFailure(what, host, error)];
  }
}

function explainFailure(what: string, host: string, error: unknown): Finding {
  const variable = `PORTICO_RPC_${what.slice(4).toUpperCase()}`;
  const wrong = findCause(error, WrongChainError);
  if (wrong !== undefined) return broken(what, wrong.message, `correct ${variable}: this URL serves another chain`);
  const failure = findCause(error, EndpointError) ?? findCause(error, RpcCallError);
  const advice = `check that the node is running and accepts requests from this machine, or correct ${variable}`;
  return broken(what, `${host}: ${failure?.message ?? "no answer"}`, advice);
}

const CLOCK_SECONDS = 15;
const OLD_SECONDS = 120;
const OLD_BLOCKS = 20;

interface Age {
  readonly host: string;
  readonly ageSeconds: number;
  readonly intervalMs: number | null;
}

function checkAge(what: string, { host, ageSeconds, intervalMs }: Age): Finding[] {
  if (ageSeconds < -CLOCK_SECONDS) {
    const text = `the newest block of ${host} is ${Math.round(-ageSeconds)} s ahead of this machine's clock`;
    return [warn(what, text, "synchronize this machine's clock by NTP; a chain of your own may run ahead")];
  }
  if (ageSeconds <= Math.max(OLD_SECONDS, (OLD_BLOCKS * (intervalMs ?? 0)) / 1000)) return [];
  const text = `the newest block of ${host} is ${formatCount(Math.round(ageSeconds))} s old`;
  return [warn(what, text, "check whether the node is still syncing, otherwise whether this machine's clock is right")];
}

/** The name of each capability, and the effect of its absence. */
const CAPABILITIES: Readonly<Record<Exclude<keyof Capabilities, "changes">, { name: string; loss: string }>> = {
  archive: {
    name: "archive state",
    loss: "prices before the first indexed block stay unknown: use an archive node, or PORTICO_PRICE_DAYS=0",
  },
  blockReceipts: {
    name: "eth_getBlockReceipts",
    loss: "statuses and fees are read one by one, which is slow: use a node that supports it",
  },
  traces: {
    name: "trace_block or debug_traceBlockByHash",
    loss: "internal transfers are missing in histories: use a node with tracing",
  },
  simulate: {
    name: "eth_simulateV1 or debug_traceCall",
    loss: "transactions can be simulated only in part (pre_exec): use a node that supports eth_simulateV1",
  },
  byHash: {
    name: "state by block hash (EIP-1898)",
    loss: "reads at a block that was removed by a reorg are detected later: use a node that supports block hashes",
  },
};

const entries = Object.entries(CAPABILITIES) as [keyof typeof CAPABILITIES, { name: string; loss: string }][];

const listCan = (can: Capabilities): string =>
  entries.flatMap(([id, { name }]) => (can[id] === false ? [] : [can[id] === true ? name : can[id]])).join(", ");

const listMissing = (what: string, host: string, can: Capabilities): Finding[] =>
  entries.flatMap(([id, { name, loss }]) => {
    if (can[id] !== false) return [];
    const isPartial = id === "simulate" && can.changes !== false;
    return [warn(what, `${host} has no ${name}`, isPartial ? `${loss}; balance changes by ${can.changes}` : loss)];
  });
