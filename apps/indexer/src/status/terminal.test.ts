import { expect, test } from "vitest";
import { createProgressMeter } from "./progress.ts";
import type { ChainProgress, CountedRange } from "./progress.ts";
import { createProgressLines, createProgressLog, formatProgress } from "./terminal.ts";

const block = (blockNumber: bigint) =>
  ({ blockNumber, hash: "0x00", timeAt: 1_700_000_000 + Number(blockNumber) * 12 }) as const;

const createRange = (blocks: number, transferCount: number): CountedRange => ({
  blocks: Array(blocks).fill(0),
  transactions: { count: 0 },
  transferCount,
});

function measure(chain = "eth"): ChainProgress[] {
  let now = 0;
  const reports: ChainProgress[] = [];
  const clock = { now: () => now, date: () => new Date(0) };
  const meter = createProgressMeter(chain, (progress) => reports.push(progress), clock);
  meter.noteCoverage({ receipts: true, traces: false });
  meter.begin(0n, block(1_000n));
  now += 2_000;
  meter.advanceLogs(block(200n), createRange(200, 2_000));
  now += 1_000;
  meter.advanceBalances(3_000);
  meter.setAtHead();
  meter.begin(1_000n, block(1_001n));
  meter.advanceLogs(block(1_001n), createRange(1, 1));
  meter.advanceBalances(2);
  meter.fail("node.example answered HTTP status 502");
  meter.wait();
  return reports;
}

test("the rate is the work done per time, and determines the remaining time", () => {
  const [logs, balances, head] = measure();
  expect(logs).toMatchObject({ phase: "backfill", blocksPerSecond: 100, transfersPerSecond: 1_000, etaSeconds: 8 });
  expect(logs).toMatchObject({ hasReceipts: true, hasTraces: false });
  expect(balances).toMatchObject({ phase: "balances", balancesPerSecond: 1_000, etaSeconds: undefined });
  expect(head).toMatchObject({ phase: "head", headBlock: 1_000n, blockNumber: 1_000n });
});

test("each phase is shown as a short line", () => {
  expect(measure().map(formatProgress)).toEqual([
    "eth 200/1000, 100 blocks/s, 1,000 transfers/s, 8 s left, 2.7 h behind",
    "eth reads balances, 1,000/s",
    "eth 1000 ✓",
    "eth 1001 ✓",
    "eth ✗ node.example answered HTTP status 502; retrying",
    "eth is indexed by another process",
  ]);
});

test("a terminal has one line per chain that is overwritten and never wraps", () => {
  const written: string[] = [];
  const show = createProgressLines({ columns: 20, write: (text) => written.push(text) });
  show(measure("eth")[2]!);
  show(measure("base")[0]!);
  show(measure("base")[2]!);
  expect(written).toEqual([
    "\r\u001B[2Keth 1000 ✓",
    "\r\u001B[2Keth 1000 ✓\n\r\u001B[2Kbase 200/1000, 100 ",
    "\u001B[1A\r\u001B[2Keth 1000 ✓\n\r\u001B[2Kbase 1000 ✓",
  ]);
});

test("the log has changes but not every range", () => {
  const messages: string[] = [];
  const show = createProgressLog({ info: (_, message) => messages.push(message) });
  for (const progress of measure().slice(0, 4)) show(progress);
  for (const progress of measure().slice(2, 4)) show(progress);
  expect(messages).toHaveLength(3);
});
