import fc from "fast-check";
import { expect, test } from "vitest";
import { searchRound } from "./roundSearch.ts";
import type { FeedRound } from "./roundSearch.ts";

/** From round 1: seconds since the previous one, and how many are missing in between. */
const rounds = fc.array(fc.record({ seconds: fc.nat(5_000), missing: fc.oneof(fc.constant(0), fc.nat(7)) }), {
  minLength: 1,
  maxLength: 400,
});

function build(list: readonly { seconds: number; missing: number }[]): FeedRound[] {
  let [round, updatedAt] = [0n, 1_000];
  return list.map(({ seconds, missing }, index) => {
    round += BigInt(index === 0 ? 1 : missing + 1);
    updatedAt += seconds;
    return { round, updatedAt, answer: round };
  });
}

/** Responds as the chain would. */
function run(all: readonly FeedRound[], known: Map<bigint, FeedRound | null>, timeAt: number) {
  const search = searchRound(known, timeAt);
  let target = 0;
  for (let round = search.next(); round !== undefined; round = search.next()) {
    known.set(round, all.find((one) => one.round === round) ?? null);
    target++;
  }
  return { found: search.found(), target };
}

test("the newest round at or before a time is found, whichever rounds are missing or already cached", () => {
  const times = fc.array(fc.nat(2_100_000), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rounds, times, (list, target) => {
      const all = build(list);
      const known = new Map<bigint, FeedRound | null>([[all.at(-1)!.round, all.at(-1)!]]);
      for (const timeAt of target) {
        expect(run(all, known, timeAt).found).toEqual(all.findLast((one) => one.updatedAt <= timeAt) ?? null);
      }
    }),
  );
});

test("a year of hourly rounds takes a few reads per day", () => {
  const all = build(
    Array.from({ length: 24 * 365 }, (_, index) => ({ seconds: 3_600 + ((index * 7) % 60), missing: 0 })),
  );
  const known = new Map<bigint, FeedRound | null>([[all.at(-1)!.round, all.at(-1)!]]);
  const first = all[0]!.updatedAt;
  let target = 0;
  for (let timeAt = all.at(-1)!.updatedAt - 100; timeAt > first; timeAt -= 86_400)
    target += run(all, known, timeAt).target;
  expect(target / 365).toBeLessThan(5);
});

test("if too many consecutive rounds are missing, there is no result", () => {
  const all = build([
    { seconds: 0, missing: 0 },
    { seconds: 1_000, missing: 40 },
  ]);
  const known = new Map<bigint, FeedRound | null>([[all.at(-1)!.round, all.at(-1)!]]);
  expect(run(all, known, 1_500).found).toBeNull();
});

test("a phase that can't be read has no rounds", () => {
  expect(run([], new Map(), 1_500)).toEqual({ found: null, target: 0 });
});
