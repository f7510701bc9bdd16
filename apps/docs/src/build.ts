import { buildDocs } from "./buildDocs.ts";
import { SITE_FOLDER } from "./siteFolder.ts";

const problems = await buildDocs(SITE_FOLDER);
for (const problem of problems) console.error(`docs: ${problem}`);
