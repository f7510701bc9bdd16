import { readReplicas, renderReplica } from "../readReplicas.ts";
import type { Shell } from "../shell.ts";
import { broken, type Finding, ok, warn } from "./finding.ts";

/** Whether each server of DATABASE_READ_URL is a replica that the API can read from. */
export async function checkReplicas(shell: Pick<Shell, "env" | "runFile">): Promise<Finding[]> {
  try {
    return (await readReplicas(shell)).map((found) => {
      const [what, text] = [`replica ${found.host}`, renderReplica(found)];
      if (found.refusal !== undefined)
        return broken(what, text, "the API does not start with it: correct DATABASE_READ_URL");
      if (found.isUsed) return ok(what, text);
      return warn(what, text, "until it can be read from, the other replicas and the primary have its load");
    });
  } catch (error) {
    return [broken("replicas", (error as Error).message, "correct DATABASE_READ_URL, or remove it")];
  }
}
