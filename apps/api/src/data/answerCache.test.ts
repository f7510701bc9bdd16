import { beforeEach, expect, test } from "vitest";
import { RenderedAnswer } from "../http/renderedAnswer.ts";
import { createAnswerCache, type AnswerCache } from "./answerCache.ts";

const answer = (text: string, chains = "eth;block=1") =>
  new RenderedAnswer({
    status: 200,
    type: "application/json",
    headers: { "Portico-Chains": chains },
    text,
    isConditional: true,
  });

let now = 0;
let cache: AnswerCache;
const create = (maxBytes: number) => {
  cache = createAnswerCache({ maxBytes, maxAgeMs: 1000, now: () => now });
  cache.onNotify(undefined);
};
beforeEach(() => create(1_000_000));

const store = (key: string, rendered: RenderedAnswer) => cache.store(key, rendered, cache.version());

test("a change of a chain evicts the responses that depend on it, and no others", () => {
  store("eth", answer("1"));
  store("both", answer("2", "eth;block=1, base;block=2"));
  store("base", answer("3", "base;block=2;since=3"));
  cache.onNotify("eth");
  expect(["eth", "both", "base"].map((key) => cache.find(key)?.text)).toEqual([undefined, undefined, "3"]);
});

test("a change while a response was made prevents its caching", () => {
  const version = cache.version();
  cache.onNotify("eth");
  cache.store("eth", answer("1"), version);
  cache.store("base", answer("2", "base;block=1"), version);
  expect([cache.find("eth"), cache.find("base")?.text]).toEqual([undefined, "2"]);
});

test.each([
  "base;block=1, eth;unread",
  "eth;failed, base;block=1",
  'base;block=1;missing="base_aave3 base_lido"',
  "base;block=2;positions=1;refreshing",
])("a response that says %s is not cached", (chains) => {
  store("one", answer("1", chains));
  expect(cache.find("one")).toBeUndefined();
});

test("a response with positions of an older block is cached", () => {
  store("older", answer("1", "base;block=2;positions=1"));
  expect(cache.find("older")?.text).toBe("1");
});

test("a response without chains is not cached; one of a syncing chain is, until that changes", () => {
  store("none", new RenderedAnswer({ status: 200, type: "a", text: "1", isConditional: true }));
  store("syncing", answer("2", "eth;block=1, base;syncing"));
  expect([cache.find("none"), cache.find("syncing")?.text]).toEqual([undefined, "2"]);
  cache.onNotify("base");
  expect(cache.find("syncing")).toBeUndefined();
});

test("nothing is cached before notifications arrive or while they are interrupted, nor a response begun in that time", () => {
  store("a", answer("1"));
  cache.disconnect();
  const version = cache.version();
  store("b", answer("1"));
  cache.onNotify(undefined);
  cache.store("c", answer("1"), version);
  expect(["a", "b", "c"].map((key) => cache.find(key))).toEqual([undefined, undefined, undefined]);
  store("d", answer("1"));
  expect(cache.find("d")?.text).toBe("1");
});

test("nothing is cached longer than the maximum age", () => {
  store("a", answer("1"));
  now += 1000;
  expect(cache.find("a")?.text).toBe("1");
  now += 1;
  expect(cache.find("a")).toBeUndefined();
});

test("the least recently used is evicted, and one response never takes all the space", () => {
  create(10_000);
  for (const key of ["a", "b", "c", "d", "e", "f", "g", "h"]) store(key, answer("x".repeat(200)));
  expect(cache.find("a")?.length).toBe(200);
  store("i", answer("x".repeat(200)));
  expect([cache.find("b"), cache.find("a")?.length, cache.find("i")?.length]).toEqual([undefined, 200, 200]);
  store("large", answer("x".repeat(5000)));
  expect([cache.find("large"), cache.find("a")?.length]).toEqual([undefined, 200]);
  create(0);
  store("a", answer("1"));
  expect(cache.find("a")).toBeUndefined();
});

test("a key is cached from its second request on", () => {
  expect([cache.isWanted("a"), cache.isWanted("a"), cache.isWanted("b"), cache.isWanted("a")]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
