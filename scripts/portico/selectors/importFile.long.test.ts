import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { importFile } from "./importFile.ts";

const { db, drop } = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "portico-selectors-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await drop();
});

const LINES = 1_000_000;

function* listLines(): Generator<string> {
  for (let at = 0; at < LINES; at++) yield `function_${at}(address,uint256,(bytes32,bytes)[])\n`;
}

test("a million lines need no more memory than a few batches", { timeout: 600_000 }, async () => {
  const path = join(folder, "million.txt");
  await pipeline(Readable.from(listLines()), createWriteStream(path));
  const before = process.memoryUsage().rss;
  let max = before;
  const report = () => (max = Math.max(max, process.memoryUsage().rss));
  expect(await importFile(db, { path, source: "million", report })).toMatchObject({ read: LINES, new: LINES });
  expect((max - before) / 2 ** 20).toBeLessThan(400);
});
