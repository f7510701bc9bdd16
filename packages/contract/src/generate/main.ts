#!/usr/bin/env node
/** Regenerates packages/contract/generated from the spec, unless it is current. Unchanged files are not written. */
import { enableCompileCache } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { hashInputs, isStamped, writeStamp } from "./stamp.ts";

enableCompileCache(); // TypeScript 5.9 is 9 MB of JavaScript

const packageDir = path.resolve(import.meta.dirname, "../..");
const root = path.resolve(packageDir, "../..");
const defaultOut = path.join(packageDir, "generated");

const { values } = parseArgs({
  options: {
    config: { type: "string", default: path.join(root, "redocly.yaml") },
    overlay: { type: "string", default: path.join(root, "spec/live.overlay.yaml") },
    out: { type: "string", default: defaultOut },
    help: { type: "boolean", default: false },
  },
});

/**
 * Generates unless the files are current: the installation generates, and so does turbo's first run, which knows nothing of
 * it. Of another spec, or into another folder, always.
 */
async function generateOnce(): Promise<string> {
  if (process.argv.length > 2) return await generateAll();
  const inputs = await hashInputs(root);
  if (await isStamped(defaultOut, inputs)) return "current";
  const written = await generateAll();
  await writeStamp(defaultOut, inputs);
  return written;
}

async function generateAll(): Promise<string> {
  const { generate } = await import("./generate.ts"); // loads for half a second
  const written = await generate({ config: values.config, overlay: values.overlay, out: values.out });
  return written.length === 0 ? "nothing changed" : written.join(" ");
}

if (values.help) {
  console.log("generate [--config redocly.yaml] [--overlay live.overlay.yaml] [--out folder]");
} else {
  const startedAt = performance.now();
  const outcome = await generateOnce();
  console.log(`contract: ${outcome} (${Math.round(performance.now() - startedAt)} ms)`);
}
