import type { Address, Hex } from "viem";
import { expect, test } from "vitest";
import { settleGasLimit, type GasRun } from "./gasLimit.ts";
import type { SimulatedLog } from "./simulation.ts";

const BLOCK = 30_000_000n;
const log = (address: Address, topic: Hex): SimulatedLog => ({ address, topics: [topic], data: "0x" });
const logs = [log(`0x${"a".repeat(40)}`, "0x01"), log(`0x${"b".repeat(40)}`, "0x02")];
const first: GasRun = { isSuccess: true, gasUsed: 40_000n, logs };

/** A run with the same effect from a limit on. */
const from =
  (least: bigint, below: Partial<GasRun> = { isSuccess: false }) =>
  async (limit = BLOCK): Promise<GasRun> => ({ ...first, ...(limit < least && below) });

test("one and a half times the gas used is enough for most", async () => {
  expect((await settleGasLimit(first, BLOCK, from(0n))).gasLimit).toBe(60_000n);
});

test("a plain transfer takes exactly its gas", async () => {
  const transfer = { ...first, gasUsed: 21_000n };
  expect((await settleGasLimit(transfer, BLOCK, async () => transfer)).gasLimit).toBe(21_000n);
});

test("a higher limit is tried if that fails, or if an inner call fails silently", async () => {
  expect((await settleGasLimit(first, BLOCK, from(70_000n))).gasLimit).toBe(80_000n);
  expect((await settleGasLimit(first, BLOCK, from(100_000n, { logs: logs.slice(1) }))).gasLimit).toBe(160_000n);
  expect((await settleGasLimit(first, BLOCK, from(200_000n, { gasUsed: 39_999n }))).gasLimit).toBe(640_000n);
  const elsewhere = { logs: [logs[0]!, log(`0x${"c".repeat(40)}`, "0x02")] };
  expect((await settleGasLimit(first, BLOCK, from(100_000n, elsewhere))).gasLimit).toBe(160_000n);
  expect((await settleGasLimit(first, BLOCK, from(BLOCK))).gasLimit).toBe(BLOCK);
});

test("a limit never exceeds the block's, nor EIP-7825's", async () => {
  const heavy = { ...first, gasUsed: 12_000_000n };
  expect((await settleGasLimit(heavy, BLOCK, async () => heavy)).gasLimit).toBe(16_777_216n);
  const heavier = { ...first, gasUsed: 25_000_000n };
  expect((await settleGasLimit(heavier, BLOCK, async () => heavier)).gasLimit).toBe(BLOCK);
});
