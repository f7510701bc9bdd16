import { expect, onTestFinished, test, vi } from "vitest";
import { createProtocolFreshness } from "./protocolFreshness.ts";

/** A table whose every reading ends when the test says so. */
function startReading(intervalMs = 60_000) {
  const readings: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const reload = () => {
    const reading = Promise.withResolvers<void>();
    readings.push(reading);
    return reading.promise;
  };
  const freshness = createProtocolFreshness({ reload }, { intervalMs, onError: (error) => errors.push(error) });
  onTestFinished(freshness.stop);
  return { freshness, readings, errors };
}

test("what is heard while it reads is read once more, however much that is", async () => {
  const { freshness, readings } = startReading();
  for (let word = 0; word < 5; word++) freshness.hear("aave3");
  expect(readings).toHaveLength(1);
  readings[0]?.resolve();
  await freshness.ready();
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings[1]?.resolve();
  await readings[1]?.promise;
  expect(readings).toHaveLength(2);
});

test("a reading that fails is told and tried again", async () => {
  const { freshness, readings, errors } = startReading();
  freshness.hear();
  readings[0]?.resolve();
  await freshness.ready();
  freshness.hear();
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings[1]?.reject(new Error("away"));
  await vi.waitFor(() => expect(readings).toHaveLength(3), { timeout: 5_000 });
  expect(errors).toEqual([new Error("away")]);
});

test("without a word it reads again by itself, until it is stopped", async () => {
  const { freshness, readings } = startReading(5);
  await vi.waitFor(() => expect(readings).toHaveLength(1));
  readings[0]?.resolve();
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  freshness.stop();
  readings[1]?.resolve();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(readings).toHaveLength(2);
});
