import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type SaveOrder, packState } from "./stateFile.ts";

// Run by supervisor.sh after anvil has ended by itself, with anvil's cache folder as the argument.
const [cachePath = ""] = process.argv.slice(2);
const order = JSON.parse(await readFile(join(cachePath, "keep.json"), "utf8")) as SaveOrder;
await packState(createReadStream(join(cachePath, "dump.json")), order);
