import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addToTable, createBlockWriter, readBlocks, readTable, type RecordedBlock } from "./recording.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const toBlock = (n: number): RecordedBlock => ({
  full: Buffer.from(`full ${n}`),
  hashes: Buffer.from("h".repeat(n)),
  logs: Buffer.from("[]"),
  receipts: Buffer.from("[]"),
  traces: Buffer.alloc(0),
});

test("blocks are read back as they were written, whatever the size of a frame", async () => {
  const folder = makeFolder();
  const writer = createBlockWriter(folder);
  const blocks = Array.from({ length: 45 }, (_, n) => toBlock(n));
  for (const block of blocks) writer.add(block);
  await writer.end();
  expect(readBlocks(folder)).toEqual(blocks);
});

test("a table that was never written is empty, and later rows replace earlier ones", () => {
  const folder = makeFolder();
  expect(readTable(folder, "later").size).toBe(0);
  addToTable(folder, "later", [["a", "1"]]);
  addToTable(folder, "later", [
    ["b", '"\n'],
    ["a", "2"],
  ]);
  expect([...readTable(folder, "later")]).toEqual([
    ["a", "2"],
    ["b", '"\n'],
  ]);
});
