import type { NodeLimits } from "@portico/evm";
import { expect, test } from "vitest";
import type { Coverage } from "../source/coverage.ts";
import { chooseReading, toPollMs } from "./ownerReading.ts";

const NO_LIMITS: Pick<
  NodeLimits,
  "lacks" | "logAddresses" | "logBlocks" | "logTopics" | "needsLogAddress" | "openLogBlocks"
> = {
  lacks: () => false,
  logAddresses: undefined,
  logBlocks: undefined,
  logTopics: undefined,
  needsLogAddress: false,
  openLogBlocks: undefined,
};
const NODE: Node = { coverage: { receipts: "block", traces: undefined }, hasStates: true, isWhole: true };

interface Node {
  coverage: Pick<Coverage, "receipts" | "traces">;
  hasStates: boolean;
  isWhole: boolean;
}

type Case = [{ blocks: number; owners: number }, Partial<Node> & { limits?: Partial<typeof NO_LIMITS> }, string];

const CASES: Case[] = [
  // four blocks a second, a poll every two
  [{ blocks: 8, owners: 3 }, {}, "states owners 8"],
  [{ blocks: 8, owners: 300 }, {}, "states owners 8"],
  [{ blocks: 8, owners: 1_000 }, {}, "states owners 10"],
  [{ blocks: 8, owners: 3_000 }, {}, "states all 10"],
  [{ blocks: 8, owners: 100_000 }, {}, "bodies all 10"],
  [{ blocks: 8, owners: 300 }, { limits: { logTopics: 4 } }, "states all 4"],
  [{ blocks: 40, owners: 300 }, { limits: { openLogBlocks: 10 } }, "states owners 23"],
  // whatever the node lacks
  [{ blocks: 8, owners: 300 }, { hasStates: false }, "bodies owners 14"],
  [{ blocks: 8, owners: 100_000 }, { coverage: { receipts: "block", traces: "debug" } }, "blocks all 25"],
  [{ blocks: 8, owners: 300 }, { limits: { needsLogAddress: true } }, "blocks all 17"],
  [{ blocks: 8, owners: 300 }, { limits: { lacks: (name: string) => name === "eth_getLogs" } }, "blocks all 17"],
  // one block
  [{ blocks: 1, owners: 300 }, {}, "blocks all 3"],
  [{ blocks: 1, owners: 300 }, { coverage: { receipts: "transaction", traces: undefined } }, "bodies owners 7"],
  // a backlog
  [{ blocks: 500, owners: 300 }, {}, "states owners 8"],
  [{ blocks: 5_000, owners: 300 }, {}, "blocks all 10001"],
  [{ blocks: 500, owners: 3_000 }, {}, "blocks all 1001"],
];

test.each(CASES)("%j on a node with %j: %s", (range, { limits, ...node }, expected) => {
  const reading = chooseReading({ ...range, contracts: 40 }, { ...NODE, ...node, limits: { ...NO_LIMITS, ...limits } });
  expect(`${reading.accounts} ${reading.logs} ${reading.requests}`).toBe(expected);
});

test("polls are as far apart as 40 % of the rate allows, unless more blocks take more requests", () => {
  const reading = { accounts: "states" as const, requests: 8 };
  expect(toPollMs(1_000, reading)).toBe(1_000);
  expect(toPollMs(1_000, reading, 100)).toBe(1_000);
  expect(toPollMs(1_000, reading, 5)).toBe(5_000);
  expect(toPollMs(1_000, reading, 0.1)).toBe(15_000);
  expect(toPollMs(1_000, { accounts: "blocks", requests: 10_001 }, 5)).toBe(1_000);
});
