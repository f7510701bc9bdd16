import { type Benchmark, toRow } from "../benchmark.ts";
import { type CitusLayout, type CitusSide, measureReads, openCitusSide, readCitusUrl, warmUp } from "./citusSide.ts";

const ROUNDS = 5;
const BALANCES = 100_000;

const LAYOUTS = {
  plain: { nodes: 0, isDirect: false },
  throughCoordinator: { nodes: 2, isDirect: false },
  one: { nodes: 1, isDirect: true },
  two: { nodes: 2, isDirect: true },
  three: { nodes: 3, isDirect: true },
} as const satisfies Record<string, CitusLayout>;
type Name = keyof typeof LAYOUTS;
const NAMES: readonly Name[] = ["plain", "throughCoordinator", "one", "two", "three"];

/**
 * Reads of owners on a distributed database, against those on a plain one of the same server. All servers are on this machine
 * and share its cores, so more of them show what they cost, not what a machine more gives.
 */
export const citusOverPlain: Benchmark = {
  names: ["scale/citus-over-plain", "scale/two-nodes-over-one", "scale/three-nodes-over-one"],
  async run({ log }) {
    const serverUrl = readCitusUrl(log);
    if (serverUrl === undefined) return [];
    const sides = new Map<Name, CitusSide>();
    const rates: Record<Name, number[]> = { plain: [], throughCoordinator: [], one: [], two: [], three: [] };
    try {
      for (const name of NAMES) sides.set(name, await openCitusSide(serverUrl, BALANCES, LAYOUTS[name]));
      for (const [name, side] of sides) log(`${name}: steady after ${await warmUp(side)} s`);
      for (let round = 1; round <= ROUNDS; round++) {
        for (const [name, side] of sides) {
          await measureReads(side); // an API closes connections that were idle while the others were measured
          rates[name].push(await measureReads(side));
        }
        log(`round ${round} of ${ROUNDS}: ${NAMES.map((name) => `${name} ${rates[name].at(-1)}`).join(", ")}`);
      }
    } finally {
      for (const side of sides.values()) await side.close();
    }
    const row = (name: string, goal: number, [ours, theirs, against]: [Name, Name, string]) =>
      toRow({ name, unit: "requests/s", against, kind: "rate", goal, ours: rates[ours], theirs: rates[theirs] });
    return [
      row("scale/citus-over-plain", 0.6, ["two", "plain", "/s, one PostgreSQL"]),
      row("scale/two-nodes-over-one", 0.8, ["two", "one", "/s, one node"]),
      row("scale/three-nodes-over-one", 0.8, ["three", "one", "/s, one node"]),
    ];
  },
};
