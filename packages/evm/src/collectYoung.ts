import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type CollectGarbage = (options: { readonly type: "minor" }) => void;

let collect: CollectGarbage | undefined;

/**
 * Collects the young generation now. Its pause is as long as what survives in it; so while much is loaded that stays, many
 * short ones replace a long one, which V8 would make once the generation is full.
 */
export function collectYoung(): void {
  collect ??= findCollector();
  collect({ type: "minor" });
}

/** V8 gives it to contexts that are made while the flag is set. */
function findCollector(): CollectGarbage {
  setFlagsFromString("--expose-gc");
  const found = runInNewContext("gc") as CollectGarbage;
  setFlagsFromString("--no-expose-gc");
  return found;
}
