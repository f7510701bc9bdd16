import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockState } from "./stateLock.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "portico-lock-"));

test("a folder locked by a running process is refused, naming the process", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "start.pid"), String(process.ppid));
  expect(() => lockState(folder)).toThrow(`as process ${process.ppid}`);
});

test("the lock of a killed process is taken over, and released", async () => {
  const folder = newFolder();
  const child = spawn("true");
  await once(child, "exit");
  writeFileSync(join(folder, "start.pid"), String(child.pid));
  const unlock = lockState(folder);
  expect(readdirSync(folder)).toEqual(["start.pid"]);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
});
