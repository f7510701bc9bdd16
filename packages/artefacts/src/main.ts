/** `node main.ts APP…`: builds these artefacts into the cache of ensureArtefact, unless they are there. */
import { ARTEFACT_NAMES } from "./artefacts.ts";
import { ensureArtefact } from "./ensureArtefact.ts";

const names = new Set(process.argv.slice(2));
try {
  for (const name of ARTEFACT_NAMES.filter((one) => names.has(one))) await ensureArtefact(name);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
