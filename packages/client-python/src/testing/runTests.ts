import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** What Python's unittest reported. */
export interface PythonRun {
  readonly count: number;
  /** No test failed or was skipped. */
  readonly isOk: boolean;
  readonly output: string;
}

/** Runs modules of `tests/`. A connection or file that is not closed fails a test. */
export async function runTests(python: string, modules: readonly string[], env: object = {}): Promise<PythonRun> {
  const names = modules.map((name) => `tests.${name}`);
  const { stderr: output } = await promisify(execFile)(python, ["-X", "dev", "-m", "unittest", ...names], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env },
  }).catch((error: { stderr: string }) => error);
  const [, count = "0"] = /^Ran (\d+) tests?/m.exec(output) ?? [];
  return { count: Number(count), isOk: output.endsWith("\nOK\n") && !output.includes("ResourceWarning"), output };
}
