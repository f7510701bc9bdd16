import * as fc from "fast-check";
import type { RpcLog } from "viem";
import { expect, test } from "vitest";
import { LogBatch } from "./logBatch.ts";
import { readLogList, readLogs } from "./readLogs.ts";

const hex = (bytes: number, max = bytes) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: max })
    .chain((its) => fc.constantFrom(Buffer.from(its).toString("hex"), Buffer.from(its).toString("hex").toUpperCase()))
    .map((digits) => `0x${digits}`);
/** Zeros are read as none. */
const hash = hex(32).filter((it) => !/^0x0*$/.test(it));
const quantity = fc.nat(2 ** 31).map((n) => `0x${n.toString(16)}`);
const anyLog = fc.record({
  address: hex(20),
  topics: fc.array(hex(32), { maxLength: 6 }),
  data: fc.oneof(hex(0, 100), hex(32)),
  blockHash: fc.oneof(hash, fc.constant(null)),
  blockNumber: quantity,
  transactionHash: fc.oneof(hash, fc.constant(null)),
  transactionIndex: quantity,
  logIndex: quantity,
});
/** Members that nodes add, some similar to the expected ones. */
const extras = fc.dictionary(fc.constantFrom("removed", "blockTimestamp", "l1Batch", "dat", "topic"), fc.jsonValue());

/**
 * JSON of an object with its members in some order, with some white space, and names and texts that may have escapes.
 */
function write(value: unknown, { order, space, escape }: Style): string {
  if (Array.isArray(value)) {
    return `[${space}${value.map((entry) => write(entry, { order, space, escape })).join(`${space},${space}`)}${space}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).toSorted(([a], [b]) => rank(a, order) - rank(b, order));
    const text = members.map(([name, its]) =>
      [write(name, { order, space, escape }), write(its, { order, space, escape })].join(`${space}:${space}`),
    );
    return `{${space}${text.join(`${space},${space}`)}${space}}`;
  }
  const json = JSON.stringify(value);
  if (!escape || typeof value !== "string" || !/^\w/.test(value)) return json;
  return `"\\u${value.codePointAt(0)!.toString(16).padStart(4, "0")}${json.slice(2)}`;
}

const rank = (name: string, order: number): number =>
  Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte * (order + 1)) % 1_009, order % 1_009);

interface Style {
  /** Determines the order of members. */
  order: number;
  space: string;
  escape: boolean;
}

const style = fc.record({
  order: fc.nat(),
  space: fc.constantFrom("", "", " ", "\n\t", "\r\n "),
  escape: fc.constantFrom(false, false, true),
});

/** In the form of toRpcLog. */
const toPlain = (log: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify({ ...log, removed: false }).toLowerCase(), (_, value) => value as unknown);
const lowerNames = (log: RpcLog): unknown => JSON.parse(JSON.stringify(log).toLowerCase());

test("any list of logs is read as by JSON.parse, regardless of its members' order, white space, case and additions", () => {
  const given = fc.tuple(fc.array(fc.tuple(anyLog, extras), { maxLength: 4 }), style);
  fc.assert(
    fc.property(given, ([logs, its]) => {
      const json = write(
        logs.map(([log, more]) => ({ ...more, ...log })),
        its,
      );
      const { value, end } = readLogs(Buffer.from(`${json}, "next"`), 0);
      const batch = value as LogBatch;
      expect(end).toBe(json.length);
      expect([...batch.flaws]).toEqual([]);
      expect(Array.from({ length: batch.count }, (_, at) => lowerNames(batch.toRpcLog(at)))).toEqual(
        logs.map(([log]) => toPlain(log)),
      );
    }),
    { numRuns: 300 },
  );
});

const plain = {
  address: `0x${"a1".repeat(20)}`,
  topics: [`0x${"01".repeat(32)}`],
  data: "0x",
  blockHash: `0x${"b0".repeat(32)}`,
  blockNumber: "0x5",
  transactionHash: `0x${"c0".repeat(32)}`,
  transactionIndex: "0x0",
  logIndex: "0x1",
};
const read = (logs: unknown) => readLogs(Buffer.from(JSON.stringify(logs)), 0).value as LogBatch | null;

test.each<[string, object]>([
  ["the address of a log is not valid", { address: undefined }],
  ["the address of a log is not valid", { address: `0x${"a1".repeat(19)}` }],
  ["the address of a log is not valid", { address: `0x${"a1".repeat(19)}zz` }],
  ["the address of a log is not valid", { address: { "0x": 1 } }],
  ["a topic of a log is not 32 bytes", { topics: ["0x12"] }],
  ["a topic of a log is not 32 bytes", { topics: [plain.topics[0], `0x${"g".repeat(64)}`] }],
  ["a topic of a log is not 32 bytes", { topics: null }],
  ["a topic of a log is not 32 bytes", { topics: {} }],
  ["a topic of a log is not 32 bytes", { topics: [7] }],
  ["the data of a log is not hex", { data: undefined }],
  ["the data of a log is not hex", { data: "0x123" }],
  ["the data of a log is not hex", { data: "1234" }],
  ["the data of a log is not hex", { data: '0x12"4' }],
  ["the data of a log is not hex", { data: null }],
  ["the block hash of a log is not valid", { blockHash: "0x12" }],
  ["the transaction hash of a log is not valid", { transactionHash: 5 }],
  ["a log has no valid position in a block", { logIndex: null }],
  ["a log has no valid position in a block", { transactionIndex: "7" }],
  ["a log has no valid position in a block", { blockNumber: `0x${"f".repeat(20)}` }],
])("'%s' is the fault of %j, and the logs around it are read", (flaw, fields) => {
  const batch = read([plain, { ...plain, ...fields }, { ...plain, logIndex: "0x9" }])!;
  expect([...batch.flaws]).toEqual([[1, flaw]]);
  expect([batch.toRpcLog(0), batch.toRpcLog(2)]).toEqual([
    { ...plain, removed: false },
    { ...plain, removed: false, logIndex: "0x9" },
  ]);
});

test.each(["blockHash", "transactionHash"] as const)(
  "a log without %s has none, whatever its place held before",
  (name) => {
    const batch = new LogBatch();
    for (const log of [plain, { ...plain, [name]: undefined }]) {
      if (batch.count > 0) batch.removeLast();
      readLogList(Buffer.from(JSON.stringify([log])), 0, batch);
    }
    expect(batch.flaws.size).toBe(0);
    expect(batch.toRpcLog(0)).toEqual({ ...plain, removed: false, [name]: null });
  },
);

test.each([null, {}, "0x", [plain, null], [plain, [plain]]])("%j is not a list of logs", (answer) => {
  expect(read(answer)).toBeNull();
});

test("a list of logs that is truncated anywhere is an error, never a wait or fewer logs", () => {
  const whole = JSON.stringify([plain, plain]);
  for (let length = 1; length < whole.length; length++) {
    expect(() => readLogs(Buffer.from(whole.slice(0, length)), 0), `cut at ${length}`).toThrow(SyntaxError);
  }
  const comma = whole.replace(`${plain.topics[0]}"]`, `${plain.topics[0]}" , ]`);
  expect(() => readLogs(Buffer.from(comma), 0)).toThrow(SyntaxError);
});

test.each([true, false, null, "true"])("a log with removed %j is marked only if it was removed", (removed) => {
  const { value } = readLogs(Buffer.from(JSON.stringify([plain, { ...plain, removed }, { removed, ...plain }])), 0);
  expect([...(value as LogBatch).removed]).toEqual(removed === true ? [1, 2] : []);
});
