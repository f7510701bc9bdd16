/** Serves the site as it was built: main of the artefact, which has no sources to build from. */
import { SERVE_HELP, serveSite } from "./serveSite.ts";

const HELP = `Portico's docs: guides, decisions and the reference.

Environment
${SERVE_HELP}`;

if (process.argv.includes("--help")) console.log(HELP);
else await serveSite();
