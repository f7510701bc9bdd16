import { expect, onTestFinished, test, vi } from "vitest";
import { createProtocolFreshness } from "./protocolFreshness.ts";

/** A table whose reads end on command. */
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

test("notifications during a read cause one more read, however many they are", async () => {
  const { freshness, readings } = startReading();
  for (let word = 0; word < 5; word++) freshness.onNotify("aave3");
  expect(readings).toHaveLength(1);
  readings[0]?.resolve();
  await freshness.ready();
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings[1]?.resolve();
  await readings[1]?.promise;
  expect(readings).toHaveLength(2);
});

test("a failed read is reported and retried", async () => {
  const { freshness, readings, errors } = startReading();
  freshness.onNotify();
  readings[0]?.resolve();
  await freshness.ready();
  freshness.onNotify();
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings[1]?.reject(new Error("away"));
  await vi.waitFor(() => expect(readings).toHaveLength(3));
  expect(errors).toEqual([new Error("away")]);
});

test("without notifications it reads again periodically, until stopped", async () => {
  const { freshness, readings } = startReading(5);
  await vi.waitFor(() => expect(readings).toHaveLength(1));
  readings[0]?.resolve();
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  freshness.stop();
  readings[1]?.resolve();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(readings).toHaveLength(2);
});
