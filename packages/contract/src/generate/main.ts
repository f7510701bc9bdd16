#!/usr/bin/env node
/** Regenerates packages/contract/generated from the spec. Unchanged files are not written. */
import { enableCompileCache } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { generate } from "./generate.ts";

enableCompileCache(); // TypeScript 5.9 is 9 MB of JavaScript

const packageDir = path.resolve(import.meta.dirname, "../..");

const { values } = parseArgs({
  options: {
    config: { type: "string", default: path.resolve(packageDir, "../../redocly.yaml") },
    overlay: { type: "string", default: path.resolve(packageDir, "../../spec/live.overlay.yaml") },
    out: { type: "string", default: path.join(packageDir, "generated") },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log("generate [--config redocly.yaml] [--overlay live.overlay.yaml] [--out folder]");
} else {
  const startedAt = performance.now();
  const written = await generate({ config: values.config, overlay: values.overlay, out: values.out });
  const elapsedMs = Math.round(performance.now() - startedAt);
  console.log(
    written.length === 0
      ? `contract: nothing changed (${elapsedMs} ms)`
      : `contract: ${written.join(" ")} (${elapsedMs} ms)`,
  );
}
