/** Runs modules sequentially in this process and prints for each, as a line of JSON, its output and its error. */
import { pathToFileURL } from "node:url";
import { formatWithOptions, inspect } from "node:util";

export type ModuleRun = { readonly file: string; readonly printed: string; readonly error?: string };

const TIMEOUT_MS = 20_000;

for (const file of process.argv.slice(2)) {
  const lines: string[] = [];
  const print = (...values: unknown[]) => void lines.push(formatWithOptions({ colors: false }, ...values));
  Object.assign(console, { log: print, error: print });
  const error = await run(file);
  const outcome: ModuleRun = { file, printed: lines.join("\n"), ...(error !== undefined && { error }) };
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
process.exit(); // even if a sample left handles open

async function run(file: string): Promise<string | undefined> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, TIMEOUT_MS, "timed out").unref());
  const ended = import(pathToFileURL(file).href).then(
    () => undefined,
    (error: unknown) => inspect(error),
  );
  return Promise.race([ended, late]);
}
