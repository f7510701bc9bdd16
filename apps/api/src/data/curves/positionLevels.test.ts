import { NATIVE_TOKEN, type Address } from "@portico/evm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sumLevels } from "./positionLevels.ts";

const frame = { timeAt: 10_000, step: 100, count: 10 };
const TOKEN: Address = `0x${"70".repeat(20)}`;
const point = (timeAt: number, protocolId: string, amounts: Record<Address, string>) => ({
  chain: "eth",
  protocolId,
  timeAt,
  amounts,
});

test("amounts hold from a point to the next one of the same protocol", () => {
  const points = [
    point(9_950, "bank", { [TOKEN]: "3" }),
    point(9_500, "farm", { [TOKEN]: "10", [NATIVE_TOKEN]: "1" }),
    point(9_400, "bank", { [TOKEN]: "-5" }),
  ];
  const levels = new Map(sumLevels(points, frame).map(({ token, ...level }) => [token, level]));
  expect(levels.get(NATIVE_TOKEN)).toEqual({ rawAmount: 1n, moves: [{ step: 5, rawAmount: 1n }] });
  expect(levels.get(TOKEN)).toMatchObject({ rawAmount: 13n });
  expect(levels.get(TOKEN)?.moves).toEqual(
    expect.arrayContaining([
      { step: 6, rawAmount: -5n },
      { step: 0, rawAmount: 8n },
      { step: 5, rawAmount: 10n },
    ]),
  );
});

test("amounts from before the window hold from its start", () => {
  const [level] = sumLevels([point(1_000, "bank", { [TOKEN]: "7" })], frame);
  expect(level).toEqual({ token: TOKEN, rawAmount: 7n, moves: [] });
});

const scenes = fc.array(
  fc.record({
    timeAt: fc.integer({ min: 8_000, max: 10_000 }),
    protocolId: fc.constantFrom("bank", "farm"),
    raw: fc.bigInt({ min: -100n, max: 100n }),
  }),
  { maxLength: 12 },
);

test("at every time it is the sum of each protocol's last point", () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const unique = [...new Map(scene.map((one) => [`${one.protocolId} ${one.timeAt}`, one])).values()];
      const points = unique.map(({ timeAt, protocolId, raw }) => point(timeAt, protocolId, { [TOKEN]: String(raw) }));
      const [level] = sumLevels(points, frame);
      for (let at = 0; at < frame.count; at++) {
        const timestamp = frame.timeAt - at * frame.step;
        const lasts = ["bank", "farm"].map((id) => {
          const before = unique.filter(({ protocolId, timeAt }) => protocolId === id && timeAt <= timestamp);
          return before.toSorted((a, b) => a.timeAt - b.timeAt).at(-1)?.raw ?? 0n;
        });
        const later = (level?.moves ?? []).filter(({ step }) => step < at).map(({ rawAmount }) => rawAmount);
        const expected = (level?.rawAmount ?? 0n) - later.reduce((sum, change) => sum + change, 0n);
        expect(expected).toBe(lasts.reduce((sum, raw) => sum + raw, 0n));
      }
    }),
  );
});
