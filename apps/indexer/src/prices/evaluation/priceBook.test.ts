import { NATIVE_TOKEN } from "@portico/evm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { evaluatePrices } from "./evaluatePrices.ts";
import { createPriceBook } from "./priceBook.ts";
import { createScene, LONG_AGO, NOW, units, WRAPPED } from "../testing/scene.ts";

const anyAmount = fc.bigInt(10n ** 17n, 5n * 10n ** 18n); // about half of them below the floor
const anyObserved = fc.array(fc.tuple(anyAmount, anyAmount, fc.integer({ min: LONG_AGO + 1, max: NOW + 900 })), {
  maxLength: 12,
});

/** Pools of one token with these observations. */
function createMarket(observed: readonly (readonly (readonly [bigint, bigint, number])[])[]) {
  const scene = createScene();
  const token = scene.addToken({ supply: 0n });
  for (const one of observed) scene.addPair(WRAPPED, token, [units(10), units(10), LONG_AGO, units(1)], ...one);
  return scene;
}
const anyMarket = fc.array(anyObserved, { minLength: 1, maxLength: 4 }).map(createMarket);

test("the order in which sources and observations arrive changes nothing, to the last bit", () => {
  fc.assert(
    fc.property(anyMarket, fc.infiniteStream(fc.nat()), (scene, numbers) => {
      const shuffle = <T>(items: readonly T[]): T[] =>
        items
          .map((item) => [numbers.next().value as number, item] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, item]) => item);
      // of two observations in one block the later one counts, so those keep their order
      const blocks = new Map(scene.observations.map((one) => [`${one.address} ${one.blockNumber}`, one]));
      const book = createPriceBook(shuffle(scene.sources), shuffle([...blocks.values()]));
      expect(evaluatePrices(book, scene.metadata, { timeAt: NOW })).toEqual(scene.getPrices());
    }),
  );
});

test("a book that is read while it grows, and prunes, equals a new one with everything", () => {
  fc.assert(
    fc.property(anyMarket, (scene) => {
      const book = createPriceBook(scene.sources);
      const waiting = scene.observations.toSorted((a, b) => a.timeAt - b.timeAt);
      for (let timeAt = LONG_AGO; timeAt <= NOW + 3600; timeAt += 300) {
        while (waiting[0] !== undefined && waiting[0].timeAt <= timeAt) book.observe(waiting.shift()!);
        book.trimBefore(timeAt);
        expect(evaluatePrices(book, scene.metadata, { timeAt })).toEqual(scene.getPrices({ timeAt }));
      }
    }),
    { numRuns: 30 },
  );
});

test("a book's result for a time does not depend on the times evaluated before", () => {
  const anyTimes = fc.array(fc.integer({ min: LONG_AGO, max: NOW + 7200 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(anyMarket, anyTimes, (scene, times) => {
      const book = createPriceBook(scene.sources, scene.observations);
      for (const timeAt of times) {
        expect(evaluatePrices(book, scene.metadata, { timeAt })).toEqual(scene.getPrices({ timeAt }));
      }
    }),
  );
});

test("a pool that is too thin now still prices the time when it was deep", () => {
  const scene = createScene();
  const token = scene.addToken();
  scene.addPair(WRAPPED, token, [units(100), units(100)], [units(1), units(1), NOW - 3000]);
  const book = createPriceBook(scene.sources, scene.observations);
  const evaluate = (timeAt: number) => evaluatePrices(book, scene.metadata, { timeAt }).get(token)?.usd;
  scene.metadata.feeds[NATIVE_TOKEN]!.heartbeatSeconds = 1e6;
  scene.observe(scene.sources[0]!.address, { timeAt: LONG_AGO, raw0: 2000n * 10n ** 8n, raw1: BigInt(LONG_AGO) });
  book.observe(scene.observations.at(-1)!);
  expect([NOW, NOW - 3000, NOW, NOW - 2999].map(evaluate)).toEqual([undefined, 2000, undefined, undefined]);
});

test("observations later than the requested time are ignored", () => {
  fc.assert(
    fc.property(anyMarket, fc.integer({ min: LONG_AGO, max: NOW + 900 }), (scene, timeAt) => {
      const book = createPriceBook(
        scene.sources,
        scene.observations.filter((one) => one.timeAt <= timeAt),
      );
      expect(scene.getPrices({ timeAt })).toEqual(evaluatePrices(book, scene.metadata, { timeAt }));
    }),
  );
});

test("a supply that is read after a block's reserves is merged with them", () => {
  const scene = createScene();
  const token = scene.addToken();
  const pair = scene.addPair(WRAPPED, token, [units(100), units(100)]);
  scene.observe(pair, { supply: units(100) });
  expect(scene.getPrices().get(pair)?.usd).toBeCloseTo(4000, 9);
});

test("an unknown address, and one that is not a source, are ignored", () => {
  const scene = createScene();
  const token = scene.addToken();
  const pair = scene.addPair(WRAPPED, token, [units(100), units(100)]);
  scene.sources.push({ ...scene.sources.find(({ address }) => address === pair)!, kind: "none" });
  expect(scene.getPrices().get(token)?.usd).toBe(2000);
  const none = scene.sources.map((source) => ({ ...source, kind: "none" as const }));
  expect(evaluatePrices(createPriceBook(none, scene.observations), scene.metadata, { timeAt: NOW }).size).toBe(0);
});
