import { afterAll, beforeAll, expect, test } from "vitest";
import { generators } from "./generators.ts";
import { startServed, type Served } from "./startServed.ts";
import { tryGenerator } from "./tryGenerator.ts";

let served: Served;
beforeAll(async () => {
  served = await startServed();
}, 600_000);
afterAll(() => served?.[Symbol.dispose]());

test.for(generators)("$name reads the served contract, and what it generates works", async (generator) => {
  expect(await tryGenerator(generator, served.contract, served.url)).toEqual([]);
});
