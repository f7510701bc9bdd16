import type { Hash, Hex } from "@portico/evm";

export type Json = Readonly<Record<string, unknown>>;
type Change = (value: Json, effectiveGasPrice: Hex | undefined) => Json;

/** What the results of a client look like, from those of anvil. Blocks and receipts have their parts changed first. */
export interface ClientShape {
  client: string;
  /** Methods that it does not have. */
  lacks: RegExp;
  block?: Change;
  transaction?: Change;
  receipt?: Change;
  log?: Change;
  /** Of trace_block and trace_transaction. */
  trace?: Change;
  /** Each frame of the callTracer. */
  frame?: Change;
}

const without = (value: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
const reversed: Change = (value) => Object.fromEntries(Object.entries(value).toReversed());
/** Quantities of at least two digits. */
const padded = (value: Json, ...names: string[]): Json => ({
  ...value,
  ...Object.fromEntries(
    names.flatMap((name) => {
      const text = value[name];
      return typeof text === "string" ? [[name, `0x0${text.slice(2)}`]] : [];
    }),
  ),
});
const noNull = (value: Json): Json => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
const NO_TRACE = /^(ots|trace)_/;
const NO_BLOCK_RECEIPTS = /^(debug|ots)_|^eth_getBlockReceipts$/;
const TYPE_2 = "0x2";

/** From the documentation of the clients, their issues, and the test vectors of execution-apis. */
export const CLIENT_SHAPES: readonly ClientShape[] = [
  {
    client: "geth",
    lacks: NO_TRACE,
    block: (block) => ({ ...without(block, "totalDifficulty"), uncles: [], withdrawals: [], requestsHash: null }),
    transaction: (tx) => (tx["type"] === TYPE_2 ? { ...tx, yParity: "0x0" } : tx),
    log: (log) => ({ ...log, blockTimestamp: "0x1" }),
  },
  {
    client: "Reth",
    lacks: /^ots_/,
    transaction: (tx) => ({ ...without(tx, "v"), yParity: "0x1" }),
    receipt: (receipt) => ({ ...receipt, blobGasPrice: null }),
    trace: (trace) =>
      trace["type"] === "create"
        ? { ...trace, action: { ...(trace["action"] as Json), creationMethod: "create2" } }
        : trace,
  },
  {
    client: "Erigon",
    lacks: /^debug_/,
    block: reversed,
    transaction: reversed,
    receipt: reversed,
    log: reversed,
    trace: reversed,
  },
  {
    client: "Nethermind",
    lacks: /^(debug|ots)_/,
    block: (block) => ({ ...block, author: block["miner"], signature: null, step: null }),
    receipt: (receipt) => ({ ...receipt, error: null, root: null }),
    log: (log) => ({ ...without(log, "removed"), transactionLogIndex: "0x0" }),
    trace: (trace) => ({ error: null, ...reversed(trace, undefined) }),
  },
  {
    client: "Besu",
    lacks: NO_BLOCK_RECEIPTS,
    transaction: (tx) => ({ ...without(tx, "v", "accessList"), publicKey: `0x${"01".repeat(64)}`, raw: "0x" }),
    receipt: (receipt) => ({ ...receipt, revertReason: "0x" }),
    trace: (trace) => ({ ...trace, blockNumber: `0x${Number(trace["blockNumber"]).toString(16)}`, revertReason: "0x" }),
  },
  {
    client: "OpenEthereum, before London",
    lacks: NO_BLOCK_RECEIPTS,
    block: (block) => ({ ...without(block, "baseFeePerGas", "mixHash"), author: block["miner"], sealFields: [] }),
    transaction: (tx, gasPrice) => ({
      ...without(tx, "maxFeePerGas", "maxPriorityFeePerGas", "type", "accessList"),
      gasPrice,
      condition: null,
      standardV: "0x0",
    }),
    receipt: (receipt) => ({ ...without(receipt, "effectiveGasPrice", "type"), root: null }),
    log: (log) => ({ ...log, type: "mined", transactionLogIndex: "0x0" }),
  },
  {
    client: "no known one: neither blooms nor defaults",
    lacks: /^ots_/,
    block: (block) => without(block, "logsBloom", "gasUsed"),
    transaction: (tx) => ({
      ...tx,
      ...(tx["value"] === "0x0" && { value: null }),
      ...(tx["input"] === "0x" && { input: null }),
    }),
    receipt: (receipt) => without(noNull(receipt), "logsBloom", "cumulativeGasUsed"),
    trace: (trace) => noNull(trace),
  },
  {
    client: "Ganache: quantities with leading zeros, no nulls",
    lacks: /^(ots|trace)_|^eth_getBlockReceipts$/,
    block: (block) => padded(without(block, "withdrawals"), "gasUsed", "timestamp", "number"),
    transaction: (tx) => padded(noNull(tx), "gas", "nonce", "type", "value"),
    receipt: (receipt) =>
      padded(noNull(receipt), "gasUsed", "status", "effectiveGasPrice", "type", "cumulativeGasUsed"),
    log: (log) => padded(log, "logIndex", "transactionIndex", "blockNumber"),
  },
  {
    client: "ZKsync: empty blooms, fields of batches",
    lacks: NO_TRACE,
    block: (block) => ({ ...block, logsBloom: `0x${"0".repeat(512)}`, l1BatchNumber: null, l1BatchTimestamp: null }),
    receipt: (receipt) => ({
      ...receipt,
      logsBloom: `0x${"0".repeat(512)}`,
      cumulativeGasUsed: "0x0",
      l2ToL1Logs: [],
      l1BatchTxIndex: null,
    }),
    log: (log) => ({ ...log, l1BatchNumber: null, logType: null }),
    frame: (frame) => ({ error: null, revertReason: null, ...frame, type: String(frame["type"]).toLowerCase() }),
  },
];

const keep: Change = (value) => value;

/** A frame with its inner ones. */
const shapeFrame = (frame: Json, change: Change): Json =>
  change({ ...frame, calls: mapOf(frame["calls"] ?? [], (inner) => shapeFrame(inner, change)) }, undefined);

const mapOf = (list: unknown, change: (value: Json) => unknown): unknown =>
  Array.isArray(list)
    ? list.map((value: unknown) => (typeof value === "object" && value !== null ? change(value as Json) : value))
    : list;

/**
 * The result of a method as the client returns it.
 * @param prices - What each transaction paid for gas, from its receipt.
 * @returns undefined: it lacks the method.
 */
export function shapeResult(
  shape: ClientShape,
  method: string,
  result: unknown,
  prices: ReadonlyMap<Hash, Hex>,
): unknown {
  const { block = keep, transaction = keep, receipt = keep, log = keep, trace = keep, frame = keep } = shape;
  const priceOf = ({ hash, transactionHash }: Json) => prices.get((hash ?? transactionHash) as Hash);
  const toTransaction = (tx: Json) => transaction(tx, priceOf(tx));
  const toReceipt = (one: Json) =>
    receipt({ ...one, logs: mapOf(one["logs"], (each) => log(each, undefined)) }, priceOf(one));
  if (shape.lacks.test(method)) return undefined;
  if (result === null) return null;
  if (method.startsWith("eth_getBlockBy")) {
    const whole = result as Json;
    return block({ ...whole, transactions: mapOf(whole["transactions"], toTransaction) }, undefined);
  }
  if (method === "eth_getTransactionByHash") return toTransaction(result as Json);
  if (method === "eth_getTransactionReceipt") return toReceipt(result as Json);
  if (method === "eth_getBlockReceipts") return mapOf(result, toReceipt);
  if (method === "debug_traceBlockByHash")
    return mapOf(result, (one) => ({ result: shapeFrame(one["result"] as Json, frame) }));
  if (method === "eth_getLogs") return mapOf(result, (one) => log(one, undefined));
  return /^trace_(block|transaction)$/.test(method) ? mapOf(result, (one) => trace(one, undefined)) : result;
}
