/**
 * `node warmMain.ts`: the indexer's own process, but for its start: everything is loaded, "ready" is said, and the work
 * begins with the first byte of input.
 */
import { once } from "node:events";
import { join } from "node:path";
// oxlint-disable-next-line import/no-unassigned-import -- loading it is what is wanted
import "@portico/indexer";

process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
await import(join(import.meta.dirname, "../../../apps/indexer/src/main.ts"));
