import type { Address, Hex } from "viem";
import { type Call, decodeAggregate3, encodeResults, isAggregate3 } from "./calldata.ts";
import { createLogFilter, type Log, type LogCriteria } from "./logFilter.ts";
import { parseResult, readBlocks, type RecordedBlock, readTable } from "./recording.ts";

export interface RpcCall {
  readonly id: number | string;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** `"result":…` or `"error":…`, in chunks. */
export type Answer = readonly Uint8Array[];

const CHAIN_ID = Buffer.from('"result":"0x1"');
const NULL = Buffer.from('"result":null');
const OPEN = Buffer.from('"result":[');
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]");
/** Distance from the head in blocks, as on a proof-of-stake chain. */
const TAG_DEPTHS: Record<string, number> = { latest: 0, pending: 0, safe: 32, finalized: 64 };

/**
 * Responses from a recording. `find` returns undefined for calls that were not recorded; `addCall` and `addResult` add them.
 * @param headBlock - The head that callers see at first. Calls are answered as of the requested block where the recording
 * has past balances, otherwise as of its end.
 */
export function createAnswers(folder: string, headBlock = Number.POSITIVE_INFINITY) {
  const blocks = readBlocks(folder);
  let head = Math.min(headBlock, blocks.length - 1);
  const byHash = new Map(
    blocks.map(({ hashes }, number) => [/"hash":"(0x[0-9a-f]{64})"/.exec(hashes.toString())?.[1], number]),
  );
  const calls = readTable(folder, "calls");
  const past = readPast(folder);
  const later = new Map<string, Uint8Array>();
  for (const [key, answer] of readTable(folder, "later")) later.set(key, Buffer.from(answer));
  const logs = createLogIndex(blocks);

  const toNumber = (at: unknown): number => {
    if (typeof at !== "string") return head;
    if (at === "earliest") return 0;
    return at.startsWith("0x") ? Number(at) : head - (TAG_DEPTHS[at] ?? 0);
  };
  const part = (name: keyof RecordedBlock, number: number | undefined): Answer => [
    number === undefined || number > head ? NULL : (blocks[number]?.[name] ?? NULL),
  ];
  const findLogs = ({ fromBlock, toBlock, blockHash, ...criteria }: LogRange): Answer => {
    const single = blockHash === undefined ? undefined : (byHash.get(blockHash) ?? -1);
    const to = Math.min(single ?? toNumber(toBlock), head);
    return logs.find(criteria, single ?? toNumber(fromBlock), to);
  };
  const listCalls = ({ to, data, input }: CallParams): Call[] => {
    const calldata = data ?? input ?? "0x";
    return isAggregate3(calldata) ? decodeAggregate3(calldata) : [{ to: toLowerCase(to), data: calldata }];
  };
  const toBlock = (at: unknown): number => {
    const { blockHash, blockNumber } = typeof at === "object" && at !== null ? (at as BlockId) : { blockNumber: at };
    return byHash.get(String(blockHash ?? blockNumber)) ?? toNumber(blockNumber);
  };
  const findCall = (params: unknown, at: unknown): Answer | undefined => {
    if (!isContractCall(params)) return undefined;
    const block = toBlock(at);
    const results = listCalls(params).map(({ to, data }) => {
      const key = `${to} ${data}`;
      return past.get(key)?.findLast((change) => change.block <= block)?.result ?? calls.get(key);
    });
    if (results.includes(undefined)) return undefined;
    if (isAggregate3(params.data ?? params.input ?? "0x")) return toResult(encodeResults(results.map(toHex)));
    return toResult(toHex(results[0]));
  };

  const finders: Record<string, (params: readonly unknown[]) => Answer | undefined> = {
    eth_chainId: () => [CHAIN_ID],
    eth_blockNumber: () => [Buffer.from(`"result":"0x${head.toString(16)}"`)],
    eth_getBlockByNumber: ([at, isFull]) => part(isFull === true ? "full" : "hashes", toNumber(at)),
    eth_getBlockByHash: ([hash, isFull]) => part(isFull === true ? "full" : "hashes", byHash.get(String(hash))),
    eth_getBlockReceipts: ([at]) => part("receipts", byHash.get(String(at)) ?? toNumber(at)),
    trace_block: ([at]) => part("traces", toNumber(at)),
    eth_getLogs: ([range]) => findLogs(range as LogRange),
    eth_call: ([call, at]) => findCall(call, at),
  };
  return {
    find: ({ method, params = [] }: RpcCall): Answer | undefined => {
      const known = later.get(keyOf({ method, params }));
      return known === undefined ? finders[method]?.(params) : [known];
    },
    /** Contract calls whose results are needed before this call can be answered. */
    listUnknownCalls: ({ method, params = [] }: RpcCall): Call[] =>
      method === "eth_call" && isContractCall(params[0])
        ? listCalls(params[0]).filter(({ to, data }) => !calls.has(`${to} ${data}`))
        : [],
    /** @param result - undefined if the call fails. */
    addCall: ({ to, data }: Call, result: Hex | undefined): void => void calls.set(`${to} ${data}`, result ?? ""),
    /** Shows one more block. @returns its number. */
    advance: (): number => (head = Math.min(head + 1, blocks.length - 1)),
    addResult: (call: Pick<RpcCall, "method" | "params">, answer: Buffer): void => void later.set(keyOf(call), answer),
  };
}

export const keyOf = ({ method, params }: Pick<RpcCall, "method" | "params">): string =>
  `${method} ${JSON.stringify(params ?? [])}`;

type LogRange = LogCriteria & { fromBlock?: string; toBlock?: string; blockHash?: string };
type BlockId = { blockHash?: string; blockNumber?: unknown };
type CallParams = { to: Address; data?: Hex; input?: Hex };

interface Change {
  readonly block: number;
  readonly result: string;
}

/** Results as of the blocks that changed them, in order. */
function readPast(folder: string): Map<string, Change[]> {
  const past = new Map<string, Change[]>();
  for (const [key, result] of readTable(folder, "past")) {
    const space = key.indexOf(" ");
    const call = key.slice(space + 1);
    const changes = past.get(call) ?? [];
    changes.push({ block: Number(key.slice(0, space)), result });
    past.set(call, changes);
  }
  return past;
}

/** Others run their data as code. */
const isContractCall = (params: unknown): params is CallParams => (params as Partial<CallParams>).to !== undefined;

const toLowerCase = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;

/** In the table, a call that fails is stored as an empty text. */
const toHex = (text: string | undefined): Hex | null => (text?.startsWith("0x") ? `0x${text.slice(2)}` : null);

const toResult = (data: Hex | null): Answer => [
  Buffer.from(data === null ? '"error":{"code":3,"message":"execution reverted"}' : `"result":"${data}"`),
];

/** Logs by block, for each filter used so far: selecting them again would cost more than sending them. */
function createLogIndex(blocks: readonly RecordedBlock[]) {
  const selections = new Map<string, Buffer[]>();
  const select = (criteria: LogCriteria): Buffer[] => {
    const key = JSON.stringify([criteria.address ?? [], criteria.topics ?? []]);
    const known = selections.get(key);
    if (known !== undefined) return known;
    const selected = blocks.map(({ logs }): Buffer => selectLogs(logs, criteria));
    selections.set(key, selected);
    return selected;
  };
  return {
    find(criteria: LogCriteria, from: number, to: number): Answer {
      const found = select(criteria)
        .slice(from, to + 1)
        .filter(({ length }) => length > 0);
      return [OPEN, ...found.flatMap((block, n): Buffer[] => (n === 0 ? [block] : [COMMA, block])), CLOSE];
    },
  };
}

/** @param bytes - `"result":[…]`. @returns the selected entries, separated by commas. */
function selectLogs(bytes: Buffer, criteria: LogCriteria): Buffer {
  const logs = parseResult<Log[]>(bytes);
  const selected = logs.filter(createLogFilter(criteria));
  if (selected.length === logs.length) return bytes.subarray(OPEN.length, bytes.length - 1);
  return Buffer.from(selected.map((log) => JSON.stringify(log)).join(","));
}
