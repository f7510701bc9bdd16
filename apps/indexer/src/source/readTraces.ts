import { equals, isList, isObject, quoted, scanList, skipSpace, skipString, skipValue } from "@portico/evm";
import type { Address, Hash, JsonBytes, ResultReader } from "@portico/evm";
import type { BlockTraces } from "./blockTraces.ts";
import { createBlockTraces } from "./blockTraces.ts";

/**
 * Parses the result of trace_block into BlockTraces, directly from its bytes: traces are the largest part of a node's
 * data, and little of them is stored. null if the result is not a list.
 */
export const readTraces: ResultReader = (bytes, at) => {
  if (!isList(bytes, at)) return { value: null, end: skipValue(bytes, at) };
  const walk = createWalk();
  const end = scanList(bytes, at, (traceAt) => {
    if (!isObject(bytes, traceAt)) throw new SyntaxError("A trace is not an object");
    const traceEnd = findMembers(bytes, traceAt);
    visit(bytes, walk);
    return traceEnd;
  });
  closeTransaction(walk);
  return { value: walk.traces, end };
};

const [QUOTE, COLON, COMMA] = [0x22, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];

/**
 * Offsets of a trace's values, 0 for missing ones. A single object for all traces, because there are millions of them.
 */
const found = {
  type: 0,
  error: 0,
  traceAddress: 0,
  subtraces: 0,
  blockHash: 0,
  transactionHash: 0,
  transactionPosition: 0,
  callType: 0,
  value: 0,
  balance: 0,
  from: 0,
  to: 0,
  address: 0,
  refundAddress: 0,
  author: 0,
  created: 0,
};

function reset(): void {
  found.type = found.error = found.traceAddress = found.subtraces = 0;
  found.blockHash = found.transactionHash = found.transactionPosition = 0;
  found.callType = found.value = found.balance = found.from = found.to = 0;
  found.address = found.refundAddress = found.author = found.created = 0;
}

const NAMES = {
  action: quoted("action"),
  result: quoted("result"),
  type: quoted("type"),
  error: quoted("error"),
  traceAddress: quoted("traceAddress"),
  subtraces: quoted("subtraces"),
  blockHash: quoted("blockHash"),
  transactionHash: quoted("transactionHash"),
  transactionPosition: quoted("transactionPosition"),
  callType: quoted("callType"),
  value: quoted("value"),
  balance: quoted("balance"),
  from: quoted("from"),
  to: quoted("to"),
  address: quoted("address"),
  refundAddress: quoted("refundAddress"),
  author: quoted("author"),
};

type Section = "action" | "other" | "result";

/**
 * One pass over a trace, with its members in any order.
 * @returns where it ends.
 */
function findMembers(bytes: JsonBytes, traceAt: number): number {
  reset();
  let [depth, section]: [number, Section] = [0, "other"];
  for (let next = traceAt; next < bytes.length;) {
    const byte = bytes[next]!;
    if (byte === QUOTE) {
      const end = skipString(bytes, next);
      const colon = skipSpace(bytes, end);
      if (bytes[colon] === COLON) {
        const valueAt = skipSpace(bytes, colon + 1);
        if (depth === 1) section = noteTraceMember(bytes, next, valueAt, end - next);
        else if (depth === 2 && section === "action") noteActionMember(bytes, next, valueAt, end - next);
        else if (depth === 2 && section === "result" && equals(bytes, next, NAMES.address)) found.created = valueAt;
        next = bytes[valueAt] === QUOTE ? skipString(bytes, valueAt) : valueAt;
      } else next = end;
    } else {
      next++;
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && --depth === 0) return next;
    }
  }
  throw new SyntaxError("The JSON ends within a trace");
}

/** @param length - Of the name with its quotes: it distinguishes most names. */
function noteTraceMember(bytes: JsonBytes, nameAt: number, valueAt: number, length: number): Section {
  if (length === 8 && equals(bytes, nameAt, NAMES.action)) return "action";
  if (length === 8 && equals(bytes, nameAt, NAMES.result)) return "result";
  if (length === 6 && equals(bytes, nameAt, NAMES.type)) found.type = valueAt;
  else if (length === 7 && equals(bytes, nameAt, NAMES.error)) found.error = valueAt;
  else if (length === 11 && equals(bytes, nameAt, NAMES.subtraces)) found.subtraces = valueAt;
  else if (length === 11 && equals(bytes, nameAt, NAMES.blockHash)) found.blockHash = valueAt;
  else if (length === 14 && equals(bytes, nameAt, NAMES.traceAddress)) found.traceAddress = valueAt;
  else if (length === 17 && equals(bytes, nameAt, NAMES.transactionHash)) found.transactionHash = valueAt;
  else if (length === 21 && equals(bytes, nameAt, NAMES.transactionPosition)) found.transactionPosition = valueAt;
  return "other";
}

function noteActionMember(bytes: JsonBytes, nameAt: number, valueAt: number, length: number): void {
  if (length === 4 && equals(bytes, nameAt, NAMES.to)) found.to = valueAt;
  else if (length === 6 && equals(bytes, nameAt, NAMES.from)) found.from = valueAt;
  else if (length === 7 && equals(bytes, nameAt, NAMES.value)) found.value = valueAt;
  else if (length === 8 && equals(bytes, nameAt, NAMES.author)) found.author = valueAt;
  else if (length === 9 && equals(bytes, nameAt, NAMES.address)) found.address = valueAt;
  else if (length === 9 && equals(bytes, nameAt, NAMES.balance)) found.balance = valueAt;
  else if (length === 10 && equals(bytes, nameAt, NAMES.callType)) found.callType = valueAt;
  else if (length === 15 && equals(bytes, nameAt, NAMES.refundAddress)) found.refundAddress = valueAt;
}

const [CALL, CREATE, SUICIDE, REWARD] = [quoted("call"), quoted("create"), quoted("suicide"), quoted("reward")];

/** The EVM's call depth is at most 1,024. */
const MAX_DEPTH = 1_100;
const NOT_FAILED = MAX_DEPTH + 1;

/** The reader's position in the call tree: traces come parent first, siblings in order. */
interface Walk {
  traces: BlockTraces;
  /** traceAddress of the previous trace. */
  path: Uint32Array;
  depth: number;
  /** Of the trace whose failure reverts all traces below it. */
  failedDepth: number;
  /** The transaction's child counts as reported by its traces, minus the children read. */
  missing: number;
  blockHashAt: number;
  txHashAt: number;
  txIndex: number;
}

const createWalk = (): Walk => ({
  traces: createBlockTraces(),
  path: new Uint32Array(MAX_DEPTH),
  depth: 0,
  failedDepth: NOT_FAILED,
  missing: 0,
  blockHashAt: 0,
  txHashAt: 0,
  txIndex: -1,
});

function visit(bytes: JsonBytes, walk: Walk): void {
  noteBlock(bytes, walk);
  if (equals(bytes, found.type, REWARD)) return addReward(bytes, walk);
  const depth = readPath(bytes, walk);
  if (depth === 0) openTransaction(bytes, walk);
  else if (depth < 0 || walk.txIndex < 0 || readNumber(bytes, found.transactionPosition) !== walk.txIndex) {
    walk.traces.flaw ??= "a trace has no parent";
    return;
  } else walk.missing--;
  walk.missing += readNumber(bytes, found.subtraces);
  walk.depth = depth;
  if (depth <= walk.failedDepth) walk.failedDepth = NOT_FAILED;
  else return;
  if (found.error > 0 && bytes[found.error] === QUOTE) walk.failedDepth = depth;
  else addTrace(bytes, walk, depth);
}

/** All traces must name the same block. */
function noteBlock(bytes: JsonBytes, walk: Walk): void {
  if (walk.blockHashAt === 0) {
    walk.blockHashAt = found.blockHash;
    walk.traces.blockHash = readText(bytes, found.blockHash);
  } else if (!equalHashes(bytes, found.blockHash, walk.blockHashAt)) {
    walk.traces.flaw ??= "the traces are of different blocks";
  }
}

const QUOTED_HASH = 68;

function equalHashes(bytes: JsonBytes, a: number, b: number): boolean {
  for (let at = 0; at < QUOTED_HASH; at++) if (bytes[a + at] !== bytes[b + at]) return false;
  return true;
}

function openTransaction(bytes: JsonBytes, walk: Walk): void {
  closeTransaction(walk);
  walk.txHashAt = found.transactionHash;
  walk.txIndex = readNumber(bytes, found.transactionPosition);
  walk.failedDepth = NOT_FAILED;
  walk.missing = 0;
  const { transactionHashes } = walk.traces;
  if (walk.txIndex !== transactionHashes.length) walk.traces.flaw ??= `the traces of a transaction are missing`;
  transactionHashes.push(readText(bytes, found.transactionHash));
}

function closeTransaction(walk: Walk): void {
  if (walk.missing !== 0) walk.traces.miscount ??= `transaction ${walk.txIndex} lacks ${walk.missing} traces`;
}

/** @returns its depth, or -1 if its parent is not among the previous traces. */
function readPath(bytes: JsonBytes, { path, depth }: Walk): number {
  if (found.traceAddress === 0 || !isList(bytes, found.traceAddress)) return -1;
  let length = 0;
  for (let at = found.traceAddress + 1; bytes[at] !== CLOSE_LIST;) {
    const byte = bytes[at]!;
    if (byte < DIGIT_0 || byte > DIGIT_9) {
      at++;
      continue;
    }
    let value = 0;
    for (; bytes[at]! >= DIGIT_0 && bytes[at]! <= DIGIT_9; at++) value = value * 10 + bytes[at]! - DIGIT_0;
    if (length >= MAX_DEPTH || length > depth) return -1;
    // At the first difference from the path of the previous trace, only its last step may differ.
    const isSame = length < depth && path[length] === value;
    path[length++] = value;
    if (!isSame && nextIsStep(bytes, at)) return -1;
  }
  return length;
}

const nextIsStep = (bytes: JsonBytes, at: number): boolean => bytes[skipSpace(bytes, at)] === COMMA;

function addTrace(bytes: JsonBytes, { traces, txHashAt, txIndex }: Walk, depth: number): void {
  const { type } = found;
  if (equals(bytes, type, CALL)) {
    if (depth > 0 && equals(bytes, found.callType, CALL)) addTransfer(found.from, found.to, found.value);
  } else if (equals(bytes, type, CREATE)) {
    if (found.created === 0 || bytes[found.created] !== QUOTE) return;
    const address = readAddress(bytes, found.created);
    const txHash = readText(bytes, txHashAt);
    traces.creations.push({ txIndex, txHash, address, creator: readAddress(bytes, found.from) });
    if (depth > 0) addTransfer(found.from, found.created, found.value);
  } else if (equals(bytes, type, SUICIDE)) addTransfer(found.address, found.refundAddress, found.balance);

  function addTransfer(fromAt: number, toAt: number, amountAt: number): void {
    if (isZero(bytes, amountAt) || bytes[toAt] !== QUOTE) return;
    traces.internalTransfers.push({
      txIndex,
      txHash: readText(bytes, txHashAt),
      index: traces.internalTransfers.length,
      from: readAddress(bytes, fromAt),
      to: readAddress(bytes, toAt),
      rawAmount: BigInt(readText(bytes, amountAt)),
    });
  }
}

function addReward(bytes: JsonBytes, { traces }: Walk): void {
  if (isZero(bytes, found.value)) return;
  traces.rewards.push({ address: readAddress(bytes, found.author), rawAmount: BigInt(readText(bytes, found.value)) });
}

/** Most calls transfer nothing, and are skipped quickly. */
function isZero(bytes: JsonBytes, at: number): boolean {
  if (at === 0 || bytes[at] !== QUOTE) return true;
  let digit = at + 3;
  while (bytes[digit] === DIGIT_0) digit++;
  return bytes[digit] === QUOTE;
}

function readNumber(bytes: JsonBytes, at: number): number {
  if (at === 0) return -1;
  let value = 0;
  for (let next = at; bytes[next]! >= DIGIT_0 && bytes[next]! <= DIGIT_9; next++) {
    value = value * 10 + bytes[next]! - DIGIT_0;
  }
  return value;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- compared with what is known, or read as a number
const readText = (bytes: JsonBytes, at: number): Hash => sliceText(bytes, at) as Hash;

const readAddress = (bytes: JsonBytes, at: number): Address => `0x${sliceText(bytes, at).slice(2).toLowerCase()}`;

function sliceText(bytes: JsonBytes, at: number): string {
  if (bytes[at] !== QUOTE) throw new SyntaxError("A trace lacks a string");
  return Buffer.from(bytes.buffer, bytes.byteOffset + at + 1, skipString(bytes, at) - at - 2).toString("latin1");
}
