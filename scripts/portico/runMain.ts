import { addOperatorCatalogue } from "@portico/protocols";
import { closeDatabase, openDatabase } from "@portico/store";
import { runFile } from "../runFile.ts";
import { stateFolder } from "../stateFolder.ts";
import type { ProgramOptions } from "./createProgram.ts";
import { findDatabaseUrl } from "./databaseUrl.ts";
import { runPortico } from "./runPortico.ts";
import type { Shell } from "./shell.ts";

const onStore: Shell["onStore"] = async (work) => {
  const db = openDatabase(findDatabaseUrl(process.env, runFile), { max: 1 });
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
};

/** Runs the command line of this process, and sets its exit code. */
export async function runMain(options?: ProgramOptions): Promise<void> {
  try {
    addOperatorCatalogue(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  process.exitCode = await runPortico(
    {
      env: process.env,
      runFile,
      stateFolder,
      print: console.log,
      printError: console.error,
      input: process.stdin,
      output: process.stdout,
      onStore,
    },
    process.argv.slice(2),
    options,
  );
}
