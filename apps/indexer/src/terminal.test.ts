import { expect, test } from "vitest";
import { createProgressMeter } from "./progress.ts";
import type { ChainProgress } from "./progress.ts";
import { createProgressLine, createProgressLog, formatProgress } from "./terminal.ts";

const block = (blockNumber: bigint) => ({ blockNumber, hash: "0x00", timeAt: 0 }) as const;

function measure(): ChainProgress[] {
  let now = 0;
  const reports: ChainProgress[] = [];
  const meter = createProgressMeter(
    "eth",
    (progress) => reports.push(progress),
    () => now,
  );
  meter.begin(0n, block(1_000n));
  now += 2_000;
  meter.advanceLogs(block(200n), { blocks: Array(200).fill(0), legs: Array(4_000).fill(0) });
  now += 1_000;
  meter.advanceBalances(3_000);
  meter.reachHead();
  return reports;
}

test("the rate is what was done by the time it took, and tells how long the rest takes", () => {
  const [logs, balances, head] = measure();
  expect(logs).toMatchObject({ phase: "logs", perSecond: 100, transfersPerSecond: 1_000, etaSeconds: 8 });
  expect(balances).toMatchObject({ phase: "balances", perSecond: 1_000 });
  expect(head).toMatchObject({ phase: "head", headBlock: 1_000n });
});

test("each phase reads as a short line", () => {
  expect(measure().map(formatProgress)).toEqual([
    "eth 200/1000, 100 blocks/s, 1,000 transfers/s, 8 s left",
    "eth reads balances, 1,000/s",
    "eth 1000 ✓",
  ]);
});

test("a terminal gets one line that is written over and never wraps", () => {
  const written: string[] = [];
  const show = createProgressLine({ columns: 20, write: (text) => written.push(text) });
  for (const progress of measure()) show(progress);
  expect(written).toHaveLength(3);
  for (const text of written) expect(text.startsWith("\r\u001B[2K")).toBe(true);
  expect(Math.max(...written.map((text) => text.length - "\r\u001B[2K".length))).toBe(19);
});

test("the log tells of changes and not of every range", () => {
  const messages: string[] = [];
  const show = createProgressLog({ info: (_, message) => messages.push(message) });
  for (const progress of [...measure(), ...measure().slice(2), ...measure().slice(2)]) show(progress);
  expect(messages).toHaveLength(3);
});
