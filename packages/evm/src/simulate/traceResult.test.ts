import { expect, test } from "vitest";
import { coinMoved } from "./moved.ts";
import { areTraceResults, listTracedEffects } from "./traceResult.ts";

const [A, B, C, D] = ["a1", "b2", "c3", "d4"].map((byte) => `0x${byte.repeat(20)}` as const) as [
  `0x${string}`,
  ...`0x${string}`[],
];
const called = { gas: "0x1dcd12f8", input: "0x" };
const result = { gasUsed: "0x0", output: "0x" };

/** As Erigon, Nethermind and Reth document it: `result` is null or missing of a failed call, `stateDiff` if not requested. */
const documented = [
  {
    output: "0x",
    stateDiff: {
      [A]: { balance: { "*": { from: "0x2", to: "0x1" } }, code: "=", nonce: "=", storage: {} },
      [B!]: { balance: "=", code: "=", nonce: "=", storage: { "0x0": { "*": { from: "0x0", to: "0x1" } } } },
    },
    trace: [
      {
        action: { callType: "call", from: A, to: B!, value: "0x1", ...called },
        result,
        subtraces: 3,
        traceAddress: [],
        type: "call",
      },
      {
        action: { callType: "call", from: B!, to: C!, value: "0x5", ...called },
        error: "Reverted",
        result: null,
        subtraces: 1,
        traceAddress: [0],
        type: "call",
      },
      {
        action: { callType: "call", from: C!, to: D!, value: "0x6", ...called },
        result,
        subtraces: 0,
        traceAddress: [0, 0],
        type: "call",
      },
      {
        action: { callType: "staticcall", from: B!, to: C!, value: "0x0", ...called },
        result,
        subtraces: 0,
        traceAddress: [1],
        type: "call",
      },
      {
        action: { address: B!, balance: "0x7", refundAddress: A },
        result: null,
        subtraces: 0,
        traceAddress: [2],
        type: "suicide",
      },
    ],
    vmTrace: null,
  },
];

test("movements of coins and contracts are those of calls that did not fail, nor the calls around them", () => {
  if (!areTraceResults(documented, 1)) throw new TypeError("not read");
  const { coins, contracts, changed } = listTracedEffects(documented[0]!)!;
  expect(coins).toEqual([coinMoved(A, B!, 1n), coinMoved(B!, A, 7n)]);
  expect([[...contracts], [...changed]]).toEqual([[B, C], [B]]);
});

test("a failed transaction has no effects", () => {
  const failed = { output: "0x", trace: [{ ...documented[0]!.trace[1]!, traceAddress: [] }], stateDiff: null } as const;
  expect(areTraceResults([failed], 1)).toBe(true);
  expect(listTracedEffects(failed as never)).toBeUndefined();
});

test.each([[[]], [null], [[{}]], [[{ output: "0x", trace: [{ type: "call" }] }]], ["0x"]])(
  "%j is refused",
  (answer) => {
    expect(areTraceResults(answer, 1)).toBe(false);
  },
);
