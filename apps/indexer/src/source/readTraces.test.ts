import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { BlockTraces } from "./blockTraces.ts";
import { readTraces } from "./readTraces.ts";
import { createBlockTraces } from "./blockTraces.ts";

/** A call, creation or self-destruct with its subcalls. */
interface Node {
  kind: "call" | "create" | "suicide";
  callType: string;
  from: string;
  to: string;
  value: string;
  isFailed: boolean;
  children: Node[];
}

const HASH = `0x${"ab".repeat(32)}`;
const hashOf = (txIndex: number) => `0x${(txIndex + 1).toString(16).padStart(64, "0")}`;

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .chain((bytes) =>
    fc.constantFrom(Buffer.from(bytes).toString("hex"), Buffer.from(bytes).toString("hex").toUpperCase()),
  )
  .map((digits) => `0x${digits}`);
const treeOf = (depth: number): fc.Arbitrary<Node> =>
  fc.record({
    kind: fc.constantFrom("call", "call", "call", "create", "suicide"),
    callType: fc.constantFrom("call", "call", "delegatecall", "callcode", "staticcall"),
    from: address,
    to: address,
    value: fc.constantFrom("0x0", "0x1", "0x00", "0x0de0b6b3a7640000", "0x"),
    isFailed: fc.constantFrom(false, false, false, true),
    children: depth === 0 ? fc.constant([]) : fc.array(treeOf(depth - 1), { maxLength: 3 }),
  });
const tree = treeOf(4);
const reward = fc.record({ author: address, value: fc.constantFrom("0x0", "0x1bc16d674ec80000") });

/** The result of trace_block for it. */
function toTraces(node: Node, txIndex: number, path: number[]): object[] {
  const { kind, callType, from, to, value, isFailed, children } = node;
  const below = kind === "suicide" ? [] : children;
  const action = {
    call: { from, callType, gas: "0x1", input: '0x"\\{[', to, value },
    create: { from, gas: "0x1", init: "0x60", value },
    suicide: { address: from, refundAddress: to, balance: value },
  }[kind];
  const result = kind === "create" ? { gasUsed: "0x2", code: "0x", address: to } : { gasUsed: "0x2", output: "0x" };
  return [
    {
      action,
      blockHash: HASH,
      blockNumber: 7,
      ...(isFailed ? { error: "Reverted", result: null } : { result: kind === "suicide" ? null : result }),
      subtraces: below.length,
      traceAddress: path,
      transactionHash: hashOf(txIndex),
      transactionPosition: txIndex,
      type: kind,
    },
    ...below.flatMap((child, at) => toTraces(child, txIndex, [...path, at])),
  ];
}

const isZero = (hex: string): boolean => /^0x0*$/.test(hex);
const lower = (text: string) => text.toLowerCase() as `0x${string}`;

/** The simple implementation: down the tree, never below a failure. */
function addExpected(node: Node, txIndex: number, isTopmost: boolean, traces: BlockTraces): void {
  if (node.isFailed) return;
  const { kind, callType, value } = node;
  const [txHash, from, to] = [lower(hashOf(txIndex)), lower(node.from), lower(node.to)];
  if (kind === "create") traces.creations.push({ txIndex, txHash, address: to, creator: from });
  const isMove = !isTopmost || kind === "suicide";
  if (isMove && !isZero(value) && (kind !== "call" || callType === "call")) {
    const index = traces.internalTransfers.length;
    traces.internalTransfers.push({ txIndex, txHash, index, from, to, rawAmount: BigInt(value) });
  }
  if (kind !== "suicide") for (const child of node.children) addExpected(child, txIndex, false, traces);
}

function expectedOf(trees: readonly Node[], rewards: readonly { author: string; value: string }[]): BlockTraces {
  const traces = createBlockTraces();
  if (trees.length + rewards.length > 0) traces.blockHash = lower(HASH);
  for (const [txIndex, node] of trees.entries()) {
    traces.transactionHashes.push(lower(hashOf(txIndex)));
    addExpected(node, txIndex, true, traces);
  }
  for (const { author, value } of rewards) {
    if (!isZero(value)) traces.rewards.push({ address: lower(author), rawAmount: BigInt(value) });
  }
  return traces;
}

const toReward = ({ author, value }: { author: string; value: string }) => ({
  action: { author, rewardType: "block", value },
  blockHash: HASH,
  blockNumber: 7,
  result: null,
  subtraces: 0,
  traceAddress: [],
  transactionHash: null,
  transactionPosition: null,
  type: "reward",
});

const read = (json: string) => readTraces(Buffer.from(` ${json}`), 1);

const shuffle = (object: object, order: number): object => {
  const entries = Object.entries(object).map(([name, value]): [string, unknown] => [
    name,
    name === "action" ? shuffle(value as object, order + 1) : value,
  ]);
  const at = order % entries.length;
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at).toReversed()]);
};

test("random call trees are read as by a simple walk, regardless of the members' order and white space", () => {
  const property = fc.property(
    fc.array(tree, { maxLength: 4 }),
    fc.array(reward, { maxLength: 2 }),
    fc.nat(20),
    fc.constantFrom(undefined, 1, "\t"),
    (trees, rewards, order, indent) => {
      const traces = [...trees.flatMap((node, at) => toTraces(node, at, [])), ...rewards.map(toReward)];
      const json = JSON.stringify(
        traces.map((trace, at) => shuffle(trace, order + at)),
        undefined,
        indent,
      );
      const { value, end } = read(json);
      expect(end).toBe(1 + Buffer.byteLength(json));
      expect(value).toEqual(expectedOf(trees, rewards));
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test("a call may have more subcalls than 16 bits number", () => {
  const count = 2 ** 16;
  const call = {
    kind: "call",
    callType: "call",
    from: HASH.slice(0, 42),
    to: HASH.slice(0, 42),
    isFailed: false,
  } as const;
  const leaf: Node = { ...call, value: "0x0", children: [] };
  const last: Node = { ...call, value: "0x0", children: [{ ...leaf, value: "0x1" }] };
  const root: Node = { ...leaf, children: [...Array.from({ length: count }, () => leaf), last] };
  const { value } = read(JSON.stringify(toTraces(root, 0, [])));
  const { flaw, miscount, internalTransfers } = value as BlockTraces;
  expect({ flaw, miscount, count: internalTransfers.length }).toEqual({
    flaw: undefined,
    miscount: undefined,
    count: 1,
  });
});

test("a missing trace is detected at any position", () => {
  const property = fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), fc.nat(), (trees, seed) => {
    const traces = trees.flatMap((node, at) => toTraces(node, at, []));
    const { value } = read(JSON.stringify(traces.toSpliced(seed % traces.length, 1)));
    const { flaw, miscount, transactionHashes } = value as BlockTraces;
    expect(flaw ?? miscount ?? (transactionHashes.length < trees.length ? "fewer" : undefined)).toBeDefined();
  });
  fc.assert(property, { numRuns: 200 });
});

test("traces of two blocks are detected", () => {
  const node: Node = {
    kind: "call",
    callType: "call",
    from: HASH,
    to: HASH,
    value: "0x0",
    isFailed: false,
    children: [],
  };
  const [first, second] = [toTraces(node, 0, []), toTraces(node, 1, [])];
  const json = JSON.stringify([first[0], { ...second[0], blockHash: hashOf(9) }]);
  expect((read(json).value as BlockTraces).flaw).toBe("the traces are of different blocks");
});

test("a node without traces of a block returns null", () => {
  expect(read("null")).toEqual({ value: null, end: 5 });
});

test("a truncated trace is an error", () => {
  const node: Node = {
    kind: "create",
    callType: "call",
    from: "0x12",
    to: "0x34",
    value: "0x1",
    isFailed: false,
    children: [],
  };
  const json = JSON.stringify(toTraces(node, 0, []));
  for (let length = 1; length < json.length; length++) expect(() => read(json.slice(0, length))).toThrow(SyntaxError);
});
