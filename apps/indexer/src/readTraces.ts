import { equals, isList, isObject, quoted, scanList, skipSpace, skipString, skipValue } from "@portico/evm";
import type { Address, JsonBytes, ResultReader } from "@portico/evm";

/**
 * Reads what trace_block answers, right from its bytes (they are the most of what a node sends, and little of them is
 * kept): whose native balance the transactions of the block changed, by calls, creations, self-destructs and rewards,
 * and who paid for gas; with repetitions. null where the node answered no list.
 */
export const readTraces: ResultReader = (bytes, at) => {
  if (!isList(bytes, at)) return { value: null, end: skipValue(bytes, at) };
  const owners: Address[] = [];
  const end = scanList(bytes, at, (traceAt) => {
    if (!isObject(bytes, traceAt)) return skipValue(bytes, traceAt);
    const traceEnd = findMembers(bytes, traceAt);
    addOwners(bytes, owners);
    return traceEnd;
  });
  return { value: owners, end };
};

const [QUOTE, COLON] = [0x22, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the values of a trace stand, 0 for those that it has not. One for all traces: there are millions of them. */
const found = {
  type: 0,
  traceAddress: 0,
  value: 0,
  from: 0,
  to: 0,
  address: 0,
  refundAddress: 0,
  author: 0,
  created: 0,
};

function forget(): void {
  found.type = found.traceAddress = found.value = found.from = found.to = 0;
  found.address = found.refundAddress = found.author = found.created = 0;
}

const NAMES = {
  action: quoted("action"),
  result: quoted("result"),
  type: quoted("type"),
  traceAddress: quoted("traceAddress"),
  value: quoted("value"),
  from: quoted("from"),
  to: quoted("to"),
  address: quoted("address"),
  refundAddress: quoted("refundAddress"),
  author: quoted("author"),
};

type Section = "action" | "other" | "result";

/** One pass over a trace, in any order of its members. @returns where it ends. */
function findMembers(bytes: JsonBytes, traceAt: number): number {
  forget();
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

/** @param length - Of the name with its quotes: most names are told apart by it. */
function noteTraceMember(bytes: JsonBytes, nameAt: number, valueAt: number, length: number): Section {
  if (length === 8 && equals(bytes, nameAt, NAMES.action)) return "action";
  if (length === 8 && equals(bytes, nameAt, NAMES.result)) return "result";
  if (length === 6 && equals(bytes, nameAt, NAMES.type)) found.type = valueAt;
  else if (length === 14 && equals(bytes, nameAt, NAMES.traceAddress)) found.traceAddress = valueAt;
  return "other";
}

function noteActionMember(bytes: JsonBytes, nameAt: number, valueAt: number, length: number): void {
  if (length === 4 && equals(bytes, nameAt, NAMES.to)) found.to = valueAt;
  else if (length === 6 && equals(bytes, nameAt, NAMES.from)) found.from = valueAt;
  else if (length === 7 && equals(bytes, nameAt, NAMES.value)) found.value = valueAt;
  else if (length === 8 && equals(bytes, nameAt, NAMES.author)) found.author = valueAt;
  else if (length === 9 && equals(bytes, nameAt, NAMES.address)) found.address = valueAt;
  else if (length === 15 && equals(bytes, nameAt, NAMES.refundAddress)) found.refundAddress = valueAt;
}

const [ZERO, CALL, CREATE] = [quoted("0x0"), quoted("call"), quoted("create")];

/** Most calls move nothing, and are passed over quickly. */
function addOwners(bytes: JsonBytes, owners: Address[]): void {
  const { type, value } = found;
  const isTransfer = type > 0 && (equals(bytes, type, CALL) || equals(bytes, type, CREATE));
  const movesNothing = isTransfer && (value === 0 || equals(bytes, value, ZERO));
  if (movesNothing && !isTopmost(bytes)) return;
  addOwner(bytes, found.from, owners);
  if (movesNothing) return;
  for (const at of [found.to, found.address, found.refundAddress, found.author, found.created]) {
    addOwner(bytes, at, owners);
  }
}

/** Whether it is the transaction itself: its traceAddress is an empty list. */
function isTopmost(bytes: JsonBytes): boolean {
  const at = found.traceAddress;
  return at > 0 && isList(bytes, at) && bytes[skipSpace(bytes, at + 1)] === CLOSE_LIST;
}

function addOwner(bytes: JsonBytes, at: number, owners: Address[]): void {
  if (at === 0 || bytes[at] !== QUOTE) return; // null: a creation has no receiver
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset + at + 3, skipString(bytes, at) - at - 4).toString(
    "latin1",
  );
  owners.push(`0x${digits.toLowerCase()}`);
}
