/** `pnpm portico` as an artefact: without the commands that need a checkout. */
import { runMain } from "./runMain.ts";

await runMain({ name: "portico" });
