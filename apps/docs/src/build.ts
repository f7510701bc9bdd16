import { join } from "node:path";
import { buildDocs } from "./buildDocs.ts";

const problems = await buildDocs(join(import.meta.dirname, "..", "dist"));
for (const problem of problems) console.error(`docs: ${problem}`);
