import { type Command, CommanderError } from "@commander-js/extra-typings";
import { createProgram, type ProgramOptions } from "./createProgram.ts";
import { explainError } from "./explainError.ts";
import type { Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

/** Runs a command line, and reports an error in one line. @returns the exit code. */
export async function runPortico(shell: Shell, args: readonly string[], options?: ProgramOptions): Promise<number> {
  const program = createProgram(shell, options);
  let chosen = program;
  program.hook("preAction", (_program, command) => void (chosen = command as Command));
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode; // commander has reported it
    if (error instanceof UsageError) {
      shell.printError(`${error.message}\n`);
      chosen.outputHelp({ error: true });
    } else {
      shell.printError(explainError(error) ?? String((error as Error).stack));
    }
    return 1;
  }
}
