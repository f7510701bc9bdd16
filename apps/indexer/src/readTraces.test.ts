import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readTraces } from "./readTraces.ts";

interface Trace {
  type?: unknown;
  action?: Partial<Record<"address" | "author" | "from" | "refundAddress" | "to" | "value", string | null>>;
  result?: { address?: string | null } | null;
  traceAddress?: readonly number[];
}

/** The same by JSON.parse: the plain way, for comparison. */
function listOwners({ type, action = {}, result, traceAddress }: Trace): string[] {
  const { from, to, value = "0x0", address, refundAddress, author } = action;
  const movesNothing = value === "0x0" && (type === "call" || type === "create");
  if (movesNothing && traceAddress?.length !== 0) return [];
  const owners = movesNothing ? [from] : [from, to, address, refundAddress, author, result?.address];
  return owners.filter((owner) => typeof owner === "string").map((owner) => owner.toLowerCase());
}

const read = (json: string) => readTraces(Buffer.from(` ${json}`), 1);

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .chain((bytes) =>
    fc.constantFrom(Buffer.from(bytes).toString("hex"), Buffer.from(bytes).toString("hex").toUpperCase()),
  )
  .map((digits) => `0x${digits}`);
const optional = { requiredKeys: [] };
const noise = fc.jsonValue({ maxDepth: 2 });
const action = fc.record(
  {
    from: address,
    to: fc.option(address),
    value: fc.constantFrom("0x0", "0x1", "0x00", "0x0de0b6b3a7640000"),
    address,
    refundAddress: address,
    author: address,
    input: fc.constantFrom("0x", '"value":"0x1"', '\\"from\\":{['),
    callType: fc.constantFrom("call", "delegatecall"),
    extra: noise,
  },
  optional,
);
const trace = fc.record(
  {
    type: fc.constantFrom("call", "create", "suicide", "reward"),
    action,
    result: fc.option(fc.record({ address: fc.option(address), output: fc.string(), gasUsed: noise }, optional)),
    traceAddress: fc.array(fc.nat(9), { maxLength: 3 }),
    error: fc.string(),
    subtraces: fc.nat(),
    action2: action,
    nested: fc.record({ action, type: fc.constant("reward"), traceAddress: fc.constant([]) }),
  },
  optional,
);
const shuffled = trace.chain((it) =>
  fc.shuffledSubarray(Object.entries(it), { minLength: Object.keys(it).length }).map(Object.fromEntries<unknown>),
);

test("traces in any order of members are read as JSON.parse reads them", () => {
  const property = fc.property(
    fc.array(shuffled, { maxLength: 8 }),
    fc.constantFrom(undefined, 1, "\t"),
    (traces, indent) => {
      const json = JSON.stringify(traces, undefined, indent);
      const parsed: Trace[] = JSON.parse(json);
      const { value, end } = read(json);
      expect(end).toBe(1 + Buffer.byteLength(json));
      expect((value as string[]).toSorted()).toEqual(parsed.flatMap(listOwners).toSorted());
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test("a node that knows no traces of a block says null", () => {
  expect(read("null")).toEqual({ value: null, end: 5 });
});

test("a trace that is cut off is an error", () => {
  const json = JSON.stringify([{ action: { from: "0x12", value: "0x1" }, traceAddress: [], type: "call" }]);
  for (let length = 1; length < json.length; length++) expect(() => read(json.slice(0, length))).toThrow(SyntaxError);
});
