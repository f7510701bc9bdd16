/** `pnpm portico`: administration from the shell. */
import { buildCommand } from "./build.ts";
import { runMain } from "./runMain.ts";

await runMain({ commands: [buildCommand] });
