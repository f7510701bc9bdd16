import { countHexBytes, equals, isList, isObject, quoted, readFixedHex, readQuantity } from "@portico/evm";
import { scanList, scanObject, skipSpace, skipValue } from "@portico/evm";
import type { JsonBytes, MemberVisitor, ResultReader } from "@portico/evm";
import { LogBatch, LogPart } from "./logBatch.ts";

/**
 * Parses the result of eth_getLogs into a LogBatch, directly from its bytes. null if the result is not a list of logs.
 */
export const readLogs: ResultReader = (json, at) => {
  const batch = new LogBatch(Math.ceil((json.length - at) * RECORD_SHARE));
  const end = readLogList(json, at, batch);
  return end === undefined ? { value: null, end: skipValue(json, at) } : { value: batch, end };
};

/** Approximate size of a record relative to a node's JSON. */
const RECORD_SHARE = 0.4;

/**
 * Adds the logs of a list.
 * @returns where it ends; undefined if it is not a list of objects: then some may have been added.
 */
export function readLogList(json: JsonBytes, at: number, batch: LogBatch): number | undefined {
  if (!isList(json, at)) return undefined;
  let isWhole = true;
  const end = scanList(json, at, (logAt) => {
    if (isObject(json, logAt)) return readLog(json, logAt, batch);
    isWhole = false;
    return skipValue(json, logAt);
  });
  return isWhole ? end : undefined;
}

/**
 * Adds a log. If it can't be read in place, as with escapes in strings, it is normalized by JSON.parse and stringify
 * and read again: what is still unreadable is a fault.
 */
function readLog(json: JsonBytes, at: number, batch: LogBatch): number {
  const end = readMembers(json, at, batch);
  if (findFlaw() !== undefined) {
    readMembers(Buffer.from(JSON.stringify(JSON.parse(json.toString("utf8", at, end)))), 0, batch);
    const flaw = findFlaw();
    if (flaw !== undefined) batch.flaws.set(batch.count, flaw);
  }
  if (isRemoved) batch.removed.add(batch.count);
  batch.add(log);
  return end;
}

/** The log that is being read. A single object for all, because there are millions of them. */
const log = { blockNumber: 0, txIndex: 0, logIndex: 0, topicCount: 0, dataLength: 0 };
/** Fields that were read. */
const isRead = { address: false, topics: false, data: false };
/** No hash is valid: the log may be in no block yet. */
const hashes: Record<"blockHash" | "txHash", "invalid" | "none" | "read"> = { blockHash: "none", txHash: "none" };

let isRemoved = false;

function findFlaw(): string | undefined {
  if (!isRead.address) return "the address of a log is not valid";
  if (!isRead.topics) return "a topic of a log is not 32 bytes";
  if (!isRead.data) return "the data of a log is not hex";
  if (hashes.blockHash === "invalid") return "the block hash of a log is not valid";
  if (hashes.txHash === "invalid") return "the transaction hash of a log is not valid";
  return Number.isNaN(log.blockNumber + log.txIndex + log.logIndex)
    ? "a log has no valid position in a block"
    : undefined;
}

/** Characters including quotes, and the bytes they represent. */
const HASH = { length: 68, bytes: 32 };
const ADDRESS = { length: 44, bytes: 20 };
/** The EVM's maximum. */
const USUAL_TOPICS = 4;

let target = new LogBatch();
/** Start of its record. */
let record = 0;
/** Read last, because it is written after the topics; 0: none. */
let dataAt = 0;
let dataEnd = 0;

/**
 * Writes the record of a log, and sets its numeric fields.
 * @returns where it ends.
 */
function readMembers(json: JsonBytes, at: number, batch: LogBatch): number {
  target = batch;
  record = batch.reserve(LogPart.topics + USUAL_TOPICS * HASH.bytes);
  hashes.blockHash = hashes.txHash = "none";
  isRead.address = isRead.topics = isRead.data = isRemoved = false;
  log.blockNumber = log.txIndex = log.logIndex = Number.NaN;
  log.topicCount = log.dataLength = dataAt = 0;
  const end = scanObject(json, at, readMember);
  if (dataAt > 0) readData(json);
  clearMissing("blockHash");
  clearMissing("txHash");
  return end;
}

function clearMissing(part: "blockHash" | "txHash"): void {
  if (hashes[part] === "read") return;
  const start = record + LogPart[part];
  target.bytes.fill(0, start, start + HASH.bytes);
}

const NAMES = {
  address: quoted("address"),
  blockHash: quoted("blockHash"),
  blockNumber: quoted("blockNumber"),
  data: quoted("data"),
  logIndex: quoted("logIndex"),
  removed: quoted("removed"),
  topics: quoted("topics"),
  transactionHash: quoted("transactionHash"),
  transactionIndex: quoted("transactionIndex"),
};
const [LETTER_A, LETTER_B, LETTER_D, LETTER_L, LETTER_R, LETTER_T] = [0x61, 0x62, 0x64, 0x6c, 0x72, 0x74];

/** By the first letter: most names need not be compared with all. */
const readMember: MemberVisitor = (nameAt, valueAt, json) => {
  const letter = json[nameAt + 1];
  if (letter === LETTER_T) {
    if (equals(json, nameAt, NAMES.topics)) return readTopics(json, valueAt);
    if (equals(json, nameAt, NAMES.transactionHash)) return readHash(json, valueAt, "txHash");
    if (equals(json, nameAt, NAMES.transactionIndex)) log.txIndex = readQuantity(json, valueAt);
  } else if (letter === LETTER_B) {
    if (equals(json, nameAt, NAMES.blockHash)) return readHash(json, valueAt, "blockHash");
    if (equals(json, nameAt, NAMES.blockNumber)) log.blockNumber = readQuantity(json, valueAt);
  } else if (letter === LETTER_A) {
    if (equals(json, nameAt, NAMES.address)) return readAddress(json, valueAt);
  } else if (letter === LETTER_D) {
    if (equals(json, nameAt, NAMES.data)) {
      dataAt = valueAt;
      return (dataEnd = skipValue(json, valueAt));
    }
  } else if (letter === LETTER_L) {
    if (equals(json, nameAt, NAMES.logIndex)) log.logIndex = readQuantity(json, valueAt);
  } else if (letter === LETTER_R) {
    if (equals(json, nameAt, NAMES.removed)) isRemoved = equals(json, valueAt, TRUE);
  }
  return skipValue(json, valueAt);
};

function readAddress(json: JsonBytes, at: number): number {
  isRead.address = readFixedHex(json, at, ADDRESS.bytes, target.bytes, record + LogPart.address);
  return isRead.address ? at + ADDRESS.length : skipValue(json, at);
}

const [NULL, TRUE] = [Buffer.from("null"), Buffer.from("true")];

function readHash(json: JsonBytes, at: number, part: "blockHash" | "txHash"): number {
  const isHash = readFixedHex(json, at, HASH.bytes, target.bytes, record + LogPart[part]);
  hashes[part] = isHash ? "read" : equals(json, at, NULL) ? "none" : "invalid";
  return isHash ? at + HASH.length : skipValue(json, at);
}

const [COMMA, CLOSE_LIST] = [0x2c, 0x5d];

function readTopics(json: JsonBytes, at: number): number {
  isRead.topics = false;
  if (!isList(json, at)) return skipValue(json, at);
  let next = skipSpace(json, at + 1);
  for (let count = 0; ; count++) {
    if (json[next] === CLOSE_LIST) {
      isRead.topics = true;
      log.topicCount = count;
      return next + 1;
    }
    const part = LogPart.topics + HASH.bytes * count;
    if (count >= USUAL_TOPICS) target.reserve(part + HASH.bytes);
    if (!readFixedHex(json, next, HASH.bytes, target.bytes, record + part)) return skipValue(json, at);
    next = skipSpace(json, next + HASH.length);
    const isComma = json[next] === COMMA;
    if (isComma) next = skipSpace(json, next + 1);
    if (isComma === (json[next] === CLOSE_LIST)) return skipValue(json, at);
  }
}

function readData(json: JsonBytes): void {
  const length = countHexBytes(json, dataAt, dataEnd);
  if (length < 0) return;
  const part = LogPart.topics + HASH.bytes * log.topicCount;
  target.reserve(part + length);
  isRead.data = readFixedHex(json, dataAt, length, target.bytes, record + part);
  if (isRead.data) log.dataLength = length;
}
