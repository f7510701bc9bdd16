/**
 * `node warmMain.ts`: the indexer's own process without its start-up: it loads everything, prints "ready", and begins
 * its work at the first byte on stdin.
 */
import { once } from "node:events";
import { join } from "node:path";
// oxlint-disable-next-line import/no-unassigned-import -- loading it is what is wanted
import "@portico/indexer";

process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
await import(join(import.meta.dirname, "../../../apps/indexer/src/main.ts"));
