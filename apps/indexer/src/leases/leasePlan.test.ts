import fc from "fast-check";
import { expect, test } from "vitest";
import { planLeases } from "./leasePlan.ts";

/** Processes that share leases, each planning from its own view in its turn. */
function createSociety(names: Record<string, readonly string[]>) {
  const holders = new Map<string, string>();
  let moves = 0;
  const step = (me: string): void => {
    const processes = Object.entries(names).map(([id, leaseNames]) => ({ id, leaseNames }));
    const { take, give } = planLeases(me, { processes, holders: new Map(holders) });
    for (const name of take) {
      if (!holders.has(name)) holders.set(name, me);
    }
    if (give !== undefined) holders.delete(give);
    moves += take.length;
  };
  const load = (id: string): number => [...holders.values()].filter((holder) => holder === id).length;
  const die = (id: string): void => {
    delete names[id];
    for (const [name, holder] of holders) if (holder === id) holders.delete(name);
  };
  return { holders, step, load, die, countMoves: () => moves };
}

const NAMES = Array.from({ length: 12 }, (_, n) => `chain${n}`);

const turns = (ids: readonly string[]) => fc.infiniteStream(fc.constantFrom(...ids));

test("in any order of turns, leases are spread evenly over living processes, and then don't move", () => {
  const ids = ["a", "b", "c", "d"];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), turns(ids), (count, order) => {
      const names = NAMES.slice(0, count);
      const society = createSociety(Object.fromEntries(ids.map((id) => [id, names])));
      const run = (steps: number) => [...order.take(steps)].forEach((id) => society.step(id));
      const round = () => ids.forEach((id) => society.step(id));
      run(30);
      for (let at = 0; at < 20; at++) round();
      const loads = ids.map(society.load);
      expect(society.holders.size).toBe(count);
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      const settled = society.countMoves();
      run(30);
      expect(society.countMoves()).toBe(settled);
    }),
    { numRuns: 200 },
  );
});

test("processes may accept different leases: every lease that some process accepts is held, and the plan settles", () => {
  const ids = ["a", "b", "c"];
  const wants = fc.tuple(...ids.map(() => fc.subarray(NAMES)));
  fc.assert(
    fc.property(wants, turns(ids), (lists, order) => {
      const society = createSociety(Object.fromEntries(ids.map((id, at) => [id, lists[at]!])));
      [...order.take(40)].forEach((id) => society.step(id));
      for (let at = 0; at < 30; at++) ids.forEach((id) => society.step(id));
      expect(new Set(society.holders.keys())).toEqual(new Set(lists.flat()));
      for (const [name, holder] of society.holders) expect(lists[ids.indexOf(holder)]).toContain(name);
      const settled = society.countMoves();
      [...order.take(40)].forEach((id) => society.step(id));
      expect(society.countMoves()).toBe(settled);
    }),
    { numRuns: 200 },
  );
});

test("a new process gets its share step by step, a leaving one hands its leases to the others", () => {
  const society = createSociety({ a: NAMES, b: NAMES });
  for (let at = 0; at < 3; at++) ["a", "b"].forEach((id) => society.step(id));
  expect(["a", "b"].map(society.load)).toEqual([6, 6]);
  expect(society.countMoves()).toBe(12);
  society.die("a");
  society.step("b");
  expect(society.load("b")).toBe(12);
});

test("a single chain stays with its holder", () => {
  const processes = ["a", "b"].map((id) => ({ id, leaseNames: ["eth"] }));
  expect(planLeases("b", { processes, holders: new Map([["eth", "b"]]) })).toEqual({ take: [], give: undefined });
  expect(planLeases("a", { processes, holders: new Map([["eth", "b"]]) })).toEqual({ take: [], give: undefined });
});
