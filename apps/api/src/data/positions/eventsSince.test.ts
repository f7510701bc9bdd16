import { expect, test } from "vitest";
import { eventsSince } from "./eventsSince.ts";

test("what positions are read by stays the same while a history is collected, until all events are known", () => {
  const collecting = [90n, 50n, 1n].map((logsFrom) =>
    eventsSince({ since: logsFrom + 5n, history: { state: "collecting", logsFrom } }),
  );
  expect(collecting).toEqual([1n, 1n, 1n]);
  expect(eventsSince({ since: 95n, history: { state: "tokens", logsFrom: 0n } })).toBe(0n);
  expect([0n, 7n].map((since) => eventsSince({ since }))).toEqual([0n, 7n]);
});
