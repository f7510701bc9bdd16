import path from "node:path";
import type { Location, Rule } from "./redocly.ts";

/** The contract form that the server uses has no references, so no schema may contain itself. */
export const acyclicSchemas: Rule = () => {
  const uses = new Map<string, Map<string, Location>>();
  return {
    ref: (_reference, { location, type }, { location: target }) => {
      if (type.name !== "Schema" || target === undefined) return;
      const from = location.source.absoluteRef;
      const known = uses.get(from) ?? new Map<string, Location>();
      uses.set(from, known.set(target.source.absoluteRef, location));
    },
    Root: {
      leave: (_root, { report }) => {
        for (const [from, targets] of uses) {
          for (const [target, location] of targets) {
            if (!reaches(uses, target, from)) continue;
            report({ message: `${path.basename(from, ".yaml")} contains itself.`, location });
          }
        }
      },
    },
  };
};

function reaches(uses: ReadonlyMap<string, ReadonlyMap<string, Location>>, start: string, goal: string): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (file === goal) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...(uses.get(file)?.keys() ?? []));
  }
  return false;
}
