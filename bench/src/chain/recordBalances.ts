import { type Address, type Hex, numberToHex } from "viem";
import { type Call, decodeResults, encode, encodeAggregate3 } from "./calldata.ts";
import type { Node } from "./node.ts";
import { addToTable, parseResult, type RecordedBlock } from "./recording.ts";
import { inGroups, MULTICALL3, type Traffic } from "./traffic.ts";

const CALLS_AT_ONCE = 1_000;
const GAS = numberToHex(1_000_000_000);
export const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const toCoinCall = (owner: Address): Call => ({ to: MULTICALL3, data: encode("getEthBalance", owner) });

const toTokenCall = (owner: Address, token: Address): Call => ({ to: token, data: encode("balanceOf", owner) });

/** Records every balance at the head, native coin included, as the node returns it. */
export async function recordBalances(node: Node, folder: string, { pairs, senders }: Traffic): Promise<void> {
  const owners = new Set([...senders, ...[...pairs].map((pair): Address => `0x${pair.slice(2, 42)}`)]);
  const calls = [
    ...[...owners].map(toCoinCall),
    ...[...pairs].map((pair) => toTokenCall(`0x${pair.slice(2, 42)}`, `0x${pair.slice(45)}`)),
  ];
  await recordCalls(node, calls, "latest", (rows) => addToTable(folder, "calls", rows));
}

/** Records the balances that a block's transfers, transactions and traces changed, as of this block. */
export async function recordChangedBalances(
  node: Node,
  folder: string,
  block: RecordedBlock & { blockNumber: number },
): Promise<void> {
  const at = numberToHex(block.blockNumber);
  await recordCalls(node, listChanged(block), at, (rows) => {
    addToTable(
      folder,
      "past",
      rows.map(([key, result]) => [`${block.blockNumber} ${key}`, result] as const),
    );
  });
}

interface Log {
  address: Address;
  topics: Hex[];
}

interface Trace {
  type: string;
  action: { from?: Address; to?: Address; value?: Hex };
}

function listChanged({ full, logs, traces }: RecordedBlock): Call[] {
  const coin = new Set<Address>();
  const pairs = new Map<string, Call>();
  for (const { from } of parseResult<{ transactions: { from: Address }[] }>(full).transactions) coin.add(from);
  for (const { type, action } of parseResult<Trace[]>(traces)) {
    if (type !== "call" || BigInt(action.value ?? "0x0") === 0n) continue;
    for (const owner of [action.from, action.to]) if (owner !== undefined) coin.add(owner);
  }
  for (const { address, topics } of parseResult<Log[]>(logs)) {
    if (topics[0] !== TRANSFER || topics.length !== 3) continue;
    for (const topic of topics.slice(1)) {
      const call = toTokenCall(`0x${topic.slice(26)}`, address);
      pairs.set(`${call.to} ${call.data}`, call);
    }
  }
  return [...[...coin].map(toCoinCall), ...pairs.values()];
}

async function recordCalls(
  node: Node,
  calls: readonly Call[],
  at: string,
  store: (rows: (readonly [key: string, result: string])[]) => void,
): Promise<void> {
  for (const group of inGroups(calls, CALLS_AT_ONCE)) {
    const call = { to: MULTICALL3, data: encodeAggregate3(group), gas: GAS };
    const [answer] = (await node.batch([["eth_call", [call, at]]])) as [Hex];
    const results = decodeResults(answer);
    store(group.map(({ to, data }, n) => [`${to} ${data}`, results[n] ?? ""] as const));
  }
}
