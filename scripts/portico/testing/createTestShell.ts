import { tmpdir } from "node:os";
import { PassThrough, Readable } from "node:stream";
import { join } from "node:path";
import type { Store } from "@portico/store";
import { runPortico } from "../runPortico.ts";
import type { Shell } from "../shell.ts";

export interface Ran {
  readonly code: number;
  /** Printed lines. */
  readonly lines: string[];
  readonly errors: string;
}

/** `pnpm portico` in this process, on this database. @returns a function that runs a command line. */
export const createTestShell =
  (db: Store, changes: Partial<Shell> = {}) =>
  async (...args: string[]): Promise<Ran> => {
    const lines: string[] = [];
    const errors: string[] = [];
    const shell: Shell = {
      env: {},
      runFile: join(tmpdir(), "portico-no-such-folder", "run.json"),
      stateFolder: tmpdir(),
      print: (line) => void lines.push(line),
      printError: (line) => void errors.push(line),
      input: Readable.from([]),
      output: new PassThrough(),
      onStore: (work) => work(db),
      ...changes,
    };
    const code = await runPortico(shell, args);
    return { code, lines, errors: errors.join("\n") };
  };

/** @returns a function that returns the output of a command line. @throws Error if the command fails. */
export const createPrinter = (db: Store) => {
  const run = createTestShell(db);
  return async (...args: string[]): Promise<string[]> => {
    const { code, lines, errors } = await run(...args);
    if (code !== 0) throw new Error(errors);
    return lines;
  };
};
