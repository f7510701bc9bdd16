import path from "node:path";
import { expect, test } from "vitest";
import { startProcess } from "../testing/startProcess.ts";

const MAIN = path.join(import.meta.dirname, "../testing/loadedService.ts");

test("a service returns memory soon after a load, not when V8 collects 100 s later", async () => {
  const service = startProcess(MAIN, [], {});
  const url = await service.url();
  const request = async (what: string) => (await fetch(`${url}/${what}`)).text();
  const resident = async () => Number(await request("memory"));
  const before = await resident();
  for (let round = 0; round < 100; round++) await Promise.all(Array.from({ length: 50 }, () => request("work")));
  await request("done");
  const after = await resident();
  expect(after).toBeGreaterThan(2 * before);
  await expect.poll(resident, { timeout: 75_000, interval: 500 }).toBeLessThan((before + after) / 2);
  service.child.kill("SIGTERM");
  expect(await service.end).toBe(0);
}, 120_000);
