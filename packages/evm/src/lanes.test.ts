import { expect, test } from "vitest";
import { createLanes } from "./lanes.ts";

const attempt = { isCancelled: false, isQueued: true };
const callOf = (readResult: () => { value: null; end: number }) => ({
  call: { method: "eth_getLogs", readResult },
  attempt,
  isBackground: false,
  resolve: () => undefined,
  reject: () => undefined,
});

test("readers that are not used any more leave no lanes behind", () => {
  const lanes = createLanes(100, () => 100);
  for (let nth = 0; nth < 1_000; nth++) {
    lanes.add(callOf(() => ({ value: null, end: nth })));
    for (const lane of lanes.list()) {
      lane.plan();
      lane.take();
    }
  }
  expect([...lanes.list()].length).toBeLessThan(20);
});

test("a lane with queued calls stays, however many others there are", () => {
  const lanes = createLanes(100, () => 100);
  for (let nth = 0; nth < 100; nth++) lanes.add(callOf(() => ({ value: null, end: nth })));
  expect(lanes.count()).toBe(100);
});
