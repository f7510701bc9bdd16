import { createRpc, EndpointError, findCause, getChain, RpcCallError, WrongChainError } from "@portico/evm";
import { formatCount } from "../renderTable.ts";
import { broken, type Finding, ok, warn } from "./finding.ts";
import { type Capabilities, readCapabilities } from "./readCapabilities.ts";

const TIMEOUT_MS = 10_000;

/** Whether an RPC responds for its chain, the age of its newest block, and its capabilities. */
export async function checkRpc(slug: string, url: string): Promise<Finding[]> {
  const chain = getChain(slug);
  const rpc = createRpc({ chain, urls: [url], attempts: 2, timeoutMs: TIMEOUT_MS });
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
    return [ok(what, text), ...age, ...listMissing(what, host, can)];
  } catch (error) {
    return [explainFailure(what, host, error)];
  }
}

function explainFailure(what: string, host: string, error: unknown): Finding {
  const variable = `PORTICO_RPC_${what.slice(4).toUpperCase()}`;
  const wrong = findCause(error, WrongChainError);
  if (wrong !== undefined) return broken(what, wrong.message, `mend ${variable}: this URL is another chain's`);
  const failure = findCause(error, EndpointError) ?? findCause(error, RpcCallError);
  const advice = `see that the node runs and that this machine may ask it, or mend ${variable}`;
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
    const text = `the newest block of ${host} is ${Math.round(-ageSeconds)} s ahead of our clock`;
    return [warn(what, text, "have this machine set its clock by NTP; on a chain of your own its clock may be moved")];
  }
  if (ageSeconds <= Math.max(OLD_SECONDS, (OLD_BLOCKS * (intervalMs ?? 0)) / 1000)) return [];
  const text = `the newest block of ${host} is ${formatCount(Math.round(ageSeconds))} s old`;
  return [warn(what, text, "see whether the node still syncs; if it doesn't, whether our clock is right")];
}

/** The name of each capability, and the effect of its absence. */
const CAPABILITIES: Readonly<Record<keyof Capabilities, { name: string; loss: string }>> = {
  archive: {
    name: "archive state",
    loss: "prices before the first indexed block stay unknown: use an archive node, or PORTICO_PRICE_DAYS=0",
  },
  blockReceipts: {
    name: "eth_getBlockReceipts",
    loss: "outcomes and fees are asked for one by one, which is slow: use a node that has it",
  },
  traces: {
    name: "trace_block or debug_traceBlockByHash",
    loss: "coins that move within a transaction are missing in histories: use a node that traces",
  },
  simulate: {
    name: "eth_simulateV1 or debug_traceCall",
    loss: "what a transaction would do is known in part only (pre_exec): use a node that has eth_simulateV1",
  },
  byHash: {
    name: "state by block hash (EIP-1898)",
    loss: "reads at a block that is reorged away are noticed later: use a node that takes block hashes",
  },
};

const entries = Object.entries(CAPABILITIES) as [keyof Capabilities, { name: string; loss: string }][];

const listCan = (can: Capabilities): string =>
  entries.flatMap(([id, { name }]) => (can[id] === false ? [] : [can[id] === true ? name : can[id]])).join(", ");

const listMissing = (what: string, host: string, can: Capabilities): Finding[] =>
  entries.flatMap(([id, { name, loss }]) => (can[id] === false ? [warn(what, `${host} has no ${name}`, loss)] : []));
